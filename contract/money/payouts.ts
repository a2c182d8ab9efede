import { z } from 'zod'
import { payoutFrequencies, payoutThresholdRange } from './constants.ts'
import { countries } from './countries.ts'
import { dollars } from './earnings.ts'

/**
 * pending: accepted, waits for its turn or for staff · processing: being sent · unknown: sent, the answer was lost;
 * it is looked up, never sent again blindly · completed, failed: final.
 */
export const payoutStatuses = ['pending', 'processing', 'unknown', 'completed', 'failed'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]
export const payoutMethods = ['stripe', 'manual'] as const
export type PayoutMethod = (typeof payoutMethods)[number]
/** Who has to do something so that the money moves; null: nobody. */
export const payoutActors = ['creator', 'staff', 'platform'] as const
export type PayoutActor = (typeof payoutActors)[number]
/** 'needed': above the set amount; a second person approves it before it is sent. */
const payoutApprovals = ['not_needed', 'needed', 'approved', 'held'] as const
export type PayoutApproval = (typeof payoutApprovals)[number]

/** One payout. Dollars. `amount` leaves the creator's balance, `netAmount` = amount − fee arrives. */
export const payout = z.object({
  id: z.string(),
  userId: z.string(),
  amount: dollars,
  fee: dollars,
  netAmount: dollars,
  /** The part of netAmount that came back after it was sent; the rest arrived. */
  returnedAmount: dollars,
  method: z.enum(payoutMethods),
  status: z.enum(payoutStatuses),
  createdAt: z.string(),
  completedAt: z.string().nullable(),
  /** Why it failed or waits, in a sentence; null where nothing needs saying. */
  reason: z.string().nullable(),
  reasonCode: z.string().nullable(),
  whoMustAct: z.enum(payoutActors).nullable(),
  /** What happens next, in a sentence. */
  nextStep: z.string(),
})
export type Payout = z.infer<typeof payout>

/** Dollars as a number, or as the text of the field ('50.00'): digits with two decimals at most. */
const dollarsOfField = z.union(
  [
    z.number(),
    z
      .string()
      .regex(/^\d{1,6}(\.\d{1,2})?$/)
      .transform(Number),
  ],
  'Enter the threshold in dollars, such as 50.',
)

export const payoutPreferencesBody = z
  .object({
    payoutThreshold: dollarsOfField
      .pipe(
        z
          .number()
          .min(payoutThresholdRange.min, 'The threshold must be at least $25.')
          .max(payoutThresholdRange.max, 'The threshold can be at most $500.'),
      )
      .transform(value => Math.round(value * 100) / 100),
    payoutFrequency: z.enum(payoutFrequencies),
  })
  .partial()
  .refine(body => Object.keys(body).length > 0, 'Give payoutThreshold or payoutFrequency.')
export const payoutPreferences = z.object({
  payoutThreshold: dollars,
  payoutFrequency: z.enum(payoutFrequencies),
})
export type PayoutPreferences = z.infer<typeof payoutPreferences>

/** Where a creator's money goes. */
export const payoutDestination = z.object({
  method: z.enum(payoutMethods),
  ready: z.boolean(),
  /** What is missing, or why it is paid by hand, in a sentence; null when there is nothing to say. */
  message: z.string().nullable(),
  /** where the bank account is, as in ISO 3166-1; null: not told yet */
  country: z.string().nullable(),
  /** what arrives there, as in ISO 4217; null where payouts are sent by hand */
  currency: z.string().nullable(),
})

/** GET /api/payouts/summary: all that the progress bar, the button and the settings need. Dollars. */
export const payoutSummary = z.object({
  /** Earned and not paid yet; what is on its way to the creator is left out. */
  pendingEarnings: dollars,
  /** The part whose hold period is over: what a payout would take now. */
  availableEarnings: dollars,
  inTransit: dollars,
  /** The part that is in its hold period, because platforms still correct their counts; null: nothing is. */
  onHold: z
    .object({
      amount: dollars,
      /** when the first of it can be paid */
      from: z.string(),
      /** when all of it can be paid */
      until: z.string(),
    })
    .nullable(),
  holdDays: z.number().int(),
  payoutThreshold: dollars,
  payoutFrequency: z.enum(payoutFrequencies),
  /** 0–100: pendingEarnings of the threshold. */
  progress: z.number().min(0).max(100),
  canRequest: z.boolean(),
  /** Why the button is off, in a sentence; null when it is on. */
  requestRefusal: z.string().nullable(),
  /** Fee and net amount of a payout of availableEarnings. */
  fee: dollars,
  netAmount: dollars,
  /** The day of the next scheduled payout, and what it depends on, in a sentence. */
  nextPayoutDate: z.string(),
  nextPayoutNote: z.string(),
  destination: payoutDestination,
})
export type PayoutSummary = z.infer<typeof payoutSummary>

