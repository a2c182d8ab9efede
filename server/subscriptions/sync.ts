import type { Deps } from '#server/deps.ts'
import { post } from '#server/ledger/index.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { fromCents, minus } from '#server/platform/money.ts'
import type { Stripe } from '#server/platform/stripe.ts'
import { mailFailedRenewal } from './dunning.ts'
import { tierOfPrice } from './gateway.ts'
import { notePlan } from './plan-history.ts'
import { inTurn, saveInvoice, saveSubscription, tierOf, userOfCustomer } from './store.ts'

export type SyncDeps = Pick<Deps, 'db' | 'stripe' | 'clock' | 'log' | 'mailer' | 'publicUrl'>

const idOf = (value: string | { id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id
const dateOf = (seconds: number | null | undefined): Date | null =>
  seconds ? new Date(seconds * 1000) : null
const earlier = (a: Date, b: Date): Date => (a < b ? a : b)

function clientOf(deps: SyncDeps) {
  if (!deps.stripe) throw new Error('This server has no account at Stripe')
  return deps.stripe
}

/**
 * Brings a subscription to what Stripe says now. Asked for in turn, so that an older answer never overwrites a newer
 * one, in whatever order the news arrives.
 */
export async function syncSubscription(deps: SyncDeps, subscriptionId: string): Promise<void> {
  const gateway = clientOf(deps)
  await deps.db.transaction().execute(async tx => {
    await inTurn(tx, subscriptionId)
    const s = await gateway.client.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] })
    const userId = await userOfCustomer(tx, idOf(s.customer) ?? '')
    const item = s.items.data[0]
    const tier = item && tierOfPrice(gateway, item.price.id)
    if (!userId || !item || !tier) {
      deps.log.warn({ subscriptionId }, 'a subscription at Stripe that is none of ours')
      return
    }
    const now = deps.clock.now()
    const invoice = typeof s.latest_invoice === 'string' ? null : s.latest_invoice
    await inTurn(tx, userId)
    await saveSubscription(tx, {
      id: s.id,
      user_id: userId,
      status: s.status,
      tier,
      price_id: item.price.id,
      cancel_at_period_end: s.cancel_at_period_end,
      current_period_end: dateOf(item.current_period_end),
      past_due_since: s.status === 'past_due' ? dateOf(invoice?.created ?? s.created) : null,
      started_at: dateOf(s.start_date) ?? now,
      ended_at: dateOf(s.ended_at),
    })
    const entitled = await tierOf(tx, userId, now)
    const since = entitled === 'free' ? dateOf(s.ended_at) : dateOf(invoice?.created)
    await notePlan(tx, userId, entitled, earlier(since ?? now, now))
  })
}

/** Every refund of an invoice's payments, once each. @returns cents in all */
async function syncRefunds(
  tx: Tx,
  client: Stripe,
  invoiceId: string,
  userId: string,
  now: Date,
): Promise<number> {
  let cents = 0
  const payments = await client.invoicePayments.list({ invoice: invoiceId, limit: 100 })
  for (const { payment } of payments.data) {
    const intent = idOf(payment.payment_intent)
    if (!intent) continue
    for await (const refund of client.refunds.list({ payment_intent: intent, limit: 100 })) {
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
  }
  return cents
}

/** Brings an invoice to what Stripe says now: row, ledger, refunds, and a mail for a failed renewal. */
export async function syncInvoice(deps: SyncDeps, invoiceId: string): Promise<void> {
  const { client } = clientOf(deps)
  const subscriptionId = await deps.db.transaction().execute(async tx => {
    await inTurn(tx, invoiceId)
    const invoice = await client.invoices.retrieve(invoiceId)
    const userId = await userOfCustomer(tx, idOf(invoice.customer) ?? '')
    if (!userId) return undefined
    const now = deps.clock.now()
    const subscription = idOf(invoice.parent?.subscription_details?.subscription)
    if (invoice.status === 'paid' && invoice.amount_paid > 0) {
      const amount = fromCents(invoice.amount_paid)
      await post(tx, [
        {
          sourceEvent: `invoice:${invoiceId}:paid`,
          type: 'subscription_payment',
          userId,
          facts: { invoiceId, subscriptionId: subscription },
          occurredAt: now,
          lines: [
            { account: { kind: 'card_payments' }, amount: minus(amount) },
            { account: { kind: 'subscription_revenue' }, amount },
          ],
        },
      ])
    }
    const refunded = invoice.status === 'paid' ? await syncRefunds(tx, client, invoiceId, userId, now) : 0
    await saveInvoice(tx, {
      id: invoiceId,
      user_id: userId,
      subscription_id: subscription ?? null,
      number: invoice.number,
      status: invoice.status ?? 'draft',
      amount_cents: invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due,
      refunded_cents: refunded,
      description: invoice.lines.data.map(l => l.description).join(', '),
      url: invoice.hosted_invoice_url || null,
      created_at: dateOf(invoice.created) ?? now,
      paid_at: dateOf(invoice.status_transitions.paid_at),
    })
    if (
      invoice.status === 'open' &&
      invoice.billing_reason === 'subscription_cycle' &&
      invoice.attempt_count > 0
    )
      await mailFailedRenewal(deps, tx, {
        userId,
        invoiceId,
        attempt: invoice.attempt_count,
        cents: invoice.amount_due,
      })
    return subscription
  })
  if (subscriptionId) await syncSubscription(deps, subscriptionId)
}

/** Brings the invoice behind a payment to what Stripe says now; a payment without one is none of ours. */
export async function syncPayment(deps: SyncDeps, paymentIntentId: string): Promise<void> {
  const { client } = clientOf(deps)
  const { data } = await client.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: paymentIntentId },
  })
  for (const { invoice } of data) {
    const id = idOf(invoice as string | { id: string })
    if (id) await syncInvoice(deps, id)
  }
}
