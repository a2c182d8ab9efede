import type { transactionTypes } from '#contract/money/constants.ts'

export const systemKinds = [
  'view_revenue',
  'views_clearing',
  'platform',
  'clearing',
  'stripe_balance',
  'bank',
  'reserves',
  'processing_fees',
  'subscription_revenue',
  'deferred_revenue',
  'tax_payable',
  'fees',
  'payout_clearing',
  'paid_out',
  'write_offs',
] as const
export type SystemKind = (typeof systemKinds)[number]
export const creatorKinds = ['creator_pending', 'creator_payable', 'creator_paid'] as const
export type CreatorKind = (typeof creatorKinds)[number]
/** Accounts of one rider each. */
export type RiderKind = CreatorKind | 'customer_credit'
export type AccountKind = SystemKind | RiderKind

/** Entries shown to creators, and entries that move money between internal accounts. */
export type EntryType =
  | (typeof transactionTypes)[number]
  | 'views_batch'
  | 'release'
  | 'payout_completed'
  | 'payout_uncompleted'
  | 'subscription_payment'
  | 'subscription_refund'
  | 'charge_settled'
  | 'refund_settled'
  | 'refund_failed'
  | 'transfer_settled'
  | 'transfer_returned'
  | 'bank_movement'
  | 'stripe_adjustment'
  | 'dispute_withdrawn'
  | 'dispute_fee'
  | 'dispute_reinstated'
  | 'dispute_lost'
  | 'balance_written_off'
  | 'revenue_recognized'
  | 'credit_moved'
  | 'credit_adjusted'
  | 'credit_taken_back'
  | 'correction'

export interface Finding {
  rule: string
  /** The fault, with ids and amounts in millionths of a dollar. */
  detail: string
}
