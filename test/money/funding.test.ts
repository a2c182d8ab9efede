import { expect, test } from 'vitest'
import { balancesOf } from '#server/ledger/index.ts'
import { balanceAtStripe } from '#server/payouts/adapters/stripe.ts'
import { processPayout } from '#server/payouts/process-payout.ts'
import { requestPayout } from '#server/payouts/request-payout.ts'
import { unfinishedPayouts, unsafeFindPayout } from '#server/payouts/store.ts'
import { checkFunding, fundingOf } from '#server/payouts/views/funding.ts'
import { presentPayout } from '#server/payouts/views/present.ts'
import { inEnglish } from '#test/harness/notifications.ts'
import { faultsOf, makeCreator } from '../harness/money.ts'
import { setUpPayouts } from './payout-setup.ts'

type SetUp = Awaited<ReturnType<typeof setUpPayouts>>

async function admin(db: SetUp['db']): Promise<string> {
  const id = await makeCreator(db)
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', id).execute()
  return id
}
const alertsOf = async (db: SetUp['db'], userId: string) =>
  inEnglish(
    await db
      .selectFrom('notifications')
      .select(['title', 'message'])
      .where('user_id', '=', userId)
      .where('type', '=', 'payout_alert')
      .execute(),
  )

test("when Stripe's balance is too low, a payout waits instead of failing, and goes out once it is topped up", async () => {
  const { db, sandbox, deps, creator, transfersOf, process: work } = await setUpPayouts()
  const userId = await creator()
  sandbox.setBalance(100)
  const { id } = await requestPayout(deps, userId, 'request')
  for (const attempt of [2, 3]) {
    await work(id)
    const row = await unsafeFindPayout(db, id)
    expect(row).toMatchObject({ status: 'pending', attempt, failure_code: null })
    expect(row?.awaiting_funds_since).toBeInstanceOf(Date)
  }
  const row = await unsafeFindPayout(db, id)
  expect(row && presentPayout(row, 'en')).toMatchObject({
    status: 'pending',
    reason: null,
    whoMustAct: null,
    nextStep: "$69.57 is scheduled. It goes out automatically; you don't need to do anything.",
  })
  expect(await db.selectFrom('notifications').select('id').where('user_id', '=', userId).execute()).toEqual(
    [],
  )
  expect((await balancesOf(db, [userId])).get(userId)).toMatchObject({ payable: 0n, paid: 0n })
  expect(await unfinishedPayouts(db, { now: new Date(), limit: 10 })).toMatchObject([{ id }])
  // Refusals are stored for their keys for a day, so the next attempt uses a new key.
  sandbox.setBalance(10_000)
  await work(id)
  expect(await unsafeFindPayout(db, id)).toMatchObject({ status: 'completed', awaiting_funds_since: null })
  expect(transfersOf(id)).toHaveLength(1)
  expect(await faultsOf(db)).toEqual([])
})

test('the answer to an earlier key changes nothing: what another worker is sending is sent once', async () => {
  const { db, sandbox, deps, port, creator, transfersOf, process: work } = await setUpPayouts()
  const userId = await creator()
  sandbox.setBalance(0)
  const { id } = await requestPayout(deps, userId, 'request')
  // While its first answer is in transit, another worker gets the same refusal, and a third starts over.
  const late = {
    ...port,
    send: async (order: Parameters<typeof port.send>[0]) => {
      const answer = await port.send(order)
      await work(id)
      await db.updateTable('payouts').set({ status: 'processing' }).where('id', '=', id).execute()
      return answer
    },
  }
  await processPayout({ ...deps, port: late }, id)
  expect(await unsafeFindPayout(db, id)).toMatchObject({ status: 'processing', attempt: 2 })
  sandbox.setBalance(10_000)
  await work(id)
  expect(transfersOf(id)).toHaveLength(1)
  expect(await faultsOf(db)).toEqual([])
})

test('notifies admins, not riders, how much to add by when, once a day', async () => {
  const { db, sandbox, stripe, deps, creator } = await setUpPayouts()
  const boss = await admin(db)
  const rider = await creator()
  sandbox.setBalance(5000)
  await requestPayout(deps, rider, 'request')
  const today = deps.clock.now().toISOString().slice(0, 10)
  expect(await fundingOf(deps, await balanceAtStripe(stripe.client))).toMatchObject({
    available: 50,
    needs: [{ by: today, amount: 69.57 }],
    short: {
      amount: 19.57,
      by: today,
      sentence: `Add $19.57 to the Stripe balance by ${today}: a top-up from your bank, or a bank transfer to Stripe.`,
    },
    stopped: null,
  })
  expect(await checkFunding(deps, stripe.client)).toMatchObject({ availableCents: 5000 })
  expect(await checkFunding(deps, stripe.client)).toMatchObject({ availableCents: 5000 })
  expect(await alertsOf(db, boss)).toMatchObject([{ title: `Payouts need $19.57 more by ${today}` }])
  expect(await alertsOf(db, rider)).toEqual([])
  sandbox.setBalance(6957)
  expect((await fundingOf(deps, await balanceAtStripe(stripe.client))).short).toBeNull()
})

test("the next scheduled run's payouts are needed by its date", async () => {
  const { stripe, sandbox, deps, creator } = await setUpPayouts()
  await creator()
  sandbox.setBalance(0)
  const { needs, short } = await fundingOf(deps, await balanceAtStripe(stripe.client))
  expect(needs).toEqual([{ by: expect.stringMatching(/-01$/), amount: 70 }])
  expect(short).toMatchObject({ amount: 70, by: needs[0]?.by })
})

test('a refused API key stops the run and raises an alarm; no payout fails, and all go out once it works', async () => {
  const { db, sandbox, stripe, deps, creator, transfersOf, process: work } = await setUpPayouts()
  const boss = await admin(db)
  const { id } = await requestPayout(deps, await creator(), 'request')
  const second = await requestPayout(deps, await creator(), 'request')
  sandbox.faults.add({ match: 'POST /v1/transfers', kind: 'error_401' })
  await work(id)
  // Stopped: the other payout isn't even tried.
  await work(second.id)
  for (const one of [id, second.id]) {
    expect(await unsafeFindPayout(db, one)).toMatchObject({ status: 'pending', failure_code: null })
    expect(transfersOf(one)).toEqual([])
  }
  expect(await alertsOf(db, boss)).toMatchObject([{ title: 'Payouts have stopped' }])
  sandbox.faults.add({ match: 'GET /v1/balance', kind: 'error_401' })
  expect(await checkFunding(deps, stripe.client)).toBeNull()
  expect((await fundingOf(deps, null)).stopped).toContain('Stripe refused our key')
  expect(await checkFunding(deps, stripe.client)).not.toBeNull()
  expect((await fundingOf(deps, null)).stopped).toBeNull()
  for (const one of [id, second.id]) {
    await work(one)
    expect(await unsafeFindPayout(db, one)).toMatchObject({ status: 'completed' })
  }
  expect(await alertsOf(db, boss)).toHaveLength(1)
  expect(await faultsOf(db)).toEqual([])
})
