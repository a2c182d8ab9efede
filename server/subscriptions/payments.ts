import { post } from '#server/ledger/index.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { fromCents, minus } from '#server/platform/money.ts'
import type { Stripe } from '#server/platform/stripe.ts'
import { postMovement } from '#server/treasury/index.ts'
import { idOf } from './gateway.ts'
import { feeInPrice } from './rules.ts'

interface Paid {
  invoiceId: string
  userId: string
  now: Date
}

/**
 * Brings a charge to the balance at Stripe, less what Stripe keeps of it; posted once.
 * @returns the fee in cents; null while the payment is being captured
 */
async function bringCharge(
  tx: Tx,
  charge: Stripe.Charge,
  { invoiceId, userId, now }: Paid,
): Promise<number | null> {
  const settled = charge.balance_transaction
  if (!settled || typeof settled === 'string') return null
  const fee = feeInPrice(charge, settled)
  const { id, type } = settled
  await postMovement(
    tx,
    { type, source: charge.id, amount: charge.amount, fee, id },
    { now, userId, invoiceId, chargeId: charge.id },
  )
  return fee
}

/** Every refund of a payment, once each. @returns cents in all */
async function bringRefunds(
  tx: Tx,
  refunds: readonly Stripe.Refund[],
  { invoiceId, userId, now }: Paid,
): Promise<number> {
  let cents = 0
  for (const refund of refunds) {
    if (refund.status !== 'succeeded') continue
    cents += refund.amount
    const amount = fromCents(refund.amount)
    const written = await post(tx, [
      {
        sourceEvent: `refund:${refund.id}`,
        type: 'subscription_refund',
        userId,
        facts: { invoiceId, refundId: refund.id },
        occurredAt: now,
        lines: [
          { account: { kind: 'subscription_revenue' }, amount: minus(amount) },
          { account: { kind: 'clearing' }, amount },
        ],
      },
    ])
    // One that was posted before there was a stripe_balance has been taken along as it was opened.
    if (written.size)
      await postMovement(
        tx,
        { type: 'refund', source: refund.id, amount: -refund.amount, fee: 0 },
        { now, userId, invoiceId },
      )
  }
  return cents
}

/** A charge that paid an invoice, with its fee where it is known, and what went back of it. */
export interface PaidBy {
  charge: Stripe.Charge
  refunds: Stripe.Refund[]
}

/** Asks Stripe what paid an invoice. */
export async function readPayments(client: Stripe, invoiceId: string): Promise<PaidBy[]> {
  const payments: PaidBy[] = []
  for await (const { payment } of client.invoicePayments.list({
    invoice: invoiceId,
    status: 'paid',
    limit: 100,
  })) {
    const intentId = idOf(payment.payment_intent)
    if (!intentId) continue
    const { latest_charge: charge } = await client.paymentIntents.retrieve(intentId, {
      expand: ['latest_charge.balance_transaction'],
    })
    if (!charge || typeof charge === 'string') continue
    const refunds: Stripe.Refund[] = []
    // Nothing is given back of most payments: a call less.
    if (charge.amount_refunded > 0)
      for await (const refund of client.refunds.list({ payment_intent: intentId, limit: 100 }))
        refunds.push(refund)
    payments.push({ charge, refunds })
  }
  return payments
}

/**
 * What followed the payments of a paid invoice: Stripe's fees, and what went back.
 * @returns cents; fee null while Stripe has not said it of every payment
 */
export async function bringPayments(
  tx: Tx,
  payments: readonly PaidBy[],
  paid: Paid,
): Promise<{ refunded: number; fee: number | null }> {
  let refunded = 0
  let fee: number | null = 0
  for (const { charge, refunds } of payments) {
    const kept = await bringCharge(tx, charge, paid)
    fee = kept === null || fee === null ? null : fee + kept
    refunded += await bringRefunds(tx, refunds, paid)
  }
  return { refunded, fee }
}
