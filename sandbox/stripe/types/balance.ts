/** Money that moves into, within and out of the balance. */
import type { Stripe } from 'stripe'
import type { Base } from './base.ts'

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
    | 'stripe_fee'
    | 'transfer'
    | 'transfer_refund'
  reporting_category: string
  /** negative for money leaving the balance */
  amount: number
  fee: number
  net: number
  currency: 'usd'
  exchange_rate: null
  description?: string
  fee_details: Stripe.BalanceTransaction.FeeDetail[]
  /** id of the charge, refund, transfer … */
  source: string
  status: 'pending' | 'available'
  available_on: number
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
