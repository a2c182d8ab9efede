import { post } from '#server/ledger/index.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { fromCents, minus } from '#server/platform/money.ts'
import type { Stripe } from '#server/platform/stripe.ts'
import { idOf } from './gateway.ts'
import { feeInPrice } from './rules.ts'

interface Paid {
  invoiceId: string
  userId: string
  now: Date
}

/** What Stripe keeps of a charge, posted once. @returns cents; null while the payment is being captured */
async function bringFee(
  tx: Tx,
  charge: Stripe.Charge,
  { invoiceId, userId, now }: Paid,
): Promise<number | null> {
  const settled = charge.balance_transaction
  if (!settled || typeof settled === 'string') return null
  const cents = feeInPrice(charge, settled)
  // The ledger has no lines of nothing.
  if (cents === 0) return 0
  const amount = fromCents(cents)
  await post(tx, [
    {
      sourceEvent: `card_fee:${charge.id}`,
      type: 'card_fee',
      userId,
      facts: { invoiceId, chargeId: charge.id, balanceTransaction: settled.id },
      occurredAt: now,
      lines: [
        { account: { kind: 'card_payments' }, amount },
        { account: { kind: 'card_fees' }, amount: minus(amount) },
      ],
    },
  ])
  return cents
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
    await post(tx, [
      {
        sourceEvent: `refund:${refund.id}`,
        type: 'subscription_refund',
        userId,
        facts: { invoiceId, refundId: refund.id },
        occurredAt: now,
        lines: [
          { account: { kind: 'subscription_revenue' }, amount: minus(amount) },
          { account: { kind: 'card_payments' }, amount },
        ],
      },
    ])
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
    const kept = await bringFee(tx, charge, paid)
    fee = kept === null || fee === null ? null : fee + kept
    refunded += await bringRefunds(tx, refunds, paid)
  }
  return { refunded, fee }
}
