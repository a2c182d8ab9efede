import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '#server/core/settings/config.ts'
import { balancesOf } from '#server/ledger/index.ts'
import { runSchedule, wakePayouts } from '#server/payouts/schedule.ts'
import { serverArgs } from '../../scripts/setup.mjs'
import { testDatabase } from '../harness/database.ts'
import { noJobs } from '../harness/jobs.ts'
import { faultsOf } from '../harness/money.ts'
import { giveEarnings, idOfMany, makeMany } from '../harness/payouts/many-people.ts'

const first = new Date('2026-12-01T00:00:00Z')
const child = path.join(import.meta.dirname, '../harness/payouts/schedule-child.ts')

/** Many payable people with $70 each; jobs are only recorded. */
async function setUp(count: number) {
  const { db, url } = await testDatabase()
  const clock = { at: first, now: () => clock.at }
  const sent: string[] = []
  const jobs = Object.assign(noJobs(), {
    sendAll: async (_tx: unknown, _job: unknown, all: readonly { payoutId: string }[]) => {
      sent.push(...all.map(({ payoutId }) => payoutId))
    },
  })
  const config = readConfig({ PAYOUT_APPROVE_FIRST: 'off' })
  const deps = { db, jobs, log: pino({ level: 'silent' }), clock, config }
  await makeMany(db, count)
  await giveEarnings(db, count, new Date('2026-11-02T00:00:00Z'))
  const payouts = () =>
    db.selectFrom('payouts').select(['id', 'user_id', 'origin', 'amount', 'net']).execute()
  const progress = () =>
    db
      .selectFrom('nightly_progress')
      .select(['task', 'pages', 'objects', 'differed', 'cursor', 'finished_at'])
      .where('task', '=', 'payouts.monthly')
      .execute()
  return { db, url, deps, clock, sent, payouts, progress }
}

test.each(['before-commit', 'after-commit'])(
  'resumes a run that is killed in its second page (%s): no one is paid twice or left out',
  async step => {
    const count = 450
    const { db, url, deps, payouts, progress } = await setUp(count)
    const args = [...serverArgs.slice(0, -1), child, url, first.toISOString(), step]
    const running = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    expect(await once(running, 'exit')).toEqual([null, 'SIGKILL'])
    expect(await payouts()).toHaveLength(step === 'before-commit' ? 200 : 400)
    // The second page is not recorded in either case.
    expect(await progress()).toMatchObject([{ pages: 1, cursor: idOfMany('user', 200), finished_at: null }])
    expect(await runSchedule(deps)).toBe(step === 'before-commit' ? 250 : 50)
    expect(await runSchedule(deps)).toBe(0)
    // What was committed but not recorded is no longer due.
    expect(await progress()).toMatchObject([
      step === 'before-commit' ? { pages: 3, objects: 450 } : { pages: 2, objects: 250 },
    ])
    const made = await payouts()
    expect(new Set(made.map(p => p.user_id)).size).toBe(count)
    expect(made).toHaveLength(count)
    expect(new Set(made.map(p => `${p.origin} ${p.amount}`))).toEqual(
      new Set(['monthly:2026-12-01 70000000']),
    )
    expect(await faultsOf(db)).toEqual([])
  },
)

