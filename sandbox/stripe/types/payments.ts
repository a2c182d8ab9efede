/** Cards, their payments, and what takes a payment back. */
import type { Stripe } from 'stripe'
import type { BalanceTransaction } from './balance.ts'
import type { Base } from './base.ts'

export interface PaymentMethod extends Base {
  object: 'payment_method'
  type: 'card'
  customer: string | null
  card: { brand: string; last4: string; exp_month: number; exp_year: number }
  /** How the card behaves; see cards.ts. Not sent. */
  _behavior: string
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
export interface EarlyFraudWarning extends Base {
  object: 'radar.early_fraud_warning'
  actionable: boolean
  charge: string
  payment_intent: string
  fraud_type: 'misc'
}
/** An uploaded file; its content isn't kept. */
export interface File {
  id: string
  object: 'file'
  created: number
  expires_at: number | null
  filename: string
  purpose: string
  size: number
  title: null
  type: 'pdf' | 'jpg' | 'png'
  url: string
}
