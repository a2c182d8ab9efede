import { creatorShare } from '../constants.ts'

// Plain values without schemas, so that the browser doesn't load the schema library.

/** Report lengths in days; the default follows. */
export const reportPeriods = [7, 30, 90, 365] as const
export const defaultReportPeriod = 30
export const transactionsShown = 10

/** Transactions that count views or reverse them. */
export const viewTypes = [
  'view_revenue',
  'premium_view_revenue',
  'view_correction',
  'premium_view_correction',
  'premium_view_refunded',
  'view_repriced',
  'premium_view_repriced',
] as const
/** Transactions that creators see. */
export const transactionTypes = [...viewTypes, 'payout', 'payout_returned'] as const

/** How a platform counts the views that earn: everything that it shows, or what it pays for itself. */
export const viewCounters = ['public_views', 'engaged_views'] as const
export type ViewCounter = (typeof viewCounters)[number]

/** Lifetime earnings in dollars; each is celebrated once. */
export const milestones = [100, 250, 500, 1000, 2500, 5000, 10000] as const

export const payoutFrequencies = ['weekly', 'monthly', 'quarterly'] as const
export type PayoutFrequency = (typeof payoutFrequencies)[number]
export const payoutThresholdRange = { min: 25, max: 500, default: 50 } as const
export const payoutThresholdHint = `$${payoutThresholdRange.min} - $${payoutThresholdRange.max}`
export const defaultPayoutFrequency: PayoutFrequency = 'monthly'

export const tiers = ['free', 'premium', 'pro'] as const
export type Tier = (typeof tiers)[number]
export type PaidTier = Exclude<Tier, 'free'>

export interface PlanFacts {
  tier: Tier
  name: string
  /** dollars per month */
  price: number
  /** multiplies what views earn */
  multiplier: number
  /** the creator's share of view revenue on this plan, 0 to 1 */
  creatorShare: number
  badge: 'Most Popular' | null
}
export const planFacts: readonly PlanFacts[] = [
  {
    tier: 'free',
    name: 'Free',
    price: 0,
    multiplier: 1,
    creatorShare,
    badge: null,
  },
  {
    tier: 'premium',
    name: 'Premium',
    price: 9.99,
    multiplier: 1.5,
    creatorShare,
    badge: 'Most Popular',
  },
  {
    tier: 'pro',
    name: 'Pro',
    price: 24.99,
    multiplier: 2,
    creatorShare,
    badge: null,
  },
]

/** A plan's facts. @throws RangeError for an unknown plan */
export function planOf(tier: Tier, plans: readonly PlanFacts[] = planFacts): PlanFacts {
  const plan = plans.find(one => one.tier === tier)
  if (!plan) throw new RangeError(`There is no plan ${tier}`)
  return plan
}

/** Subscription states, in Stripe's words, that are active or may still start: a second subscription isn't allowed. */
export const liveSubscriptionStates: readonly string[] = [
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
]

export const moneyBackDays = 30

/** Accounts that a correction may move money between. The others are each tied to single payouts, views or plans. */
export const correctable = [
  'view_revenue',
  'platform',
  'subscription_revenue',
  'tax_payable',
  'fees',
] as const
export type Correctable = (typeof correctable)[number]

/** Lists of the money desk: what needs an operator, the most urgent first in each. */
export const deskKinds = ['disputes', 'warnings', 'refunds', 'credits'] as const
export type DeskKind = (typeof deskKinds)[number]

/** Texts of a dispute's evidence that we send, with Stripe's limits in characters. */
export const evidenceTexts = [
  { field: 'product_description', most: 20_000 },
  { field: 'customer_name', most: 500 },
  { field: 'access_activity_log', most: 20_000 },
  { field: 'refund_refusal_explanation', most: 20_000 },
  { field: 'uncategorized_text', most: 20_000 },
] as const
export type EvidenceText = (typeof evidenceTexts)[number]['field']
/** Files of a dispute's evidence. */
export const evidenceFiles = [
  'receipt',
  'customer_communication',
  'service_documentation',
  'uncategorized_file',
] as const
export type EvidenceFileField = (typeof evidenceFiles)[number]
export const evidenceTogether = 150_000
export const evidenceFileBytes = 5 * 1024 * 1024
