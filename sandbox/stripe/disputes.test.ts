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

const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(64)])

test('evidence is staged with a file, within the limits, and then submitted', limit, async () => {
  const { stripe, premium } = await setUp()
  const { intent } = await subscribe(stripe, premium)
  await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_createDispute', return_url })
  const find = async () => (await stripe.disputes.list({ payment_intent: intent })).data[0]
  await expect.poll(async () => (await find())?.status, patience).toBe('needs_response')
  const { id } = (await find()) as Stripe.Dispute
  const upload = (data: Buffer, name = 'receipt.png') =>
    stripe.files.create({
      purpose: 'dispute_evidence',
      file: { data, name, type: 'application/octet-stream' },
    })
  const file = await upload(png)
  expect(file).toMatchObject({ purpose: 'dispute_evidence', filename: 'receipt.png', type: 'png' })
  await expect(upload(Buffer.from('hello'), 'note.txt')).rejects.toThrow()
  const staged = await stripe.disputes.update(id, {
    evidence: { receipt: file.id, customer_name: 'Lee Miller' },
    submit: false,
  })
  expect(staged.status).toBe('needs_response')
  expect(staged.evidence_details).toMatchObject({ has_evidence: true, submission_count: 0 })
  for (const evidence of [{ receipt: 'file_none' }, { product_description: 'x'.repeat(20_001) }])
    await expect(stripe.disputes.update(id, { evidence, submit: false })).rejects.toThrow()
  const sent = await stripe.disputes.update(id, { submit: true })
  expect(sent.evidence).toMatchObject({ receipt: file.id, customer_name: 'Lee Miller' })
  expect(sent.evidence_details.submission_count).toBe(1)
})

test('an issuer warns about a payment; a full refund leaves nothing to do', limit, async () => {
  const { stripe, premium } = await setUp()
  const { intent } = await subscribe(stripe, premium)
  await stripe.paymentIntents.confirm(intent, {
    payment_method: 'pm_card_createIssuerFraudRecord',
    return_url,
  })
  const find = async () => (await stripe.radar.earlyFraudWarnings.list({ payment_intent: intent })).data[0]
  await expect.poll(async () => (await find())?.actionable, patience).toBe(true)
  await stripe.refunds.create({ payment_intent: intent })
  await expect.poll(async () => (await find())?.actionable, patience).toBe(false)
})
