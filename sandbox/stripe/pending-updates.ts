/**
 * Changes of a subscription that wait for their payment
 * (https://docs.stripe.com/billing/subscriptions/pending-updates-reference).
 */
import { StripeRefusal } from './errors.ts'
import { type Form, formOf, listOf } from './form.ts'
import { voidInvoice } from './invoices.ts'
import type { PaymentHooks } from './payments.ts'
import type { StripeState } from './state.ts'
import type { Invoice, PendingUpdate, Price, Subscription } from './types.ts'

const lifeSeconds = 23 * 3600
/** `cancel_at_period_end` since 2026-09-30 (https://docs.stripe.com/changelog/endive). */
const supported = new Set([
  'add_invoice_items',
  'billing_cycle_anchor',
  'cancel_at_period_end',
  'expand',
  'items',
  'off_session',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'trial_end',
  'trial_from_plan',
])
const supportedOfItems = new Set(['id', 'price', 'quantity'])

/** @throws StripeRefusal for a parameter that can't wait for a payment */
export function refuseUnsupported(form: Form): void {
  const items = listOf(form.items).flatMap((item, i) =>
    Object.keys(formOf(item))
      .filter(name => !supportedOfItems.has(name))
      .map(name => `items[${i}][${name}]`),
  )
  const [param] = [...Object.keys(form).filter(name => !supported.has(name)), ...items]
  if (param)
    throw new StripeRefusal(
      400,
      'invalid_request_error',
      `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you can only pass supported params. \`${param}\` is not supported.`,
      { param },
    )
}

/** What an update changes; null: that stays. */
export interface Change {
  price: Price | null
  cancelAtEnd: boolean | null
}

/** The subscription after a change. */
export function changed(state: StripeState, s: Subscription, { price, cancelAtEnd }: Change): Subscription {
  const item = s.items.data[0]
  return {
    ...s,
    ...(cancelAtEnd === null
      ? {}
      : {
          cancel_at_period_end: cancelAtEnd,
          cancel_at: cancelAtEnd ? item.current_period_end : null,
          canceled_at: cancelAtEnd ? state.now() : null,
        }),
    ...(price ? { items: { ...s.items, data: [{ ...item, price }] } } : {}),
  }
}

/** A change that waits for its payment: for 23 hours, and no longer than the period. */
export function pendingOf(
  state: StripeState,
  s: Subscription,
  { price, cancelAtEnd }: Change,
): PendingUpdate {
  const [item] = s.items.data
  return {
    billing_cycle_anchor: null,
    cancel_at_period_end: cancelAtEnd,
    discount: null,
    discounts: null,
    expires_at: Math.min(state.now() + lifeSeconds, item.current_period_end),
    metadata: null,
    subscription_items: price ? [{ ...item, price }] : null,
    trial_end: null,
    trial_from_plan: null,
  }
}

/** The subscription with the change that its payment was for. */
export function withPending(state: StripeState, s: Subscription): Subscription {
  const { subscription_items: items, cancel_at_period_end: cancelAtEnd } = s.pending_update as PendingUpdate
  return { ...changed(state, s, { price: items?.[0].price ?? null, cancelAtEnd }), pending_update: null }
}

/** Gives a pending change up: its invoice is void. */
export function dropPending(state: StripeState, hooks: PaymentHooks, s: Subscription): Subscription {
  const invoice = state.get('invoice', s.latest_invoice)
  if (invoice.status === 'open') hooks.emit('invoice.voided', voidInvoice(state, hooks, invoice))
  const after = state.put('subscription', { ...s, pending_update: null })
  hooks.emit('customer.subscription.updated', after)
  hooks.emit('customer.subscription.pending_update_expired', after)
  return after
}

/** Voids an open invoice, and with it the change that waits for it. @throws StripeRefusal for another one */
export function voidOpen(state: StripeState, hooks: PaymentHooks, id: string): Invoice {
  const invoice = state.get('invoice', id)
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
    throw new StripeRefusal(
      400,
      'invalid_request_error',
      `You can only pass in open or uncollectible invoices. This invoice is ${invoice.status}.`,
    )
  const s = state.get('subscription', invoice.parent.subscription_details.subscription)
  if (s.pending_update && s.latest_invoice === id) dropPending(state, hooks, s)
  else hooks.emit('invoice.voided', voidInvoice(state, hooks, invoice))
  return state.get('invoice', id)
}
