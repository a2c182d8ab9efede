import type { Stripe } from 'stripe'
import type * as Ours from '../types.ts'
import type { Rest } from './rest.ts'

const billing_details = { address: null, email: null, name: null, phone: null, tax_id: null }

export const paymentMethod = {
  billing_details,
  customer_account: null,
  metadata: {},
} satisfies Rest<Stripe.PaymentMethod, Ours.PaymentMethod>

const payment_method_types = ['card']
const intent = {
  allowed_payment_method_types: null,
  application: null,
  automatic_payment_methods: null,
  cancellation_reason: null,
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  managed_payments: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types,
}

export const paymentIntent = {
  ...intent,
  amount_capturable: 0,
  application_fee_amount: null,
  canceled_at: null,
  capture_method: 'automatic_async',
  confirmation_method: 'automatic',
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: 'off_session',
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
} satisfies Rest<Stripe.PaymentIntent, Ours.PaymentIntent>

export const setupIntent = {
  ...intent,
  flow_directions: null,
  latest_attempt: null,
  mandate: null,
  single_use_mandate: null,
  usage: 'off_session',
} satisfies Rest<Stripe.SetupIntent, Ours.SetupIntent>

export const charge = {
  amount_captured: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  billing_details,
  calculated_statement_descriptor: null,
  captured: true,
  description: null,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: null,
  metadata: {},
  on_behalf_of: null,
  outcome: null,
  paid: true,
  payment_method: null,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
} satisfies Rest<Stripe.Charge, Ours.Charge>

export const balanceTransaction = {
  balance_type: 'payments',
  description: null,
} satisfies Rest<Stripe.BalanceTransaction, Ours.BalanceTransaction>

export const refund = {
  customer: null,
  customer_account: null,
  payment_method: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
} satisfies Rest<Stripe.Refund, Ours.Refund>

export const transfer = {
  description: null,
  source_transaction: null,
  source_type: 'card',
} satisfies Rest<Stripe.Transfer, Ours.Transfer>
