import { z } from 'zod'
import { finding } from '../findings.ts'
import { line, lines, opaque } from '../text.ts'
import { tiers } from './constants.ts'
import { countries, isEnoughForTax } from './countries.ts'
import { dollars, typedAmount } from './earnings.ts'

/** Stripe's words for the state of a subscription, and 'none'. */
export const subscriptionStates = [
  'none',
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

/** GET /api/subscriptions/status. */
export const subscriptionStatus = z.object({
  tier: z.enum(tiers),
  isPremium: z.boolean(),
  status: z.enum(subscriptionStates),
  /** the current multiplier of view earnings */
  multiplier: z.number(),
  currentPeriodEnd: z.string().nullable(),
  cancelAtPeriodEnd: z.boolean(),
  /**
   * Why the plan has no multiplier now: its payment is disputed or was refunded, or this
   * period wasn't charged because of a dispute that was won since. */
  pausedFor: z.enum(['dispute', 'refund', 'unpaid']).nullable(),
  /** The paused plan, while `tier` is the one in effect; null if none is paused. */
  pausedTier: z.enum(tiers).nullable(),
  /** Tax is added to plans here, and this person's billing address isn't known: ask for it. */
  needsBillingAddress: z.boolean(),
  /** A renewal failed: the plan stays active until then, so the person can pay. */
  graceUntil: z.string().nullable(),
  /** A change of plan that the cardholder has to confirm first; until then the present plan stays. */
  pendingChange: z.object({ priceId: z.string(), tier: z.enum(tiers), expiresAt: z.string() }).nullable(),
  /**
   * For a payment that needs its cardholder. A failed renewal: confirm it with the card form. A pending change:
   * call handleNextAction.
   */
  clientSecret: z.string().nullable(),
})
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>

/** GET /api/subscriptions/plans: the plans for sale, and what the browser needs for the card form. */
export const plansAnswer = z.object({
  plans: z.array(
    z.object({
      tier: z.enum(tiers),
      name: z.string(),
      price: dollars,
      multiplier: z.number(),
      /** the creator's share of view revenue on this plan, 0 to 1 */
      creatorShare: z.number(),
      badge: z.string().nullable(),
      features: z.array(z.string()),
      /** null for the free plan, and for every plan while payments are not set up */
      priceId: z.string().nullable(),
    }),
  ),
  /** Prices are before tax: Stripe adds it where it applies, and a billing address is required. */
  addsTax: z.boolean(),
  /** null: payments are not set up on this server */
  publishableKey: z.string().nullable(),
  /** The script that defines window.Stripe; null: load Stripe's own. */
  scriptUrl: z.string().nullable(),
})
export type PlansAnswer = z.infer<typeof plansAnswer>

export const priceBody = z.object({ priceId: opaque(120).min(1) })

/**
 * A billing address, as far as tax needs it.
 */
export const billingAddress = z
  .strictObject({
    country: z.enum(countries, finding('country')),
    postalCode: line(16).optional(),
  })
  .refine(({ country, postalCode }) => isEnoughForTax(country, postalCode), {
    path: ['postalCode'],
    message: finding('postalCode'),
  })
export type BillingAddress = z.infer<typeof billingAddress>

/** The address is needed once, where tax is added. */
export const createSubscriptionBody = priceBody.extend({ address: billingAddress.optional() })
/** POST /api/subscriptions/preview: the amount of the first payment. */
export const planPreviewBody = priceBody.extend({ address: billingAddress })
export const planPreview = z.object({ price: dollars, tax: dollars, total: dollars })
export type PlanPreview = z.infer<typeof planPreview>

/** POST /api/subscriptions/create. 'payment': call confirmPayment; 'setup': call confirmSetup, nothing is due today. */
export const createSubscriptionAnswer = z.object({
  clientSecret: z.string(),
  intent: z.enum(['payment', 'setup']),
})

/** POST /api/subscriptions/change/preview. Dollars; negative: credited on later invoices. */
export const changePreview = z.object({
  /** Send it with the change, which then charges exactly what was shown. Works once, until it expires. */
  quoteId: z.string(),
  expiresAt: z.string(),
  priceId: z.string(),
  tier: z.enum(tiers),
  dueNow: dollars,
  lines: z.array(z.object({ description: z.string(), amount: dollars })),
  nextAmount: dollars,
  nextDate: z.string(),
})
export type ChangePreview = z.infer<typeof changePreview>
/** POST /api/subscriptions/change. The quote alone sets the price; other fields are ignored. */
export const changePlanBody = priceBody.extend({
  quoteId: z.uuid(finding('quote')),
})

/** POST /api/subscriptions/billing: a link to the provider's page for the card, or for invoices and receipts too. */
export const billingBody = z.strictObject({ page: z.enum(['card', 'home']) })
export type BillingPage = z.infer<typeof billingBody>['page']
export const billingAnswer = z.object({ url: z.string() })

/** GET /api/admin/users/{userId}/invoices, newest first. Amounts in the invoice's currency, normally 'usd'. */
export const invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  currency: z.string(),
  amount: dollars,
  /** included in the amount */
  tax: dollars,
  refunded: dollars,
  createdAt: z.string(),
  paidAt: z.string().nullable(),
  description: z.string(),
  /** the provider's page for it */
  url: z.string().nullable(),
})
export type Invoice = z.infer<typeof invoice>

/**
 * POST /api/admin/invoices/{invoiceId}/refund. Without a part, or with all that is left: the money-back guarantee,
 * which ends the plan. A part is returned at any time, and the plan continues.
 */
export const refundBody = z.strictObject({
  reason: lines(300, { min: 3 }),
  part: z
    .strictObject({
      amount: typedAmount(1_000_000),
      /** of the invoice before, as listed: another amount by now is refused */
      refunded: z.number().min(0).max(1_000_000),
    })
    .optional(),
})
/** POST /api/admin/invoices/{invoiceId}/refunds/{refundId}/resend: a refund that the bank returned. */
export const resendBody = z.strictObject({ reason: lines(300, { min: 3 }) })
export const refundAnswer = z.object({ refundId: z.string(), amount: dollars })
