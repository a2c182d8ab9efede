import type { Stripe } from '#server/core/stripe.ts'
import { idOf } from './gateway.ts'

/** The price of a change that waits for its payment; null: none waits. */
export const pendingPriceOf = (s: Stripe.Subscription): string | null =>
  s.pending_update?.subscription_items?.[0]?.price.id ?? null

/** A change whose first payment failed, for good or until the card's owner confirms it. */
interface Pending {
  invoice: Stripe.Invoice
  intent: Stripe.PaymentIntent | null
  /** whether only the card's owner is missing */
  waits: boolean
}

/** The change that isn't paid yet, with its payment; null: there is none. */
export async function pendingChangeOf(client: Stripe, s: Stripe.Subscription): Promise<Pending | null> {
  const invoiceId = idOf(s.latest_invoice)
  if (!s.pending_update || !invoiceId) return null
  const invoice = await client.invoices.retrieve(invoiceId)
  const { data } = await client.invoicePayments.list({
    invoice: invoiceId,
    expand: ['data.payment.payment_intent'],
  })
  const intent = data[0]?.payment.payment_intent ?? null
  if (!intent || typeof intent === 'string') return { invoice, intent: null, waits: false }
  const failed = intent.status === 'requires_payment_method' || intent.status === 'canceled'
  return { invoice, intent, waits: !failed }
}

/** Gives up a change that isn't paid: Stripe discards it with its invoice. */
export async function giveUpChange(client: Stripe, s: Stripe.Subscription): Promise<void> {
  const invoice = idOf(s.latest_invoice)
  if (s.pending_update && invoice) await client.invoices.voidInvoice(invoice)
}

/** Ends a plan now. A change that waits for its payment can't be paid afterwards. */
export async function endPlan(client: Stripe, s: Stripe.Subscription): Promise<void> {
  await giveUpChange(client, s)
  await client.subscriptions.cancel(s.id)
}
