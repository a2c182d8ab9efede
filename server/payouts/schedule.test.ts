import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '#server/core/settings/config.ts'
import { recordViews } from '#server/earnings/index.ts'
import { balancesOf } from '#server/ledger/index.ts'
import { testDatabase } from '#test/harness/database.ts'
import { noJobs } from '#test/harness/jobs.ts'
import { faultsOf, makeCreator, sampleOf } from '#test/harness/money.ts'
import { approvePayout, completeManually } from './decide.ts'
import { requestPayout } from './request-payout.ts'
import { runSchedule } from './schedule.ts'
import { savePreferences } from './store.ts'
import { evidenceOf } from './views/evidence.ts'
import { presentPayout } from './views/present.ts'
import { summaryOf } from './views/summary.ts'

/** A clock set by the test, and creators who are paid manually. */
async function setUp(env: Record<string, string> = {}) {
  const { db } = await testDatabase()
  let now = new Date('2026-11-02T08:00:00Z')
  const clock = { now: () => now }
  const jobs = noJobs()
  const config = readConfig({ PAYOUT_METHOD: 'manual', PAYOUT_APPROVE_FIRST: 'off', ...env })
  const deps = { db, jobs, log: pino({ level: 'silent' }), clock, config }
  return {
    db,
    deps,
    at: (text: string) => {
      now = new Date(text)
    },
    earn: (userId: string, views: number) =>
      db
        .transaction()
        .execute(tx =>
          recordViews(tx, now, [sampleOf({ userId, videoId: randomUUID(), views, sampledAt: now })]),
        ),
    paidTo: async (userId: string) =>
      (
        await db
          .selectFrom('payouts')
          .select(['amount', 'origin'])
          .where('user_id', '=', userId)
          .orderBy('created_at')
          .execute()
      ).map(p => [p.origin, p.amount / 1_000_000]),
    arrive: () =>
      db
        .updateTable('payouts')
        .set({ status: 'completed', completed_at: now })
        .where('status', '=', 'pending')
        .execute(),
  }
}

test('everyone is paid when their period starts, once, and only from the threshold on', async () => {
  const { db, deps, at, earn, paidTo, arrive } = await setUp()
  const [weekly, monthly, small] = [
    await makeCreator(db),
    await makeCreator(db),
    await makeCreator(db),
  ] as const
  await savePreferences(db, weekly, { frequency: 'weekly', thresholdCents: 2500 })
  await savePreferences(db, small, { frequency: 'weekly', thresholdCents: 50_000 })
  expect(await runSchedule(deps)).toBe(0)
  for (const id of [weekly, monthly, small]) await earn(id, 2000)
  // Later in the periods that have already been processed.
  at('2026-11-04T08:00:00Z')
  expect(await runSchedule(deps)).toBe(0)
  at('2026-11-09T00:00:01Z')
  expect(await runSchedule(deps)).toBe(1)
  expect(await runSchedule(deps)).toBe(0)
  expect(await paidTo(weekly)).toEqual([['weekly:2026-11-09', 70]])
  await arrive()
  // The server was down on the first; it pays on the third.
  at('2026-12-03T10:00:00Z')
  await earn(weekly, 1000)
  const [one, other] = await Promise.all([runSchedule(deps), runSchedule(deps)])
  expect(one + other).toBe(2)
  expect(await paidTo(monthly)).toEqual([['monthly:2026-12-01', 70]])
  expect(await paidTo(weekly)).toEqual([
    ['weekly:2026-11-09', 70],
    ['weekly:2026-11-30', 35],
  ])
  expect(await paidTo(small)).toEqual([])
})

