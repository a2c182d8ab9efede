import type { Stripe } from 'stripe'
import type * as Ours from '../types.ts'
import type { Rest } from './rest.ts'

/** The remaining fields of a plan sold by card: no tax, no coupon, no connected account. */
export const customer = {
  default_source: null,
  description: null,
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  shipping: null,
} satisfies Rest<Stripe.Customer, Ours.Customer>

export const customerBalanceTransaction = {
  checkout_session: null,
  credit_note: null,
  customer_account: null,
} satisfies Rest<Stripe.CustomerBalanceTransaction, Ours.CustomerBalanceTransaction>

export const testClock = { status_details: {} } satisfies Rest<Stripe.TestHelpers.TestClock, Ours.TestClock>

export const product = {
  description: null,
  images: [],
  marketing_features: [],
  metadata: {},
  package_dimensions: null,
  shippable: null,
  tax_details: null,
  type: 'service',
  updated: 0,
  url: null,
} satisfies Rest<Stripe.Product, Ours.Product>

export const price = {
  billing_scheme: 'per_unit',
  custom_unit_amount: null,
  lookup_key: null,
  metadata: {},
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
} satisfies Omit<Rest<Stripe.Price, Ours.Price>, 'unit_amount_decimal'>

export const subscriptionItem = {
  billing_thresholds: null,
  created: 0,
  current_trial: null,
  discounts: [],
  metadata: {},
  tax_rates: [],
} satisfies Omit<Rest<Stripe.SubscriptionItem, Ours.SubscriptionItem>, 'plan'>

const paymentSettings = {
  payment_method_options: null,
  payment_method_types: null,
}

export const subscription = {
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
  billing_schedules: [],
  billing_thresholds: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  currency: 'usd',
  customer_account: null,
  days_until_due: null,
  default_source: null,
  description: null,
  discounts: [],
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  payment_settings: { ...paymentSettings, save_default_payment_method: 'on_subscription' },
  pending_invoice_item_interval: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: null,
  trial_start: null,
} satisfies Rest<Stripe.Subscription, Ours.Subscription>

export const invoice = {
  account_country: 'US',
  account_name: 'Trailcut',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_shipping: 0,
  application: null,
  attempted: true,
  automatic_tax: {
    disabled_reason: null,
    enabled: false,
    liability: null,
    provider: null,
    status: null,
  },
  automatically_finalizes_at: null,
  collection_method: 'charge_automatically',
  custom_fields: null,
  customer_account: null,
  customer_address: null,
  customer_email: null,
  customer_name: null,
  customer_phone: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  effective_at: null,
  footer: null,
  from_invoice: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  metadata: {},
  on_behalf_of: null,
  payment_settings: { ...paymentSettings, default_mandate: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  subtotal_excluding_tax: null,
  test_clock: null,
  total_discount_amounts: [],
  total_excluding_tax: null,
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
} satisfies Rest<Stripe.Invoice, Ours.Invoice>

export const invoiceLine = {
  discount_amounts: [],
  discountable: true,
  discounts: [],
  invoice: null,
  livemode: false,
  metadata: {},
  parent: null,
  pretax_credit_amounts: [],
  quantity: 1,
  quantity_decimal: null,
  subscription: null,
  taxes: [],
} satisfies Omit<Rest<Stripe.InvoiceLineItem, Ours.InvoiceLine>, 'subtotal'>