test('pays 199 of a page of 200 when one of them fails, and that one an hour later', async () => {
  const { db, deps, clock, sent, payouts } = await setUp(200)
  const bad = idOfMany('user', 77)
  await sql`create function refuse_one() returns trigger language plpgsql as $$
    begin if new.user_id = ${sql.lit(bad)} then raise 'a fault of this one'; end if; return new; end $$`.execute(
    db,
  )
  await sql`create trigger refuse_one before insert on payouts for each row execute function refuse_one()`.execute(
    db,
  )
  expect(await runSchedule(deps)).toBe(199)
  const made = await payouts()
  expect(made.some(p => p.user_id === bad)).toBe(false)
  expect([...sent].sort()).toEqual(made.map(p => p.id).sort())
  expect(await db.selectFrom('nightly_failures').select(['task', 'object_id', 'error']).execute()).toEqual([
    { task: 'payouts.monthly', object_id: bad, error: 'a fault of this one' },
  ])
  await sql`drop trigger refuse_one on payouts`.execute(db)
  expect(await runSchedule(deps)).toBe(0)
  clock.at = new Date(first.getTime() + 3600_000)
  expect(await runSchedule(deps)).toBe(1)
  expect(await runSchedule(deps)).toBe(0)
  const all = await payouts()
  expect(all).toHaveLength(200)
  expect(new Set(all.map(p => p.user_id)).size).toBe(200)
  expect(new Set(all.map(p => `${p.origin} ${p.amount}`))).toEqual(new Set(['monthly:2026-12-01 70000000']))
  expect(await db.selectFrom('nightly_failures').selectAll().execute()).toEqual([])
  expect(await faultsOf(db)).toEqual([])
})

test('forgets a person who failed and is no longer due', async () => {
  const { db, deps, clock, payouts } = await setUp(3)
  const [one] = [idOfMany('user', 1)]
  await db.insertInto('payout_settings').values({ user_id: one, threshold_cents: 50_000 }).execute()
  await db
    .insertInto('nightly_failures')
    .values({ task: 'payouts.monthly', object_id: one, next_at: clock.at, error: 'lost the line' })
    .execute()
  expect(await runSchedule(deps)).toBe(2)
  expect(await payouts()).toHaveLength(2)
  expect(await db.selectFrom('nightly_failures').selectAll().execute()).toEqual([])
})

test("skips people in a page who can't be paid, and releases none of their money", async () => {
  const { db, deps, payouts } = await setUp(4)
  const [unproved, suspended, unready] = [1, 2, 3].map(n => idOfMany('user', n)) as [string, string, string]
  await db
    .updateTable('users')
    .set({ email_verified: false, email_verified_at: null })
    .where('id', '=', unproved)
    .execute()
  await db
    .updateTable('users')
    .set({ suspended_at: first, suspended_reason: 'a test' })
    .where('id', '=', suspended)
    .execute()
  await db.updateTable('payout_destinations').set({ ready: false }).where('user_id', '=', unready).execute()
  expect(await runSchedule(deps)).toBe(1)
  expect((await payouts()).map(p => p.user_id)).toEqual([idOfMany('user', 4)])
  const balances = await balancesOf(db, [unproved, suspended, unready])
  expect([...balances.values()].map(b => b.pending)).toEqual([70_000_000n, 70_000_000n, 70_000_000n])
})

test('wakes every unfinished payout once, page by page, oldest first', async () => {
  const { db, deps, sent, payouts } = await setUp(1100)
  await runSchedule(deps)
  sent.length = 0
  const made = await payouts()
  await sql`update payouts set status = 'completed', completed_at = now() where user_id = ${idOfMany('user', 5)}`.execute(
    db,
  )
  await wakePayouts(deps)
  expect(sent).toHaveLength(1099)
  expect(new Set(sent)).toEqual(new Set(made.filter(p => p.user_id !== idOfMany('user', 5)).map(p => p.id)))
})

test('wakes only what the balance covers, oldest first, and what may already have been sent', async () => {
  const { db, deps, sent, payouts } = await setUp(6)
  await runSchedule(deps)
  const made = (await payouts()).sort((a, b) => a.id.localeCompare(b.id))
  for (const [i, { id }] of made.entries())
    await sql`update payouts set updated_at = ${new Date(Date.UTC(2026, 0, 1 + i))} where id = ${id}`.execute(
      db,
    )
  await sql`update payouts set status = 'unknown' where id = ${made[5]!.id}`.execute(db)
  const net = Math.ceil(Number(made[0]!.net) / 10_000)
  sent.length = 0
  await wakePayouts(deps, 2 * net + 1)
  expect(sent).toEqual([made[0]!.id, made[1]!.id, made[5]!.id])
  sent.length = 0
  await wakePayouts(deps, 0)
  expect(sent).toEqual([made[5]!.id])
})
