/** Customers, plans and invoices. */
import type { Stripe } from 'stripe'
import type { CustomerAddress, InvoiceTax, LineTax, PlanTax } from '../tax/types.ts'
import type { Base } from './base.ts'

export interface Customer extends Base {
  object: 'customer'
  email: string | null
  name: string | null
  /** undefined: created before tax existed */
  address?: CustomerAddress | null
  metadata: Record<string, string>
  /** undefined: nothing was chosen yet */
  invoice_settings?: Stripe.Customer.InvoiceSettings & { default_payment_method: string | null }
  /** below zero: credit toward later invoices */
  balance: number
  /** the clock for everything about this customer; null: the sandbox's time */
  test_clock: string | null
}
/** A change of a customer's balance. */
export interface CustomerBalanceTransaction extends Base {
  object: 'customer_balance_transaction'
  customer: string
  /** below zero: a credit */
  amount: number
  currency: 'usd'
  ending_balance: number
  invoice: string | null
  type: 'adjustment' | 'applied_to_invoice' | 'unapplied_from_invoice'
  description: string | null
  metadata: Record<string, string>
}
/** What a customer may do on Stripe's own pages. */
export type PortalConfiguration = Stripe.BillingPortal.Configuration
/** A link to those pages. */
export interface PortalSession extends Stripe.BillingPortal.Session {
  livemode: false
  configuration: string
  _secret: string
  /** the setup of a card that waits for its owner */
  _setup: string | null
  _used_at: number | null
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
export interface SubscriptionItem {
  id: string
  object: 'subscription_item'
  subscription: string
  price: Price
  quantity: 1
  current_period_start: number
  current_period_end: number
}
/** A change that takes effect when `latest_invoice` is paid. */
export interface PendingUpdate {
  billing_cycle_anchor: null
  cancel_at_period_end: boolean | null
  discount: null
  discounts: null
  expires_at: number
  metadata: null
  subscription_items: [SubscriptionItem] | null
  trial_end: null
  trial_from_plan: null
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
  /** undefined: created before it existed here */
  pending_update?: PendingUpdate | null
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
  /** null: not finalized */
  ending_balance: number | null
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
