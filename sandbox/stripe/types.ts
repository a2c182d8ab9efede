import type { Stripe } from 'stripe'
import type { CustomerAddress, InvoiceTax, LineTax, PlanTax } from './tax/types.ts'

/**
 * The stored objects, with the fields of Stripe's API 2026-10-28 that are used. Times are Unix seconds,
 * amounts cents.
 */
export interface Base {
  id: string
  object: string
  created: number
  livemode: false
}
export interface Customer extends Base {
  object: 'customer'
  email: string | null
  name: string | null
  /** undefined: created before tax existed */
  address?: CustomerAddress | null
  metadata: Record<string, string>
  /** below zero: credit toward later invoices */
  balance: number
  /** the clock for everything about this customer; null: the sandbox's time */
  test_clock: string | null
}
export interface TestClock extends Base {
  object: 'test_helpers.test_clock'
  frozen_time: number
  name: string | null
  status: 'ready'
  deletes_after: number
}
export interface Product extends Base {
  object: 'product'
  name: string
  active: true
}
export interface Price extends Base {
  object: 'price'
  product: string
  active: true
  currency: 'usd'
  unit_amount: number
  type: 'recurring'
  recurring: { interval: 'month'; interval_count: 1 }
  tax_behavior?: 'exclusive' | 'inclusive' | 'unspecified'
  nickname: string | null
}
export interface PaymentMethod extends Base {
  object: 'payment_method'
  type: 'card'
  customer: string | null
  card: { brand: string; last4: string; exp_month: number; exp_year: number }
  /** How the card behaves; see cards.ts. Not sent. */
  _behavior: string
}
export interface SubscriptionItem {
  id: string
  object: 'subscription_item'
  subscription: string
  price: Price
  quantity: 1
  current_period_start: number
  current_period_end: number
}
export interface Subscription extends Base {
  object: 'subscription'
  customer: string
  status: 'incomplete' | 'incomplete_expired' | 'active' | 'past_due' | 'canceled' | 'unpaid'
  automatic_tax?: PlanTax
  items: { object: 'list'; data: [SubscriptionItem]; has_more: false; url: string }
  cancel_at_period_end: boolean
  cancel_at: number | null
  canceled_at: number | null
  ended_at: number | null
  start_date: number
  billing_cycle_anchor: number
  collection_method: 'charge_automatically'
  latest_invoice: string
  default_payment_method: string | null
  pending_setup_intent: string | null
  pause_collection: { behavior: 'keep_as_draft' | 'mark_uncollectible' | 'void'; resumes_at: null } | null
  metadata: Record<string, string>
}
export interface InvoiceLine {
  id: string
  object: 'line_item'
  amount: number
  currency: 'usd'
  description: string
  period: { start: number; end: number }
  taxes?: LineTax[]
  pricing: {
    price_details: { price: string; product: string }
    type: 'price_details'
    unit_amount_decimal: string
  }
}
export interface Invoice extends Base {
  object: 'invoice'
  customer: string
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  number: string
  currency: 'usd' | 'eur'
  subtotal: number
  total: number
  automatic_tax?: InvoiceTax
  total_taxes?: LineTax[]
  total_excluding_tax?: number
  starting_balance: number
  amount_due: number
  amount_paid: number
  amount_remaining: number
  attempt_count: number
  next_payment_attempt: number | null
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  hosted_invoice_url: string
  period_start: number
  period_end: number
  parent: {
    type: 'subscription_details'
    subscription_details: { subscription: string; metadata: Record<string, string> }
  }
  lines: { object: 'list'; data: InvoiceLine[]; has_more: false; url: string }
  status_transitions: { finalized_at: number; paid_at: number | null; voided_at: number | null }
  /** null when nothing is due. Not sent. */
  _intent: string | null
}
export interface PaymentError {
  type: 'card_error'
  code: string
  decline_code?: string
  message: string
}
export interface PaymentIntent extends Base {
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: 'usd'
  customer: string
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
  client_secret: string
  payment_method: string | null
  latest_charge: string | null
  last_payment_error: PaymentError | null
  next_action: { type: 'use_stripe_sdk' } | null
  metadata: Record<string, string>
  _invoice: string | null
}
export interface SetupIntent extends Base {
  object: 'setup_intent'
  customer: string
  status: 'requires_payment_method' | 'requires_action' | 'succeeded'
  client_secret: string
  payment_method: string | null
  last_setup_error: PaymentError | null
  next_action: { type: 'use_stripe_sdk' } | null
  metadata: Record<string, string>
}
export interface Charge extends Base {
  object: 'charge'
  amount: number
  amount_refunded: number
  refunded: boolean
  currency: 'usd'
  customer: string
  payment_intent: string
  status: 'succeeded' | 'failed'
  disputed: boolean
  /** null for a failed charge, and until the payment is captured */
  balance_transaction: string | null
}
/** A balance change by a payment or refund. */
export interface BalanceTransaction extends Base {
  object: 'balance_transaction'
  type:
    | 'charge'
    | 'refund'
    | 'refund_failure'
    | 'adjustment'
    | 'topup'
    | 'payout'
    | 'transfer'
    | 'transfer_refund'
  reporting_category: string
  /** negative for money leaving the balance */
  amount: number
  fee: number
  net: number
  currency: 'usd'
  exchange_rate: null
  fee_details: Stripe.BalanceTransaction.FeeDetail[]
  /** id of the charge, refund, transfer … */
  source: string
  status: 'pending' | 'available'
  available_on: number
}
export interface Refund extends Base {
  object: 'refund'
  amount: number
  currency: 'usd'
  charge: string
  payment_intent: string
  status: 'succeeded' | 'failed'
  balance_transaction: string
  failure_balance_transaction?: string
  failure_reason?: string
  reason: string | null
  metadata: Record<string, string>
}
export interface Dispute extends Base {
  object: 'dispute'
  amount: number
  currency: 'usd'
  charge: string
  payment_intent: string
  reason: 'fraudulent'
  status: 'needs_response' | 'under_review' | 'won' | 'lost' | 'warning_needs_response' | 'warning_closed'
  balance_transactions: BalanceTransaction[]
  is_charge_refundable: boolean
  evidence: Stripe.Dispute.Evidence
  evidence_details: Stripe.Dispute.EvidenceDetails
  metadata: Record<string, string>
}
/** A payout to a bank: the platform's own, or a connected account's. */
export interface Payout extends Base {
  object: 'payout'
  amount: number
  currency: string
  arrival_date: number
  automatic: boolean
  balance_transaction: string | null
  failure_balance_transaction: string | null
  failure_code: string | null
  failure_message: string | null
  status: 'paid' | 'failed' | 'in_transit'
  /** the connected account; null: the platform. Not sent. */
  _account: string | null
}
export interface Transfer extends Base {
  object: 'transfer'
  amount: number
  amount_reversed: number
  reversed: boolean
  reversals: { object: 'list'; data: Stripe.TransferReversal[]; has_more: false; url: string }
  balance_transaction: string | null
  currency: string
  destination: string
  transfer_group: string | null
  metadata: Record<string, string>
}
/** Whether an account has one capability. */
export interface Capability {
  status: 'active' | 'pending' | 'restricted'
  status_details: { code: string; resolution: string }[]
}
/** Accounts v2; its times are ISO 8601. */
export interface Account {
  id: string
  object: 'v2.core.account'
  created: string
  livemode: false
  contact_email?: string
  display_name?: string
  dashboard?: string
  applied_configurations: string[]
  closed: boolean
  configuration: {
    recipient: {
      applied: boolean
      capabilities: {
        stripe_balance: { stripe_transfers: Capability; payouts: Capability }
      }
    }
  }
  identity: {
    country: string
    entity_type: 'individual'
    individual?: NonNullable<Stripe.V2.Core.Account['identity']>['individual']
  }
  defaults: { currency: string }
  metadata: Record<string, string>
}
export interface StripeEvent {
  id: string
  object: 'event' | 'v2.core.event'
  type: string
  created: number | string
  livemode: false
  [more: string]: unknown
}

export interface Kinds {
  customer: Customer
  test_clock: TestClock
  product: Product
  price: Price
  payment_method: PaymentMethod
  subscription: Subscription
  invoice: Invoice
  payment_intent: PaymentIntent
  setup_intent: SetupIntent
  charge: Charge
  balance_transaction: BalanceTransaction
  refund: Refund
  dispute: Dispute
  payout: Payout
  topup: Stripe.Topup & { id: string }
  transfer: Transfer
  account: Account
  event: StripeEvent
}
export type Kind = keyof Kinds
