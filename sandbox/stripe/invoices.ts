import { StripeRefusal } from './errors.ts'
import { newIntent, type PaymentHooks, pay } from './payments.ts'
import { newId, type StripeState } from './state.ts'
import { taxed } from './tax/calculate.ts'
import type {
  Customer,
  CustomerBalanceTransaction,
  Invoice,
  InvoiceLine,
  PaymentIntent,
  Price,
  Subscription,
} from './types.ts'

export const daySeconds = 24 * 3600
/** Days after the first failure on which a renewal is retried; after the last one the plan ends. */
export const retryDays = [1, 3, 5] as const

export const nameOf = (price: Price): string => price.nickname ?? price.product

export const lineOf = (
  price: Price,
  amount: number,
  description: string,
  start: number,
  end: number,
): InvoiceLine => ({
  id: newId('il'),
  pricing: {
    price_details: { price: price.id, product: price.product },
    type: 'price_details',
    unit_amount_decimal: String(price.unit_amount),
  },
  object: 'line_item',
  amount,
  currency: 'usd',
  description,
  period: { start, end },
})

/** One calendar month later, as billing anchors move. */
export function monthLater(seconds: number): number {
  const from = new Date(seconds * 1000)
  const to = new Date(from)
  to.setUTCMonth(to.getUTCMonth() + 1)
  // January 31 plus one month is the last day of February.
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0)
  return Math.floor(to.getTime() / 1000)
}

/**
 * The unused part of one price and the remaining part of another, from a moment to the period's end; whole
 * cents.
 */
export function prorationLines(item: Subscription['items']['data'][0], to: Price, at: number): InvoiceLine[] {
  const { price: from, current_period_start: start, current_period_end: end } = item
  const part = Math.max(0, Math.min(1, (end - at) / (end - start)))
  return [
    lineOf(from, -Math.round(from.unit_amount * part), `Unused time on ${nameOf(from)}`, at, end),
    lineOf(to, Math.round(to.unit_amount * part), `Remaining time on ${nameOf(to)}`, at, end),
  ]
}

