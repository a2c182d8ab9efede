import { type PlanFacts, planFacts, planOf, type Tier } from '#contract/money/constants.ts'
import type {
  Invoice,
  PlansAnswer,
  SubscriptionState,
  SubscriptionStatus,
} from '#contract/money/subscriptions.ts'
import { sentences } from '#sentences/subscriptions.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { Language, Sentence } from '#server/core/sentences.ts'
import type { StripeGateway } from '#server/core/stripe.ts'
import { priceOf, tierOfPrice, withMessage } from './gateway.ts'
import { quotesOf } from './quotes.ts'
import { entitledTier, graceUntil, isLive } from './rules.ts'
import {
  currentSubscription,
  customerOf,
  type InvoiceRow,
  listInvoices,
  type SubscriptionRow,
  standingOf,
} from './store.ts'
import { type SyncDeps, syncSubscription } from './sync.ts'

const { features } = sentences

/** What a plan offers beyond the one before it. */
const featuresOf = ({ multiplier }: PlanFacts, before: PlanFacts | undefined): Sentence[] =>
  before
    ? [
        features.everythingIn({ plan: before.name }),
        features.multiplier({ times: multiplier }),
        features.cancel,
      ]
    : [features.share, features.highlights, features.payouts]

/** The plans for sale. */
export const plansOf = (stripe: StripeGateway | null, language: Language = 'en'): PlansAnswer => ({
  plans: planFacts.map((p, i) => ({
    ...p,
    features: featuresOf(p, planFacts[i - 1]).map(feature => feature.in(language)),
    priceId: stripe ? priceOf(stripe, p.tier) : null,
  })),
  addsTax: stripe?.automaticTax ?? false,
  publishableKey: stripe?.publishableKey ?? null,
  scriptUrl: stripe?.scriptUrl ?? null,
})

/** The client secret of the open invoice of a failed renewal, or of a change that waits. */
async function openSecret({ client }: StripeGateway, subscriptionId: string): Promise<string | null> {
  const s = await withMessage(
    client.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice.confirmation_secret'] }),
  )
  const invoice = typeof s.latest_invoice === 'string' ? null : s.latest_invoice
  return invoice?.status === 'open' ? (invoice.confirmation_secret?.client_secret ?? null) : null
}

/** Whether Stripe should calculate a plan's tax but doesn't know the person's address yet. */
const needsAddress = ({ stripe }: SyncDeps, row: SubscriptionRow | undefined): boolean =>
  stripe?.automaticTax === true && row !== undefined && isLive(row.status) && !row.automatic_tax

/** The change of plan that waits for its payment. */
function pendingChange({ stripe }: SyncDeps, row: SubscriptionRow | undefined) {
  const { pending_price_id: priceId, pending_until: until } = row ?? {}
  const tier = priceId && stripe ? tierOfPrice(stripe, priceId) : undefined
  return priceId && until && tier ? { priceId, tier, expiresAt: until.toISOString() } : null
}

/**
 * A person's current plan. A plan or a change that waits for its payment is fetched from Stripe, because the page
 * is waiting too.
 */
export async function statusOf(deps: SyncDeps, userId: string): Promise<SubscriptionStatus> {
  let row = await currentSubscription(deps.db, userId)
  if (row && deps.stripe && (row.status === 'incomplete' || row.pending_price_id)) {
    await withMessage(syncSubscription(deps, row.id))
    row = await currentSubscription(deps.db, userId)
  }
  const standing = standingOf(row)
  const tier: Tier = entitledTier(standing, deps.clock.now())
  const over = !row || ['canceled', 'incomplete_expired'].includes(row.status)
  const pausedFor = over ? null : (row?.paused_for ?? null)
  const pastDue = row?.status === 'past_due'
  const pending = pendingChange(deps, row)
  return {
    tier,
    isPremium: tier !== 'free',
    status: (row?.status as SubscriptionState | undefined) ?? 'none',
    multiplier: planOf(tier).multiplier,
    currentPeriodEnd: over ? null : (row?.current_period_end?.toISOString() ?? null),
    pausedFor,
    pausedTier: pausedFor && row ? row.tier : null,
    cancelAtPeriodEnd: !over && row?.cancel_at_period_end === true,
    needsBillingAddress: needsAddress(deps, row),
    graceUntil: pastDue && row?.past_due_since ? graceUntil(row.past_due_since).toISOString() : null,
    pendingChange: pending,
    clientSecret: (pastDue || pending) && row && deps.stripe ? await openSecret(deps.stripe, row.id) : null,
  }
}

export const presentInvoice = (row: InvoiceRow): Invoice => ({
  id: row.id,
  number: row.number,
  status: row.status as Invoice['status'],
  currency: row.currency,
  amount: row.amount_cents / 100,
  tax: row.tax_cents / 100,
  refunded: row.refunded_cents / 100,
  createdAt: row.created_at.toISOString(),
  paidAt: row.paid_at?.toISOString() ?? null,
  description: row.description,
  url: row.url,
})

/** A person's plans and invoices, for their own data export. */
export async function billingRecord(db: Queryable, userId: string): Promise<unknown[]> {
  const plans = await db
    .selectFrom('subscriptions')
    .select(['id', 'tier', 'status', 'started_at', 'ended_at', 'current_period_end'])
    .where('user_id', '=', userId)
    .orderBy('started_at', 'desc')
    .execute()
  const customer = await customerOf(db, userId)
  return [
    ...(customer ? [{ customerAtStripe: customer }] : []),
    ...plans.map(plan => ({ plan })),
    ...(await listInvoices(db, userId)).map(row => ({ invoice: presentInvoice(row) })),
    ...(await quotesOf(db, userId)).map(quote => ({ quote })),
  ]
}
