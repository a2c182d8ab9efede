import { expect, test } from 'vitest'
import { returnMultipliers } from '#server/earnings/index.ts'
import { balancesOf } from '#server/ledger/index.ts'
import { changePlan, previewChange } from '#server/subscriptions/change-plan.ts'
import { statusOf } from '#server/subscriptions/status.ts'
import { createSubscription } from '#server/subscriptions/subscribe.ts'
import { actorOf, faultsOf } from '#test/harness/money.ts'
import { plansByHand } from './plans-by-hand.ts'

type Hand = Awaited<ReturnType<typeof plansByHand>>

const change = async ({ deps }: Hand, userId: string, priceId: string) => {
  const { quoteId } = await previewChange(deps, userId, priceId)
  await changePlan(deps, userId, { priceId, quoteId })
}
/** What Stripe holds for a person, cents. */
const atStripe = ({ sandbox }: Hand, userId: string) =>
  0 - (sandbox.state.all('customer', c => c.metadata.userId === userId)[0]?.balance ?? 0)
const unpaid = async ({ db }: Hand, userId: string) => {
  const { pending, payable } = (await balancesOf(db, [userId])).get(userId) ?? { pending: 0n, payable: 0n }
  return pending + payable
}

test('a refund after a downgrade takes the credit back, and no plan can be bought with it', async () => {
  const hand = await plansByHand()
  const { db, sandbox, stripe, client, deps, subscriber, deliver, count } = hand
  const { userId, intent } = await subscriber('pm_card_visa', stripe.prices.pro)
  await deliver()
  await change(hand, userId, stripe.prices.premium)
  await deliver()
  expect(atStripe(hand, userId)).toBe(1500)
  sandbox.advance(0.1)
  await count(userId, 1000)
  // Someone refunds all of it in Stripe's dashboard and ends the plan.
  await client.refunds.create({ payment_intent: intent })
  await client.subscriptions.cancel((await client.subscriptions.list({ limit: 1 })).data[0]?.id as string)
  await deliver()
  await returnMultipliers(deps)
  expect(atStripe(hand, userId)).toBe(0)
  // Nobody has paid for the cheaper plan either.
  expect(await unpaid(hand, userId)).toBe(35_000_000n)
  const again = await createSubscription(deps, actorOf(userId), stripe.prices.premium)
  await deliver()
  expect(again.intent).toBe('payment')
  expect(await statusOf(deps, userId)).toMatchObject({ tier: 'free' })
  expect(await faultsOf(db)).toEqual([])
})
