/** The disputes contract, run against the sandbox or Stripe's test mode; see stripe.test.ts. */
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { limit, patience, priceOf, return_url, stripeUnderContract, subscribe } from '#test/harness/stripe.ts'

async function setUp() {
  const stripe = await stripeUnderContract()
  return { stripe, premium: await priceOf(stripe, 'Premium', 999) }
}

test.each([
  ['winning_evidence', 'won', [-999, 999]],
  ['losing_evidence', 'lost', [-999]],
] as const)(
  'a dispute withdraws the money and a fee at once; %s closes it as %s',
  limit,
  async (text, status, moved) => {
    const { stripe, premium } = await setUp()
    const { intent } = await subscribe(stripe, premium)
    await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_createDispute', return_url })
    const find = async () => (await stripe.disputes.list({ payment_intent: intent })).data[0]
    await expect.poll(async () => (await find())?.status, patience).toBe('needs_response')
    const opened = (await find()) as Stripe.Dispute
    expect(opened).toMatchObject({
      amount: 999,
      currency: 'usd',
      reason: 'fraudulent',
      payment_intent: intent,
    })
    expect(opened.evidence_details.due_by).toBeGreaterThan(Date.now() / 1000)
    expect(opened.balance_transactions).toMatchObject([
      { type: 'adjustment', reporting_category: 'dispute', amount: -999, source: opened.id },
    ])
    expect(opened.balance_transactions[0]?.fee).toBeGreaterThan(0)
    expect((await stripe.charges.retrieve(opened.charge as string)).disputed).toBe(true)
    await stripe.disputes.update(opened.id, { evidence: { uncategorized_text: text } })
    await expect.poll(async () => (await find())?.status, patience).toBe(status)
    await expect
      .poll(async () => (await find())?.balance_transactions.map(t => t.amount), patience)
      .toEqual(moved)
    await expect(stripe.disputes.close(opened.id)).rejects.toThrow('already closed')
  },
)
