import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'
import { balancesOf } from '#server/ledger/index.ts'
import { PayoutUnknownError } from '#server/payouts/process-payout.ts'
import { requestPayout } from '#server/payouts/request-payout.ts'
import { serverArgs } from '../../scripts/setup.mjs'
import { faultsOf } from '../harness/money.ts'
import { setUpPayouts } from './payout-setup.ts'

/** How often each step is killed: a few times by default, CRASH_RUNS=50 for the full proof. */
const crashRuns = Number(process.env.CRASH_RUNS ?? 2)
const child = path.join(import.meta.dirname, '../harness/payouts/payout-child.ts')

test('a hundred simultaneous requests create exactly one payout', async () => {
  const { db, deps, creator } = await setUpPayouts()
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
  'killed %s, repeatedly: paid once, never lost',
  async step => {
    const { db, url, sandbox, deps, creator, transfersOf, statusOf, process: finish } = await setUpPayouts()
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
      // Killed again in the process that takes over, then finished.
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
  const { db, sandbox, deps, creator, transfersOf, statusOf, process: work } = await setUpPayouts()
  const userId = await creator()
  const { id } = await requestPayout(deps, userId, 'request')
  // The client itself retries a cut connection once.
  sandbox.faults.add({ match: 'POST /v1/transfers', kind, times: kind.startsWith('cut') ? 2 : 1 })
  await expect(work(id)).rejects.toThrow(PayoutUnknownError)
  // A 500 is stored for its key; nothing was sent, so the next attempt uses another key.
  expect(await statusOf(id)).toEqual({ status: 'unknown', attempt: kind === 'error_500' ? 2 : 1 })
  expect(transfersOf(id)).toHaveLength(sentMeanwhile)
  expect(await faultsOf(db)).toEqual([])
  await work(id)
  expect(await statusOf(id)).toMatchObject({ status: 'completed' })
  expect(transfersOf(id)).toHaveLength(1)
  expect(await faultsOf(db)).toEqual([])
})

test('after Stripe has forgotten the keys, finds what was sent and sends nothing twice', async () => {
  const { sandbox, deps, creator, transfersOf, statusOf, process: work } = await setUpPayouts()
  const userId = await creator()
  const { id } = await requestPayout(deps, userId, 'request')
  sandbox.faults.add({ match: 'POST /v1/transfers', kind: 'cut_after', times: 2 })
  await expect(work(id)).rejects.toThrow(PayoutUnknownError)
  sandbox.state.forgetAnswers()
  await work(id)
  expect(await statusOf(id)).toMatchObject({ status: 'completed' })
  expect(transfersOf(id)).toHaveLength(1)
})

test('two workers on one payout make one transfer', async () => {
  const { db, deps, creator, transfersOf, process: work } = await setUpPayouts()
  const userId = await creator()
  const { id } = await requestPayout(deps, userId, 'request')
  await Promise.allSettled(Array.from({ length: 8 }, () => work(id)))
  await work(id)
  expect(transfersOf(id)).toHaveLength(1)
  expect(await faultsOf(db)).toEqual([])
})
