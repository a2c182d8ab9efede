import { missing, StripeRefusal } from './errors.ts'
import { type Form, formOf, listOf, metadataOf, textOf } from './form.ts'
import {
  collect,
  daySeconds,
  draftInvoice,
  lineOf,
  monthLater,
  nameOf,
  newInvoice,
  prorationLines,
  settleInvoice,
  voidInvoice,
} from './invoices.ts'
import { type PaymentHooks, pay } from './payments.ts'
import { changed, dropPending, pendingOf, refuseUnsupported, withPending } from './pending-updates.ts'
import { newId, type StripeState } from './state.ts'
import { planTaxOf } from './tax/calculate.ts'
import { addressOf } from './tax/location.ts'
import type { Invoice, PaymentIntent, Subscription } from './types.ts'

/**
 * An unpaid first invoice ends its subscription after this time
 * (https://docs.stripe.com/billing/subscriptions/overview).
 */
const firstPaymentSeconds = 23 * 3600

const itemOf = (s: Subscription) => s.items.data[0]
const noTax = { disabled_reason: null, enabled: false, liability: null }
const ended = (s: Subscription) => s.status === 'canceled' || s.status === 'incomplete_expired'

export function createSubscription(state: StripeState, hooks: PaymentHooks, form: Form): Subscription {
  const customer = state.get('customer', textOf(form.customer) ?? '')
  const priceId = textOf(formOf(listOf(form.items)[0]).price)
  if (!priceId) throw missing('items[0][price]')
  const price = state.find('price', priceId)
  if (!price)
    throw new StripeRefusal(400, 'invalid_request_error', `No such price: '${priceId}'`, {
      code: 'resource_missing',
      param: 'items[0][price]',
    })
  const base = state.base('subscription')
  const start = base.created
  const draft: Subscription = {
    ...base,
    object: 'subscription',
    customer: customer.id,
    status: 'incomplete',
    items: {
      object: 'list',
      data: [
        {
          id: newId('si'),
          object: 'subscription_item',
          subscription: base.id,
          price,
          quantity: 1,
          current_period_start: start,
          current_period_end: monthLater(start),
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${base.id}`,
    },
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
    ended_at: null,
    start_date: start,
    billing_cycle_anchor: start,
    collection_method: 'charge_automatically',
    automatic_tax: planTaxOf(form, { address: customer.address, price }) ?? noTax,
    latest_invoice: '',
    default_payment_method: null,
    pending_setup_intent: null,
    pause_collection: null,
    metadata: metadataOf(form.metadata),
  }
  const invoice = newInvoice(state, hooks, draft, 'subscription_create', [
    lineOf(price, price.unit_amount, `1 × ${nameOf(price)}`, start, monthLater(start)),
  ])
  const made = state.put('subscription', {
    ...draft,
    latest_invoice: invoice.id,
    status: invoice.status === 'paid' ? 'active' : 'incomplete',
  })
  hooks.emit('customer.subscription.created', made)
  return made
}

const save = (state: StripeState, hooks: PaymentHooks, s: Subscription): Subscription => {
  const saved = state.put('subscription', s)
  hooks.emit(
    s.status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated',
    saved,
  )
  return saved
}

/** Ends a subscription now. */
export function cancelNow(state: StripeState, hooks: PaymentHooks, id: string): Subscription {
  const s = state.get('subscription', id)
  if (ended(s))
    throw new StripeRefusal(404, 'invalid_request_error', `No such subscription: '${id}'`, {
      code: 'resource_missing',
    })
  const now = state.now()
  // The invoice of a pending update stays open, as far as is known.
  const pending_update = null
  return save(state, hooks, { ...s, status: 'canceled', canceled_at: now, ended_at: now, pending_update })
}

const settingsOf = (state: StripeState, s: Subscription, form: Form): Partial<Subscription> => {
  const behavior = textOf(formOf(form.pause_collection).behavior)
  const paused = behavior === 'void' || behavior === 'keep_as_draft' || behavior === 'mark_uncollectible'
  const method = textOf(form.default_payment_method)
  const { address } = state.get('customer', s.customer)
  const tax = planTaxOf(form, { address, price: itemOf(s).price })
  return {
    ...(paused ? { pause_collection: { behavior, resumes_at: null } } : {}),
    ...(textOf(form.pause_collection) === '' ? { pause_collection: null } : {}),
    ...(method ? { default_payment_method: state.get('payment_method', method).id } : {}),
    ...(tax ? { automatic_tax: tax } : {}),
  }
}

/** What a declined or unauthenticated payment of a change is answered with. */
function refusalOf({ status, last_payment_error: error }: PaymentIntent): StripeRefusal {
  if (status === 'requires_action')
    return new StripeRefusal(
      402,
      'card_error',
      'Payment for this subscription requires additional user action before it can be completed successfully.',
      { code: 'subscription_payment_intent_requires_action' },
    )
  return new StripeRefusal(
    402,
    'card_error',
    error?.message ?? 'This customer has no attached payment source.',
    {
      code: error?.code ?? 'resource_missing',
      ...(error?.decline_code ? { decline_code: error.decline_code } : {}),
    },
  )
}

/**
 * Changes the price or cancel_at_period_end. A higher price is paid first. When that fails, the change waits for
 * the payment with `pending_if_incomplete`; otherwise nothing changes.
 */
export function updateSubscription(
  state: StripeState,
  hooks: PaymentHooks,
  id: string,
  form: Form,
): Subscription {
  let s = state.get('subscription', id)
  if (ended(s))
    throw new StripeRefusal(
      400,
      'invalid_request_error',
      'A canceled subscription can only update its cancellation_details and metadata.',
    )
  const waits = textOf(form.payment_behavior) === 'pending_if_incomplete'
  if (waits) refuseUnsupported(form)
  const atEnd = textOf(form.cancel_at_period_end)
  const cancelAtEnd = atEnd === undefined ? null : atEnd === 'true'
  const pendingEnd = s.pending_update?.cancel_at_period_end ?? null
  if (pendingEnd !== null && cancelAtEnd !== null && pendingEnd !== cancelAtEnd)
    s = dropPending(state, hooks, s)
  s = { ...s, ...settingsOf(state, s, form) }
  const priceId = textOf(formOf(listOf(form.items)[0]).price)
  if (!priceId || priceId === itemOf(s).price.id)
    return save(state, hooks, changed(state, s, { price: null, cancelAtEnd }))
  // What Stripe does with a second one is not documented.
  if (s.pending_update)
    throw new StripeRefusal(400, 'invalid_request_error', 'This subscription has a pending update.')

  const change = { price: state.get('price', priceId), cancelAtEnd }
  const at = Number(textOf(form.proration_date) ?? state.now())
  const lines = prorationLines(itemOf(s), change.price, at)
  const invoice = newInvoice(state, hooks, s, 'subscription_update', lines)
  // Payments of updates are on-session unless the caller says otherwise.
  const paid = collect(state, hooks, s, invoice, textOf(form.off_session) === 'true')
  if (paid) return save(state, hooks, { ...changed(state, s, change), latest_invoice: invoice.id })
  const intent = state.get('payment_intent', invoice._intent as string)
  if (!waits) {
    voidInvoice(state, hooks, invoice)
    throw refusalOf(intent)
  }
  if (intent.status === 'requires_action')
    hooks.emit('invoice.payment_action_required', state.get('invoice', invoice.id))
  return save(state, hooks, {
    ...s,
    latest_invoice: invoice.id,
    pending_update: pendingOf(state, s, change),
  })
}

/** What a new plan would cost at an address; the person need not be a customer yet. */
function previewNew(state: StripeState, form: Form): Invoice {
  const price = state.get(
    'price',
    textOf(formOf(listOf(formOf(form.subscription_details).items)[0]).price) ?? '',
  )
  const address = addressOf(formOf(form.customer_details))
  const at = state.now()
  const base = { id: newId('upcoming_in'), created: at, livemode: false as const }
  const plan = { customer: '', automatic_tax: planTaxOf(form, { address, price }) ?? noTax, metadata: {} }
  const line = lineOf(price, price.unit_amount, `1 × ${nameOf(price)}`, at, monthLater(at))
  return draftInvoice(base, { id: '', ...plan }, { balance: 0, address }, 'subscription_create', [line])
}

/** What a change or a new plan would cost: an invoice that is not created. */
export function preview(state: StripeState, form: Form): Invoice {
  if (form.subscription === undefined) return previewNew(state, form)
  const s = state.get('subscription', textOf(form.subscription) ?? '')
  const details = formOf(form.subscription_details)
  const price = state.get('price', textOf(formOf(listOf(details.items)[0]).price) ?? '')
  const at = Number(textOf(details.proration_date) ?? state.now())
  const customer = state.get('customer', s.customer)
  const base = { id: newId('upcoming_in'), created: at, livemode: false as const }
  return draftInvoice(base, s, customer, 'subscription_update', prorationLines(itemOf(s), price, at))
}

/** Applies a payment's result to the subscription behind it. */
export function settle(state: StripeState, hooks: PaymentHooks, intent: PaymentIntent): void {
  const invoice = settleInvoice(state, hooks, intent)
  if (!invoice) return
  // A subscription that is being created has no invoice yet.
  const s = state.find('subscription', invoice.parent.subscription_details.subscription)
  if (!s || ended(s)) return
  if (invoice.status === 'paid') {
    const active = s.status === 'active'
    const waited = s.pending_update && s.latest_invoice === invoice.id
    const next: Subscription = {
      ...(waited ? withPending(state, s) : s),
      status: 'active',
      default_payment_method: intent.payment_method ?? s.default_payment_method,
    }
    if (waited || !active || next.default_payment_method !== s.default_payment_method)
      save(state, hooks, next)
    if (waited) hooks.emit('customer.subscription.pending_update_applied', state.get('subscription', s.id))
  } else if (invoice.billing_reason === 'subscription_cycle' && s.status === 'active')
    save(state, hooks, { ...s, status: 'past_due' })
}

function renew(state: StripeState, hooks: PaymentHooks, s: Subscription): void {
  const item = itemOf(s)
  const start = item.current_period_end
  const moved: Subscription = {
    ...s,
    items: {
      ...s.items,
      data: [{ ...item, current_period_start: start, current_period_end: monthLater(start) }],
    },
  }
  const invoice = newInvoice(state, hooks, moved, 'subscription_cycle', [
    lineOf(item.price, item.price.unit_amount, `1 × ${nameOf(item.price)}`, start, monthLater(start)),
  ])
  // Without a location, tax is switched off for the plan and stays off
  // (https://docs.stripe.com/tax/customer-locations).
  const lost = invoice.automatic_tax?.disabled_reason === 'finalization_requires_location_inputs'
  const automatic_tax = lost
    ? { disabled_reason: 'requires_location_inputs' as const, enabled: false, liability: null }
    : moved.automatic_tax
  state.put('subscription', {
    ...moved,
    ...(automatic_tax ? { automatic_tax } : {}),
    latest_invoice: invoice.id,
  })
  // Nothing is collected while the plan is paused
  // (https://docs.stripe.com/billing/subscriptions/pause-payment).
  if (s.pause_collection && invoice.status === 'open') {
    hooks.emit('invoice.voided', voidInvoice(state, hooks, invoice))
    return void save(state, hooks, state.get('subscription', s.id))
  }
  if (!collect(state, hooks, s, invoice)) return
  save(state, hooks, state.get('subscription', s.id))
}

/** Runs what is due: renewals, retries, cancellations. @param clock null: the sandbox's time */
export function runClock(state: StripeState, hooks: PaymentHooks, clock: string | null = null): void {
  const now = state.now()
  const mine = (s: Subscription) => (state.get('customer', s.customer).test_clock ?? null) === clock
  for (const known of state.all('subscription', mine)) {
    for (let s = known; !ended(s); ) {
      const before = JSON.stringify(s)
      const item = itemOf(s)
      if (s.pending_update && s.pending_update.expires_at <= now) dropPending(state, hooks, s)
      else if (s.status === 'incomplete' && now - s.created > firstPaymentSeconds)
        save(state, hooks, { ...s, status: 'incomplete_expired', ended_at: now })
      else if (s.status === 'active' && item.current_period_end <= now) {
        if (s.cancel_at_period_end)
          save(state, hooks, { ...s, status: 'canceled', ended_at: item.current_period_end })
        else renew(state, hooks, s)
      } else if (s.status === 'past_due') retry(state, hooks, s, now)
      s = state.get('subscription', s.id)
      if (JSON.stringify(s) === before) break
    }
  }
}

function retry(state: StripeState, hooks: PaymentHooks, s: Subscription, now: number): void {
  let invoice = state.get('invoice', s.latest_invoice)
  while (invoice.status === 'open' && invoice.next_payment_attempt && invoice.next_payment_attempt <= now) {
    collect(state, hooks, s, invoice)
    invoice = state.get('invoice', invoice.id)
  }
  const current = state.get('subscription', s.id)
  if (
    current.status === 'past_due' &&
    invoice.next_payment_attempt === null &&
    now > invoice.created + daySeconds
  )
    save(state, hooks, { ...current, status: 'canceled', canceled_at: now, ended_at: now })
}

/** Pays an open invoice with the customer's current card. @throws StripeRefusal card_error when declined */
export function payInvoice(state: StripeState, hooks: PaymentHooks, id: string, form: Form): Invoice {
  const invoice = state.get('invoice', id)
  const s = state.get('subscription', invoice.parent.subscription_details.subscription)
  const method = state.get('payment_method', textOf(form.payment_method) ?? s.default_payment_method ?? '')
  if (invoice._intent) pay(state, hooks, invoice._intent, method, true)
  return state.get('invoice', id)
}
