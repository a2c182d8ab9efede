import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { bySettings } from '#server/audit/index.ts'
import type { Database } from '#server/core/db/database.ts'
import { recordViews } from '#server/earnings/index.ts'
import { payoutLimitsOf, setPayoutLimits } from '#server/payouts/limits.ts'
import { processPayout } from '#server/payouts/process-payout.ts'
import { requestPayout } from '#server/payouts/request-payout.ts'
import { wakePayouts } from '#server/payouts/schedule.ts'
import { presentPayout } from '#server/payouts/views/present.ts'
import { faultsOf, sampleOf } from '#test/harness/money.ts'
import { setUpPayouts } from './payout-setup.ts'

const dayMs = 24 * 3600_000
/** Each payout is for 2,000 views: $70.00, of which $69.57 is sent. */
const net = 69.57

async function setUp(people: number) {
  const hand = await setUpPayouts()
  const { deps, port, creator, db } = hand
  let now = Date.parse('2026-11-26T15:00:00Z')
  const clock = { now: () => new Date(now) }
  const timed = { ...deps, clock }
  const limit = (perDay: number | null, perRiderDay: number | null = null) =>
    setPayoutLimits(timed, bySettings, { perDay, perRiderDay })
  const send = (id: string) => processPayout({ ...timed, port }, id)
  const made = []
  for (let i = 0; i < people; i++) made.push(await requestPayout(timed, await creator(), 'request'))
  const states = async () =>
    (await db.selectFrom('payouts').select('status').orderBy('status').execute()).map(p => p.status)
  const tomorrow = () => {
    now = (Math.floor(now / dayMs) + 1) * dayMs
  }
  return { ...hand, deps: timed, limit, send, ids: made.map(p => p.id), states, tomorrow }
}

const rowOf = (db: Database, id: string) =>
  db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('payouts beyond the limit of a day wait until the next UTC day, and say why', async () => {
  const { deps, limit, send, ids, states, tomorrow, db } = await setUp(3)
  await limit(2 * net)
  for (const id of ids) await send(id)
  expect(await states()).toEqual(['completed', 'completed', 'pending'])
  expect(await payoutLimitsOf(deps)).toEqual({
    perDay: 2 * net,
    perRiderDay: null,
    sentToday: 2 * net,
    waiting: { count: 1, amount: net },
  })
  const stopped = await rowOf(db, ids[2] as string)
  expect(presentPayout(stopped, 'en')).toMatchObject({
    reasonCode: 'day_limit',
    reason: "Today's limit for payouts has been reached.",
    whoMustAct: null,
  })
  // The round leaves it alone today: asking again would only cost transactions.
  const woken: string[] = []
  const jobs = Object.assign(Object.create(deps.jobs), {
    sendAll: async (_: unknown, __: unknown, list: { payoutId: string }[]) =>
      void woken.push(...list.map(p => p.payoutId)),
  })
  await wakePayouts({ ...deps, jobs })
  expect(woken).toEqual([])
  tomorrow()
  await wakePayouts({ ...deps, jobs })
  expect(woken).toEqual([ids[2]])
  await send(ids[2] as string)
  expect(await states()).toEqual(['completed', 'completed', 'completed'])
  expect(await payoutLimitsOf(deps)).toMatchObject({ sentToday: net, waiting: { count: 0 } })
  expect(await faultsOf(db)).toEqual([])
})

test('however many workers send at once, a day never exceeds its limit', async () => {
  const { limit, send, ids, states, db } = await setUp(8)
  await limit(3 * net + 1)
  await Promise.all(ids.map(send))
  const all = await states()
  expect(all.filter(s => s === 'completed')).toHaveLength(3)
  expect(all.filter(s => s === 'pending')).toHaveLength(5)
  expect(await faultsOf(db)).toEqual([])
})

test('without readable limits nothing is sent', async () => {
  const { send, ids, states, db, sandbox } = await setUp(1)
  await db.deleteFrom('payout_limits').execute()
  await expect(send(ids[0] as string)).rejects.toThrow("can't be read")
  expect(await states()).toEqual(['pending'])
  expect(sandbox.state.all('transfer')).toEqual([])
})

test('the limit of a rider holds across their payouts; one larger than a limit waits for staff', async () => {
  const { deps, db, limit, send, ids, states } = await setUp(2)
  const [first, other] = ids as [string, string]
  await limit(null, 1.5 * net)
  await send(first)
  const { user_id: userId } = await rowOf(db, first)
  await db
    .transaction()
    .execute(tx =>
      recordViews(tx, new Date(), [
        sampleOf({ userId, videoId: randomUUID(), views: 2000, sampledAt: new Date() }),
      ]),
    )
  const second = await requestPayout(deps, userId, 'request')
  await send(second.id)
  await send(other)
  expect(await rowOf(db, second.id)).toMatchObject({ status: 'pending', limited_by: 'rider' })
  expect(await rowOf(db, other)).toMatchObject({ status: 'completed' })
  await limit(null, 10)
  await send(second.id)
  expect(await rowOf(db, second.id)).toMatchObject({ status: 'pending', limited_by: 'size' })
  expect(presentPayout(await rowOf(db, second.id), 'en')).toMatchObject({ whoMustAct: 'staff' })
  // Ending the limits releases what they stopped.
  await limit(null)
  await send(second.id)
  expect(await states()).toEqual(['completed', 'completed', 'completed'])
})

test('money that was sent and came back still counts for its day', async () => {
  const { deps, limit, send, ids, db, transfersOf, stripe } = await setUp(2)
  const [first, second] = ids as [string, string]
  await limit(net)
  await send(first)
  const [transfer] = transfersOf(first)
  await stripe.client.transfers.createReversal(transfer?.id as string)
  const { syncTransfer } = await import('#server/payouts/sync.ts')
  await syncTransfer({ ...deps, stripe }, transfer?.id as string)
  expect(await rowOf(db, first)).toMatchObject({ status: 'failed' })
  await send(second)
  expect(await rowOf(db, second)).toMatchObject({ status: 'pending', limited_by: 'day' })
})