/** An invoice that hasn't been sent yet: its lines and tax, less the customer's balance. */
export function draftInvoice(
  base: Pick<Invoice, 'id' | 'created' | 'livemode'>,
  subscription: Pick<Subscription, 'id' | 'customer' | 'metadata' | 'automatic_tax'>,
  { balance, address }: Pick<Customer, 'balance' | 'address'>,
  reason: Invoice['billing_reason'],
  untaxed: InvoiceLine[],
): Invoice {
  const { lines, automatic_tax, total_taxes } = taxed(
    untaxed,
    subscription.automatic_tax?.enabled === true,
    address,
  )
  const subtotal = lines.reduce((sum, l) => sum + l.amount, 0)
  const total = subtotal + total_taxes.reduce((sum, tax) => sum + tax.amount, 0)
  const due = Math.max(0, total + balance)
  return {
    ...base,
    object: 'invoice',
    customer: subscription.customer,
    status: 'draft',
    number: '',
    currency: 'usd',
    subtotal,
    total,
    automatic_tax,
    total_taxes,
    total_excluding_tax: subtotal,
    starting_balance: balance,
    ending_balance: null,
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    attempt_count: 0,
    next_payment_attempt: null,
    billing_reason: reason,
    hosted_invoice_url: '',
    period_start: base.created,
    period_end: base.created,
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${base.id}/lines` },
    status_transitions: { finalized_at: 0, paid_at: null, voided_at: null },
    _intent: null,
  }
}

/**
 * Changes a customer's balance (https://docs.stripe.com/billing/customer/balance#types). There is no event of
 * its own: the customer is updated.
 * @param amount below zero: a credit
 */
export function moveBalance(
  state: StripeState,
  hooks: PaymentHooks,
  customerId: string,
  moved: Pick<CustomerBalanceTransaction, 'amount' | 'type'> & Partial<CustomerBalanceTransaction>,
): CustomerBalanceTransaction {
  const known = state.get('customer', customerId)
  const customer = state.put('customer', { ...known, balance: known.balance + moved.amount })
  const made = state.put('customer_balance_transaction', {
    ...state.base('customer_balance_transaction'),
    object: 'customer_balance_transaction',
    customer: customerId,
    currency: 'usd',
    ending_balance: customer.balance,
    invoice: null,
    description: null,
    metadata: {},
    ...moved,
  })
  hooks.emit('customer.updated', customer)
  return made
}

/** Creates an invoice with an intent to pay it; a zero invoice is paid at once. */
export function newInvoice(
  state: StripeState,
  hooks: PaymentHooks,
  subscription: Subscription,
  reason: Invoice['billing_reason'],
  lines: InvoiceLine[],
): Invoice {
  const customer = state.get('customer', subscription.customer)
  const draft = draftInvoice(state.base('invoice'), subscription, customer, reason, lines)
  const { id, created, amount_due: due } = draft
  const amount = Math.min(draft.total, -customer.balance)
  if (amount !== 0)
    moveBalance(state, hooks, customer.id, { amount, type: 'applied_to_invoice', invoice: id })
  const invoice: Invoice = {
    ...draft,
    ending_balance: customer.balance + amount,
    status: due === 0 ? 'paid' : 'open',
    number: `TC-${String(state.count('invoice') + 1).padStart(6, '0')}`,
    status_transitions: { finalized_at: created, paid_at: due === 0 ? created : null, voided_at: null },
    _intent: due === 0 ? null : newIntent(state, { amount: due, customer: customer.id, invoice: id }).id,
  }
  state.put('invoice', invoice)
  hooks.emit('invoice.created', invoice)
  hooks.emit('invoice.finalized', invoice)
  if (due === 0) hooks.emit('invoice.paid', invoice)
  return invoice
}

/** Voids an open invoice. The balance that it used goes back to the customer, and nobody can pay it any more. */
export function voidInvoice(state: StripeState, hooks: PaymentHooks, invoice: Invoice): Invoice {
  const used = (invoice.ending_balance ?? invoice.starting_balance) - invoice.starting_balance
  if (used !== 0)
    moveBalance(state, hooks, invoice.customer, {
      amount: -used,
      type: 'unapplied_from_invoice',
      invoice: invoice.id,
    })
  const intent = invoice._intent ? state.get('payment_intent', invoice._intent) : null
  if (intent)
    hooks.emit(
      'payment_intent.canceled',
      state.put('payment_intent', { ...intent, status: 'canceled', next_action: null }),
    )
  return state.put('invoice', {
    ...state.get('invoice', invoice.id),
    status: 'void',
    amount_remaining: 0,
    status_transitions: { ...invoice.status_transitions, voided_at: state.now() },
  })
}

/**
 * Tries to charge an invoice to the subscription's card.
 * @param offSession the owner isn't there to authenticate
 * @returns whether it is paid
 */
export function collect(
  state: StripeState,
  hooks: PaymentHooks,
  subscription: Subscription,
  invoice: Invoice,
  offSession = true,
): boolean {
  if (!invoice._intent) return true
  const { invoice_settings: settings } = state.get('customer', subscription.customer)
  const card = subscription.default_payment_method ?? settings?.default_payment_method
  const method = card ? state.find('payment_method', card) : undefined
  if (!method) return false
  try {
    return pay(state, hooks, invoice._intent, method, offSession).status === 'succeeded'
  } catch (error) {
    if (error instanceof StripeRefusal && error.type === 'card_error') return false
    throw error
  }
}

/** Applies an intent's result to its invoice. @returns the invoice, or null for an intent without one */
export function settleInvoice(
  state: StripeState,
  hooks: PaymentHooks,
  intent: PaymentIntent,
): Invoice | null {
  if (!intent._invoice) return null
  const invoice = state.get('invoice', intent._invoice)
  if (invoice.status !== 'open') return null
  if (intent.status === 'succeeded') {
    const paid = state.put('invoice', {
      ...invoice,
      status: 'paid',
      amount_paid: intent.amount,
      amount_remaining: 0,
      attempt_count: invoice.attempt_count + 1,
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, paid_at: state.now() },
    })
    hooks.emit('invoice.paid', paid)
    hooks.emit('invoice.payment_succeeded', paid)
    return paid
  }
  const attempts = invoice.attempt_count + 1
  const wait = invoice.billing_reason === 'subscription_cycle' ? retryDays[attempts - 1] : undefined
  const failed = state.put('invoice', {
    ...invoice,
    attempt_count: attempts,
    next_payment_attempt: wait === undefined ? null : invoice.created + wait * daySeconds,
  })
  hooks.emit('invoice.payment_failed', failed)
  return failed
}
