import type { transactionTypes } from '#contract/money/constants.ts'

export const systemKinds = [
  'view_revenue',
  'views_clearing',
  'platform',
  'card_payments',
  'card_fees',
  'subscription_revenue',
  'fees',
  'payout_clearing',
] as const
export type SystemKind = (typeof systemKinds)[number]
export const creatorKinds = ['creator_pending', 'creator_payable', 'creator_paid'] as const
export type CreatorKind = (typeof creatorKinds)[number]
export type AccountKind = SystemKind | CreatorKind

/** What creators are shown, and what moves money between accounts that they do not see. */
export type EntryType =
  | (typeof transactionTypes)[number]
  | 'views_batch'
  | 'release'
  | 'payout_completed'
  | 'payout_uncompleted'
  | 'subscription_payment'
  | 'subscription_refund'
  | 'card_fee'

export interface Finding {
  rule: string
  /** What is wrong, with ids and amounts in millionths of a dollar. */
  detail: string
}
