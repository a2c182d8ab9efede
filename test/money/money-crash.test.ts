import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { startStripe } from '#sandbox/stripe/index.ts'
import { recordViews } from '#server/earnings/index.ts'
import { balancesOf } from '#server/ledger/index.ts'
import { stripePayouts } from '#server/payouts/adapters/stripe.ts'
import { PayoutUnknownError, processPayout } from '#server/payouts/process-payout.ts'
import { requestPayout } from '#server/payouts/request-payout.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/settings/config.ts'
import { openStripe } from '#server/platform/stripe.ts'
import { noJobs } from '#test/harness/jobs.ts'
import { serverArgs } from '../../scripts/setup.mjs'
import { testDatabase } from '../harness/database.ts'
import { amplyFunded, faultsOf, makeCreator, sampleOf } from '../harness/money.ts'

/** How often each step is killed: a few times by default, CRASH_RUNS=50 for the whole proof. */
const crashRuns = Number(process.env.CRASH_RUNS ?? 2)
const log = pino({ level: 'silent' })
const child = path.join(import.meta.dirname, '../harness/payout-child.ts')

/** A database, a Stripe, and somebody with money to be paid; jobs are run by hand. */
async function setUp() {
  const { db, url } = await testDatabase()
  const sandbox = await startStripe({
    folder: null,
    publicUrl: 'http://127.0.0.1:1',
    secret: 's'.repeat(32),
    log,
  })
  onTestFinished(() => sandbox.close())
  sandbox.setBalance(amplyFunded)
  const { secretKey, publishableKey, webhookSecret, thinSecret, prices } = sandbox
  const stripe = openStripe({
    secretKey,
    publishableKey,
    webhookSecret,
    thinSecret,
    prices,
    apiBase: sandbox.url,
    scriptUrl: null,
  })
  const jobs = noJobs()
  const deps = { db, jobs, log, clock: systemClock, config: readConfig({ PAYOUT_APPROVE_FIRST: 'off' }) }
  const port = stripePayouts(stripe.client)

  const creator = async () => {
    const userId = await makeCreator(db)
    const account = await stripe.client.v2.core.accounts.create({
      contact_email: `${userId}@creators.example`,
    })
    sandbox.setRecipient(account.id, 'active')
    await db
      .insertInto('payout_destinations')
      .values({ user_id: userId, provider: 'stripe', account_id: account.id, ready: true })
      .execute()
    await db
      .transaction()
      .execute(tx =>
        recordViews(tx, new Date(), [
          sampleOf({ userId, videoId: randomUUID(), views: 2000, sampledAt: new Date() }),
        ]),
      )
    return userId
  }
  const transfersOf = (payoutId: string) =>
    sandbox.state.all('transfer', t => t.transfer_group === `payout:${payoutId}`)
  const statusOf = async (id: string) =>
    await db
      .selectFrom('payouts')
      .select(['status', 'attempt'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const process1 = (id: string) => processPayout({ ...deps, port }, id)
  return { db, url, sandbox, deps, port, creator, transfersOf, statusOf, process: process1 }
}

test('a hundred requests at once: exactly one payout', async () => {
  const { db, deps, creator } = await setUp()
  const userId = await creator()
  const answers = await Promise.allSettled(
    Array.from({ length: 100 }, () => requestPayout(deps, userId, 'request')),
  )
  expect(answers.filter(a => a.status === 'fulfilled')).toHaveLength(1)
  const reasons = new Set(
    answers.flatMap(a => (a.status === 'rejected' ? [(a.reason as Error).message] : [])),
  )
  expect([...reasons].every(r => /on its way|has not reached/.test(r))).toBe(true)
  expect(await db.selectFrom('payouts').select('id').where('user_id', '=', userId).execute()).toHaveLength(1)
  expect((await balancesOf(db, [userId])).get(userId)).toMatchObject({ pending: 0n, payable: 0n })
  expect(await faultsOf(db)).toEqual([])
})

test.each(['before-call', 'after-call', 'before-commit'])(
  'killed %s, again and again: paid once, never lost',
  async step => {
    const { db, url, sandbox, deps, creator, transfersOf, statusOf, process: finish } = await setUp()
    const run = async (payoutId: string, at: string) => {
      const args = [...serverArgs.slice(0, -1), child, url, sandbox.url, sandbox.secretKey, payoutId, at]
      const working = spawn(globalThis.process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
      const [code, signal] = (await once(working, 'exit')) as [number | null, string | null]
      return signal ?? code
    }
    for (let i = 0; i < crashRuns; i++) {
      const userId = await creator()
      const { id } = await requestPayout(deps, userId, 'request')
      expect(await run(id, step)).toBe('SIGKILL')
      expect((await statusOf(id)).status).toBe('processing')
      expect(transfersOf(id)).toHaveLength(step === 'before-call' ? 0 : 1)
      // Killed a second time by whoever takes it over, then finished.
      const second = await run(id, step)
      expect(['SIGKILL', 0]).toContain(second)
      await finish(id)
      await finish(id)
      expect(await statusOf(id)).toMatchObject({ status: 'completed' })
      expect(transfersOf(id)).toHaveLength(1)
      expect((await balancesOf(db, [userId])).get(userId)).toMatchObject({ payable: 0n, paid: 69_570_000n })
    }
    expect(await faultsOf(db)).toEqual([])
  },
  180_000 + crashRuns * 30_000,
)

test.each([
  ['the answer is lost', 'cut_after', 1],
  ['the request is lost', 'cut_before', 0],
  ['a 500 that the key keeps', 'error_500', 0],
  ['another request with the key is going', 'conflict_409', 0],
] as const)('%s: unknown, looked up, paid once', async (_name, kind, sentMeanwhile) => {
  const { db, sandbox, deps, creator, transfersOf, statusOf, process: work } = await setUp()
  const userId = await creator()
  const { id } = await requestPayout(deps, userId, 'request')
  // The client itself repeats once what is cut.
  sandbox.faults.add({ match: 'POST /v1/transfers', kind, times: kind.startsWith('cut') ? 2 : 1 })
  await expect(work(id)).rejects.toThrow(PayoutUnknownError)
  expect(await statusOf(id)).toEqual({ status: 'unknown', attempt: 1 })
  expect(transfersOf(id)).toHaveLength(sentMeanwhile)
  expect(await faultsOf(db)).toEqual([])
  if (kind === 'error_500') {
    // The same key gives the same 500: a new one is taken only now, with nothing sent.
    await expect(work(id)).rejects.toThrow(PayoutUnknownError)
    expect(await statusOf(id)).toEqual({ status: 'unknown', attempt: 2 })
  }
  await work(id)
  expect(await statusOf(id)).toMatchObject({ status: 'completed' })
  expect(transfersOf(id)).toHaveLength(1)
  expect(await faultsOf(db)).toEqual([])
})

test('keys that Stripe has forgotten: what was sent is found, nothing is sent twice', async () => {
  const { sandbox, deps, creator, transfersOf, statusOf, process: work } = await setUp()
  const userId = await creator()
  const { id } = await requestPayout(deps, userId, 'request')
  sandbox.faults.add({ match: 'POST /v1/transfers', kind: 'cut_after', times: 2 })
  await expect(work(id)).rejects.toThrow(PayoutUnknownError)
  sandbox.state.forgetAnswers()
  await work(id)
  expect(await statusOf(id)).toMatchObject({ status: 'completed' })
  expect(transfersOf(id)).toHaveLength(1)
})

test('refused: the money is back, the reason says who has to act', async () => {
  const { db, sandbox, deps, creator, transfersOf, process: work } = await setUp()
  const userId = await creator()
  sandbox.setBalance(100)
  const { id } = await requestPayout(deps, userId, 'request')
  await work(id)
  const row = await db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    status: 'failed',
    failure_code: 'balance_insufficient',
    failure_actor: 'platform',
  })
  expect(transfersOf(id)).toEqual([])
  expect((await balancesOf(db, [userId])).get(userId)).toMatchObject({ payable: 70_000_000n, paid: 0n })
  // Once there is money again, so can be the payout.
  sandbox.setBalance(1_000_000)
  const again = await requestPayout(deps, userId, 'request')
  await work(again.id)
  expect(transfersOf(again.id)).toHaveLength(1)
  expect(await faultsOf(db)).toEqual([])
})

test('two workers on one payout: one transfer', async () => {
  const { db, deps, creator, transfersOf, process: work } = await setUp()
  const userId = await creator()
  const { id } = await requestPayout(deps, userId, 'request')
  await Promise.allSettled(Array.from({ length: 8 }, () => work(id)))
  await work(id)
  expect(transfersOf(id)).toHaveLength(1)
  expect(await faultsOf(db)).toEqual([])
})
