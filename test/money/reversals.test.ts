import { expect, test } from 'vitest'
import { balancesOf, systemBalance } from '#server/ledger/index.ts'
import { requestPayout } from '#server/payouts/request-payout.ts'
import { syncTransfer } from '#server/payouts/sync.ts'
import { inEnglish } from '#test/harness/notifications.ts'
import { faultsOf } from '../harness/money.ts'
import { setUpPayouts } from './payout-setup.ts'

/** A payout of $70.00 that arrived at Stripe as $69.57. */
async function paid() {
  const all = await setUpPayouts()
  const { db, stripe, deps, creator, process, transfersOf } = all
  const userId = await creator()
  const { id } = await requestPayout(deps, userId, 'request')
  await process(id)
  const [transfer] = transfersOf(id)
  if (!transfer) throw new Error('Nothing was sent')
  const reverse = (amount?: number) =>
    stripe.client.transfers.createReversal(transfer.id, amount === undefined ? {} : { amount })
  const told = () => syncTransfer({ ...deps, stripe }, transfer.id)
  const balances = async () => (await balancesOf(db, [userId])).get(userId)
  const payout = () =>
    db
      .selectFrom('payouts')
      .select(['status', 'returned_cents', 'failure_code'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  return { ...all, userId, reverse, told, balances, payout }
}

test('only the reversed part of a transfer returns, and each part once', async () => {
  const { db, userId, reverse, told, balances, payout } = await paid()
  expect(await systemBalance(db, 'stripe_balance')).toBe(69_570_000n)
  await reverse(2000)
  for (let i = 0; i < 3; i++) await told()
  expect(await balances()).toEqual({ pending: 0n, payable: 20_000_000n, paid: 49_570_000n })
  expect(await payout()).toEqual({ status: 'completed', returned_cents: 2000, failure_code: null })
  await reverse(1)
  await Promise.all([told(), told()])
  expect(await balances()).toMatchObject({ payable: 20_010_000n, paid: 49_560_000n })
  expect(await systemBalance(db, 'stripe_balance')).toBe(49_560_000n)
  expect(await systemBalance(db, 'paid_out')).toBe(-49_560_000n)
  const notices = inEnglish(
    await db.selectFrom('notifications').select(['title']).where('user_id', '=', userId).execute(),
  )
  expect(
    notices
      .map(n => n.title)
      .filter(title => title.endsWith('came back'))
      .sort(),
  ).toEqual(['$0.01 of a payout came back', '$20.00 of a payout came back'])
  expect(await faultsOf(db)).toEqual([])
})

test('the rest returns later, with the fee', async () => {
  const { db, reverse, told, balances, payout } = await paid()
  await reverse(2000)
  await told()
  await reverse(3000)
  await reverse()
  for (let i = 0; i < 2; i++) await told()
  expect(await balances()).toEqual({ pending: 0n, payable: 70_000_000n, paid: 0n })
  expect(await payout()).toMatchObject({ status: 'failed', failure_code: 'returned' })
  expect(await systemBalance(db, 'stripe_balance')).toBe(0n)
  expect(await systemBalance(db, 'fees')).toBe(0n)
  expect(await faultsOf(db)).toEqual([])
})

test('parts that add up to the whole return as one when no earlier event arrived', async () => {
  const { db, reverse, told, balances, payout } = await paid()
  await reverse(2000)
  await reverse()
  await expect(reverse(1)).rejects.toThrow('already fully reversed')
  await told()
  expect(await balances()).toEqual({ pending: 0n, payable: 70_000_000n, paid: 0n })
  expect(await payout()).toMatchObject({ status: 'failed' })
  expect(await faultsOf(db)).toEqual([])
})
