import { sentences as notices } from '#sentences/subscriptions.ts'
import type { Tx } from '#server/core/db/database.ts'
import { fromCents, minus, toDollars } from '#server/core/money.ts'
import type { Stripe } from '#server/core/stripe.ts'
import { debitsOf, type PaidInvoice, post, postMovement, returnedBy } from '#server/ledger/index.ts'
import { notify, notifyAdmins } from '#server/notifications/index.ts'
import { idOf } from './gateway.ts'
import { feeInPrice } from './rules.ts'

interface Paid extends PaidInvoice {
  now: Date
}

/**
 * Posts a charge to the Stripe balance, less Stripe's fee; only once.
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

/** Notifies the person and admins about a returned refund. */
async function notifyFailedRefund(tx: Tx, refund: Stripe.Refund, { userId }: Paid): Promise<void> {
  const sum = toDollars(fromCents(refund.amount))
  await notify(tx, {
    userId,
    videoId: null,
    type: 'payout_processed',
    title: notices.refundBackTitle({ sum }),
    message: notices.refundBackMessage({ sum }),
    link: '/premium',
    eventKey: `refund_failed:${refund.id}`,
  })
  await notifyAdmins(tx, {
    title: notices.cardRefusedTitle({ sum }),
    message: notices.cardRefusedMessage({
      refund: refund.id,
      reason: (refund.failure_reason ?? 'unknown').replaceAll('_', ' '),
    }),
    link: '/admin?tab=money',
    eventKey: `refund_failed:${refund.id}`,
  })
}

/**
 * One refund: what was refunded, and what was returned because the bank refused it. @returns refunded cents
 * that were not returned
 */
async function bringRefund(tx: Tx, refund: Stripe.Refund, paid: Paid): Promise<number> {
  const { invoiceId, userId, now } = paid
  // Without it no money has moved.
  if (!refund.balance_transaction) return 0
  const amount = fromCents(refund.amount)
  const { resendOf } = refund.metadata ?? {}
  const facts = { invoiceId, refundId: refund.id, ...(resendOf ? { resendOf } : {}) }
  const about = { userId, facts, occurredAt: now }
  const debits = await debitsOf(tx, paid, refund.amount)
  const written = await post(tx, [
    {
      ...about,
      sourceEvent: `refund:${refund.id}`,
      type: 'subscription_refund',
      lines: [...debits.lines, { account: { kind: 'clearing' }, amount }],
    },
  ])
  if (written.size) await debits.posted()
  // A refund posted before stripe_balance existed was included in its opening balance.
  const movement = { source: refund.id, fee: 0 }
  if (written.size)
    await postMovement(
      tx,
      { ...movement, type: 'refund', amount: -refund.amount },
      { now, userId, invoiceId },
    )
  const returned = idOf(refund.failure_balance_transaction)
  if (!returned) return refund.amount
  const back = await returnedBy(tx, invoiceId, refund.id)
  const fresh = await post(tx, [
    {
      ...about,
      sourceEvent: `refund:${refund.id}:failed`,
      type: 'refund_failed',
      lines: [{ account: { kind: 'clearing' }, amount: minus(amount) }, ...back.lines],
    },
  ])
  if (fresh.size) await back.posted()
  await postMovement(
    tx,
    { ...movement, type: 'refund_failure', amount: refund.amount, id: returned },
    { now, userId, invoiceId },
  )
  if (fresh.size) await notifyFailedRefund(tx, refund, paid)
  return 0
}

/** A charge that paid an invoice, with its fee if known, and its refunds. */
export interface PaidBy {
  charge: Stripe.Charge
  refunds: Stripe.Refund[]
}

/**
 * Fetches what paid an invoice from Stripe.
 * @param withRefunds there are known refunds, even if the charge no longer lists any
 */
export async function readPayments(
  client: Stripe,
  invoiceId: string,
  withRefunds: boolean,
): Promise<PaidBy[]> {
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
    // Most payments have no refunds, which saves a call.
    if (withRefunds || charge.amount_refunded > 0)
      for await (const refund of client.refunds.list({ payment_intent: intentId, limit: 100 }))
        refunds.push(refund)
    payments.push({ charge, refunds })
  }
  return payments
}

/**
 * Follow-ups of a paid invoice's payments: Stripe's fees, and refunds.
 * @returns cents; fee null until Stripe has reported it for every payment
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
    for (const refund of refunds) refunded += await bringRefund(tx, refund, paid)
  }
  return { refunded, fee }
}
