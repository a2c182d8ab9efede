import type { Stripe } from 'stripe'
import type * as Ours from '../types.ts'
import * as billing from './rest-billing.ts'
import * as disputes from './rest-disputes.ts'
import * as payments from './rest-payments.ts'

type Sent<Kept> = Omit<Kept, `_${string}`>
type Json = Record<string, unknown>

/** Decimal amounts are strings in JSON; the package turns them into its own number type. */
type WithText<T, Name extends keyof T> = Omit<T, Name> & Record<Name, string | null>

/** Builds objects as Stripe sends them, checked against the types of the pinned package. */
const makers = {
  customer: (o: Sent<Ours.Customer>): Stripe.Customer => ({ ...billing.customer, ...o }),
  customer_balance_transaction: (
    o: Sent<Ours.CustomerBalanceTransaction>,
  ): Stripe.CustomerBalanceTransaction => ({ ...billing.customerBalanceTransaction, ...o }),
  'test_helpers.test_clock': (o: Sent<Ours.TestClock>): Stripe.TestHelpers.TestClock => ({
    ...billing.testClock,
    ...o,
  }),
  product: (o: Sent<Ours.Product>): Stripe.Product => ({ ...billing.product, updated: o.created, ...o }),
  price: (o: Sent<Ours.Price>): WithText<Stripe.Price, 'unit_amount_decimal'> => ({
    ...billing.price,
    unit_amount_decimal: String(o.unit_amount),
    ...o,
    recurring: { meter: null, trial_period_days: null, usage_type: 'licensed', ...o.recurring },
  }),
  payment_method: (o: Sent<Ours.PaymentMethod>): Stripe.PaymentMethod => ({
    ...payments.paymentMethod,
    ...o,
    card: {
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: o.card.brand,
      funding: 'credit',
      generated_from: null,
      networks: { available: [o.card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
      ...o.card,
    },
  }),
  payment_intent: (o: Sent<Ours.PaymentIntent>): Stripe.PaymentIntent => ({
    ...payments.paymentIntent,
    ...o,
  }),
  setup_intent: (o: Sent<Ours.SetupIntent>): Stripe.SetupIntent => ({ ...payments.setupIntent, ...o }),
  charge: (o: Sent<Ours.Charge>): Stripe.Charge => ({
    ...payments.charge,
    amount_captured: o.status === 'succeeded' ? o.amount : 0,
    captured: o.status === 'succeeded',
    paid: o.status === 'succeeded',
    ...o,
  }),
  balance_transaction: ({ livemode: _, ...o }: Sent<Ours.BalanceTransaction>): Stripe.BalanceTransaction => ({
    ...payments.balanceTransaction,
    ...o,
  }),
  refund: ({ livemode: _, ...o }: Sent<Ours.Refund>): Stripe.Refund => ({ ...payments.refund, ...o }),
  // Its parts are already complete here.
  dispute: (
    o: Omit<Sent<Ours.Dispute>, 'balance_transactions'> & Pick<Stripe.Dispute, 'balance_transactions'>,
  ): Stripe.Dispute => ({ ...disputes.dispute, ...o }),
  'radar.early_fraud_warning': (o: Sent<Ours.EarlyFraudWarning>): Stripe.Radar.EarlyFraudWarning => o,
  file: (o: Ours.File): Stripe.File => ({
    links: { object: 'list', data: [], has_more: false, url: `/v1/file_links?file=${o.id}` },
    ...o,
  }),
  payout: (o: Sent<Ours.Payout>): Stripe.Payout => ({ ...disputes.payout, ...o }),
  transfer: (o: Sent<Ours.Transfer>): Stripe.Transfer => ({ ...payments.transfer, ...o }),
}

/** Parts of objects; they have no endpoint here. */
const parts = {
  subscription_item: (o: Ours.SubscriptionItem) => ({
    ...billing.subscriptionItem,
    plan: planOf(o.price),
    ...o,
  }),
  line_item: (o: Ours.InvoiceLine) => ({ ...billing.invoiceLine, subtotal: o.amount, ...o }),
  subscription: (o: Sent<Ours.Subscription>): object => ({ ...billing.subscription, ...o }),
  invoice: (o: Sent<Ours.Invoice>): object => ({
    ...billing.invoice,
    attempted: o.attempt_count > 0,
    effective_at: o.status_transitions.finalized_at,
    ...o,
    status_transitions: { marked_uncollectible_at: null, ...o.status_transitions },
    parent: { quote_details: null, ...o.parent },
  }),
}

/** The older form of a price, still included in items. */
const planOf = ({ id, product, unit_amount, created, nickname }: Ours.Price) => ({
  id,
  object: 'plan',
  active: true,
  amount: unit_amount,
  amount_decimal: String(unit_amount),
  billing_scheme: 'per_unit',
  created,
  currency: 'usd',
  interval: 'month',
  interval_count: 1,
  livemode: false,
  metadata: {},
  meter: null,
  nickname,
  product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
})

// Each maker takes one type of object; `object` selects the maker at run time.
const known = { ...makers, ...parts } as unknown as Record<string, (o: Json) => Json>

/**
 * A stored object as Stripe would send it: with every field Stripe always sends, and without the sandbox's
 * own, which start with an underscore.
 */
export function whole(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(whole)
  if (typeof value !== 'object' || value === null) return value
  const sent = Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !key.startsWith('_'))
      .map(([key, inner]) => [key, whole(inner)]),
  )
  return known[String(sent.object)]?.(sent) ?? sent
}