/** Without a country the one that was told before counts, else the United States. */
export const payoutDestinationBody = z
  .object({ country: z.enum(countries, 'Choose a country from the list.').optional() })
  .nullish()
/**
 * POST /api/payouts/destination: a page of the payment provider where the creator says where the money goes; null where
 * the provider does not pay to the country, and payouts are sent by hand.
 */
export const payoutDestinationLink = z.object({ url: z.string().nullable() })

/** GET /api/admin/payouts, newest first. */
export const adminPayout = payout.extend({
  email: z.string(),
  name: z.string(),
  approval: z.enum(payoutApprovals),
  approvedBy: z.string().nullable(),
  providerReference: z.string().nullable(),
  /** Waits for money on the platform's balance; pending to its payee. */
  awaitingFunds: z.boolean(),
})
export type AdminPayout = z.infer<typeof adminPayout>
export const adminPayoutsFilter = z.object({
  status: z.enum(payoutStatuses).optional(),
  userId: z.string().max(100).optional(),
  /** looks in addresses and names */
  search: z.string().trim().max(100).optional(),
  /** days in UTC on which it was asked for, both included */
  from: z.iso.date('Give a day as YYYY-MM-DD.').optional(),
  to: z.iso.date('Give a day as YYYY-MM-DD.').optional(),
})
export const adminPayoutsQuery = adminPayoutsFilter.extend({
  /** id of the last one seen */
  cursor: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(100),
})
/** GET /api/admin/payouts/totals: of the payouts that a filter finds; those that failed are counted and left out of the sums. */
export const payoutTotals = z.object({
  count: z.number().int(),
  failed: z.number().int(),
  amount: dollars,
  fee: dollars,
  netAmount: dollars,
})
export type PayoutTotals = z.infer<typeof payoutTotals>
/** GET /api/admin/payouts/{payoutId}/evidence: what a reviewer looks at before a payout is approved. */
export const payoutEvidence = z.object({
  /** when the payee signed up */
  accountCreatedAt: z.string(),
  /** nobody had paid them before */
  first: z.boolean(),
  paidBefore: z.object({ payouts: z.number().int(), amount: dollars }),
  /** their posts whose counts are on hold now */
  heldCounts: z.number().int(),
  /** what was counted, most views first, at most 100 */
  counted: z.array(
    z.object({
      videoId: z.string(),
      title: z.string(),
      platform: z.string(),
      /** the views that are in the ledger */
      views: z.number().int(),
      likes: z.number().int(),
      /** 0 to 1 and above; null without views */
      likesPerView: z.number().nullable(),
      onHold: z.boolean(),
    }),
  ),
})
export type PayoutEvidence = z.infer<typeof payoutEvidence>
/** GET /api/admin/payouts/funding: what the next payouts need at Stripe, and what is there. Dollars, days in UTC. */
export const payoutFunding = z.object({
  /** null: Stripe could not be asked, or payouts are sent by hand */
  available: dollars.nullable(),
  /** paid by cards, available within two days */
  pending: dollars.nullable(),
  /** soonest first; today's are those that wait now */
  needs: z.array(z.object({ by: z.string(), amount: dollars })),
  /** what has to be added by when, and how in a sentence; null when everything is covered */
  short: z.object({ amount: dollars, by: z.string(), sentence: z.string() }).nullable(),
  /** why nothing is sent at all, in a sentence; null when payouts go */
  stopped: z.string().nullable(),
})
export type PayoutFunding = z.infer<typeof payoutFunding>
export const holdPayoutBody = z.object({ reason: z.string().trim().min(3).max(300) })
/** How the money was sent by hand: the bank's or service's own reference. */
export const completePayoutBody = z.object({ reference: z.string().trim().min(3).max(120) })