test('an interrupted run resumes where it stopped', async () => {
  const { db, deps, at, earn, paidTo } = await setUp()
  await runSchedule(deps)
  const people = await Promise.all([makeCreator(db), makeCreator(db), makeCreator(db)])
  for (const id of people) await earn(id, 2000)
  at('2026-12-01T00:00:00Z')
  const [first] = [...people].sort()
  await requestPayout(deps, first as string, 'monthly:2026-12-01')
  await runSchedule(deps)
  for (const id of people) expect(await paidTo(id)).toEqual([['monthly:2026-12-01', 70]])
  expect(await faultsOf(db)).toEqual([])
})

test('money in the hold period waits, and a correction within it is never paid', async () => {
  const { db, deps, at, earn } = await setUp({ PAYOUT_HOLD_DAYS: '7' })
  const userId = await makeCreator(db)
  await earn(userId, 2000)
  at('2026-11-08T08:00:00Z')
  await earn(userId, 1000)
  expect(await summaryOf(deps, userId, 'en')).toMatchObject({
    pendingEarnings: 105,
    availableEarnings: 0,
    canRequest: false,
    progress: 100,
  })
  await expect(requestPayout(deps, userId, 'request')).rejects.toThrow('less than 7 days old')
  at('2026-11-09T08:00:01Z')
  expect(await summaryOf(deps, userId, 'en')).toMatchObject({ availableEarnings: 70, canRequest: true })
  const payout = await requestPayout(deps, userId, 'request')
  expect(payout.amount).toBe(70_000_000)
  expect((await balancesOf(db, [userId])).get(userId)).toEqual({
    pending: 35_000_000n,
    payable: 0n,
    paid: 0n,
  })
  expect(await faultsOf(db)).toEqual([])
})

test("a first payout of any size waits for a reviewer; once it has arrived, the next one doesn't", async () => {
  const { db, deps, at, earn } = await setUp({ PAYOUT_APPROVE_FIRST: 'on' })
  const userId = await makeCreator(db)
  const by = (actorId: string) => ({ actorId, actorRole: 'admin', requestId: null })
  at('2026-11-03T08:00:00Z')
  await earn(userId, 2000)
  const first = await requestPayout(deps, userId, 'request')
  expect(first).toMatchObject({ approval: 'needed', first: true })
  expect(presentPayout(first, 'en')).toMatchObject({
    status: 'pending',
    reason: 'A staff member checks your first payout before it goes out.',
    reasonCode: 'approval_needed',
  })
  await expect(completeManually(deps, by('ada'), first.id, 'bank 1')).rejects.toThrow('needs approval first')
  expect(await evidenceOf(db, first.id)).toMatchObject({
    first: true,
    paidBefore: { payouts: 0, amount: 0 },
    heldCounts: 0,
    counted: [{ platform: 'youtube', views: 2000, likes: 0, likesPerView: 0, onHold: false }],
  })
  await approvePayout(deps, by('ada'), first.id)
  await completeManually(deps, by('bob'), first.id, 'bank 1')

  await earn(userId, 2000)
  const second = await requestPayout(deps, userId, 'request')
  expect(second).toMatchObject({ approval: 'not_needed', first: false })
  expect(await evidenceOf(db, second.id)).toMatchObject({
    first: false,
    paidBefore: { payouts: 1, amount: 70 },
  })
})

test('an existing payout of the period is recognized, and the run continues', async () => {
  const { db, deps, earn, paidTo, arrive } = await setUp({ PAYOUT_HOLD_DAYS: '0' })
  const person = await makeCreator(db)
  await earn(person, 2000)
  expect(await runSchedule(deps)).toBe(1)
  await arrive()
  // A run interrupted before it was recorded, with more earned since.
  await db.deleteFrom('payout_runs').execute()
  await earn(person, 2000)
  expect(await runSchedule(deps)).toBe(0)
  expect(await paidTo(person)).toHaveLength(1)
  const runs = await db.selectFrom('payout_runs').select(['frequency', 'needed_cents']).execute()
  expect(runs.map(r => r.frequency).sort()).toEqual(['monthly', 'quarterly', 'weekly'])
})
