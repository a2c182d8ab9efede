import { z } from 'zod'
import { finding } from '../findings.ts'
import { line, lines, opaque } from '../text.ts'
import { payoutFrequencies, payoutThresholdRange } from './constants.ts'
import { countries } from './countries.ts'
import { dollars, typedAmount } from './earnings.ts'

/**
 * pending: accepted, waiting to be sent or for staff · processing: being sent · unknown: sent, but the answer was lost;
 * we look it up and never resend blindly · completed, failed: final.
 */
export const payoutStatuses = ['pending', 'processing', 'unknown', 'completed', 'failed'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]
export const payoutMethods = ['stripe', 'manual'] as const
export type PayoutMethod = (typeof payoutMethods)[number]
/** Who has to act before the money moves; null: nobody. */
export const payoutActors = ['creator', 'staff', 'platform'] as const
export type PayoutActor = (typeof payoutActors)[number]
/** 'needed': above the approval limit, so a second person has to approve it before it is sent. */
const payoutApprovals = ['not_needed', 'needed', 'approved', 'held'] as const
export type PayoutApproval = (typeof payoutApprovals)[number]

/** One payout. Dollars. `amount` leaves the creator's balance; `netAmount` = amount − fee is what they get. */
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
  /** Why it failed or waits, as a sentence; null if there is nothing to say. */
  reason: z.string().nullable(),
  reasonCode: z.string().nullable(),
  whoMustAct: z.enum(payoutActors).nullable(),
  /** What happens next, as a sentence. */
  nextStep: z.string(),
})
export type Payout = z.infer<typeof payout>

/** Dollars as a number, or as the text of the field ('50.00') with at most two decimals. */
const dollarsOfField = z.union(
  [
    z.number(),
    z
      .string()
      .regex(/^\d{1,6}(\.\d{1,2})?$/)
      .transform(Number),
  ],
  finding('threshold'),
)

export const payoutPreferencesBody = z
  .object({
    payoutThreshold: dollarsOfField
      .pipe(
        z
          .number()
          .min(payoutThresholdRange.min, finding('thresholdTooSmall'))
          .max(payoutThresholdRange.max, finding('thresholdTooLarge')),
      )
      .transform(value => Math.round(value * 100) / 100),
    payoutFrequency: z.enum(payoutFrequencies),
  })
  .partial()
  .refine(body => Object.keys(body).length > 0, finding('payoutPreferences'))
export const payoutPreferences = z.object({
  payoutThreshold: dollars,
  payoutFrequency: z.enum(payoutFrequencies),
})
export type PayoutPreferences = z.infer<typeof payoutPreferences>

/** Where a creator's payouts go. */
export const payoutDestination = z.object({
  method: z.enum(payoutMethods),
  ready: z.boolean(),
  /** What is missing, or why it is paid by hand, as a sentence; null if there is nothing to say. */
  message: z.string().nullable(),
  /** country of the bank account, ISO 3166-1; null until set */
  country: z.string().nullable(),
  /** currency of the bank account, ISO 4217; null if payouts are sent by hand */
  currency: z.string().nullable(),
})

/** GET /api/payouts/summary: everything the progress bar, the button and the settings need. Dollars. */
export const payoutSummary = z.object({
  /** Earned and not paid yet, without what is on its way to the creator. */
  pendingEarnings: dollars,
  /** The part past its hold period: what a payout would send now. */
  availableEarnings: dollars,
  inTransit: dollars,
  /** The part in its hold period, because platforms still correct their counts; null if there is none. */
  onHold: z
    .object({
      amount: dollars,
      /** when the first part of it can be paid */
      from: z.string(),
      /** when all of it can be paid */
      until: z.string(),
    })
    .nullable(),
  holdDays: z.number().int(),
  payoutThreshold: dollars,
  payoutFrequency: z.enum(payoutFrequencies),
  /** 0–100: pendingEarnings as a percentage of the threshold. */
  progress: z.number().min(0).max(100),
  canRequest: z.boolean(),
  /** Why the button is off, as a sentence; null if it is on. */
  requestRefusal: z.string().nullable(),
  /** Fee and net amount of a payout of availableEarnings. */
  fee: dollars,
  netAmount: dollars,
  /** The day of the next scheduled payout, and its condition as a sentence. */
  nextPayoutDate: z.string(),
  nextPayoutNote: z.string(),
  destination: payoutDestination,
})
export type PayoutSummary = z.infer<typeof payoutSummary>

/** Without a country, the one given before, else the United States. */
export const payoutDestinationBody = z
  .object({ country: z.enum(countries, finding('country')).optional() })
  .nullish()
/**
 * POST /api/payouts/destination: the payment provider's page where the creator adds a bank account; null if the
 * provider doesn't pay to the country and payouts are sent by hand.
 */
export const payoutDestinationLink = z.object({ url: z.string().nullable() })

/** GET /api/admin/payouts, newest first. */
export const adminPayout = payout.extend({
  email: z.string(),
  name: z.string(),
  approval: z.enum(payoutApprovals),
  approvedBy: z.string().nullable(),
  providerReference: z.string().nullable(),
  /** Waits for funds in the platform's balance; pending to its payee. */
  awaitingFunds: z.boolean(),
})
export type AdminPayout = z.infer<typeof adminPayout>
export const adminPayoutsFilter = z.object({
  id: z.uuid().optional(),
  status: z.enum(payoutStatuses).optional(),
  /** only those that staff have to approve, or to send by hand */
  undecided: z.stringbool().optional(),
  userId: opaque(100).optional(),
  /** matches addresses and names */
  search: line(100).optional(),
  /** UTC days on which it was requested, both included */
  from: z.iso.date(finding('day')).optional(),
  to: z.iso.date(finding('day')).optional(),
})
export const adminPayoutsQuery = adminPayoutsFilter.extend({
  /** id of the last payout listed */
  cursor: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(100),
})
/** GET /api/admin/payouts/totals: of the payouts that match a filter. Failed ones are counted but not summed. */
export const payoutTotals = z.object({
  count: z.number().int(),
  failed: z.number().int(),
  amount: dollars,
  fee: dollars,
  netAmount: dollars,
})
export type PayoutTotals = z.infer<typeof payoutTotals>
/** GET /api/admin/payouts/{payoutId}/evidence: what a reviewer checks before approving a payout. */
export const payoutEvidence = z.object({
  /** when the payee signed up */
  accountCreatedAt: z.string(),
  /** whether they were never paid before */
  first: z.boolean(),
  paidBefore: z.object({ payouts: z.number().int(), amount: dollars }),
  /** their posts with counts on hold now */
  heldCounts: z.number().int(),
  /** counted posts, most views first, at most 100 */
  counted: z.array(
    z.object({
      videoId: z.string(),
      title: z.string(),
      platform: z.string(),
      /** views in the ledger */
      views: z.number().int(),
      likes: z.number().int(),
      /** 0 or more; null without views */
      likesPerView: z.number().nullable(),
      onHold: z.boolean(),
    }),
  ),
})
export type PayoutEvidence = z.infer<typeof payoutEvidence>
/** GET /api/admin/payouts/funding: what the next payouts need at Stripe, and what is available. Dollars, UTC days. */
export const payoutFunding = z.object({
  /** null: Stripe couldn't be asked, or payouts are sent by hand */
  available: dollars.nullable(),
  /** from card payments, available within two days */
  pending: dollars.nullable(),
  /** soonest first; today's are the ones waiting now */
  needs: z.array(z.object({ by: z.string(), amount: dollars })),
  /** what to add by when, and how, as a sentence; null if everything is covered */
  short: z.object({ amount: dollars, by: z.string(), sentence: z.string() }).nullable(),
  /** why payouts have stopped, as a sentence; null while they run */
  stopped: z.string().nullable(),
})
export type PayoutFunding = z.infer<typeof payoutFunding>
/** GET and PUT /api/admin/payouts/limits: what the server sends in a UTC day. Dollars; null: no limit. */
export const payoutLimits = z.object({
  perDay: dollars.nullable(),
  perRiderDay: dollars.nullable(),
  /** sent today, or being sent */
  sentToday: dollars,
  /** payouts that wait because of a limit */
  waiting: z.object({ count: z.int(), amount: dollars }),
})
export type PayoutLimits = z.infer<typeof payoutLimits>
export const payoutLimitsBody = z.strictObject({
  perDay: typedAmount(10_000_000).nullable(),
  perRiderDay: typedAmount(10_000_000).nullable(),
})
/** GET /api/admin/payouts/negative-balances. Dollars. */
export const negativeBalance = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  /** the account is deleted, so no later earnings make up for it */
  deleted: z.boolean(),
  owed: dollars,
  /** a payout that isn't sent yet; of a deleted account, it can be set off */
  waitingPayout: dollars.nullable(),
  lastEntryAt: z.string().nullable(),
})
export type NegativeBalance = z.infer<typeof negativeBalance>
export const negativeBalancesQuery = z.strictObject({
  /** how many were listed so far */
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(25),
})
/** POST /api/admin/balances/{userId}: about a balance below zero. */
export const negativeBalanceBody = z.strictObject({
  decision: z.enum(['set_off', 'write_off']),
  /** as listed: another amount by now is refused */
  owed: z.number().min(0).max(100_000_000),
  reason: lines(300, { min: 3, short: finding('reason') }),
})
export const holdPayoutBody = z.object({ reason: lines(300, { min: 3 }) })
/** How the money was sent by hand: the bank's or service's reference. */
export const completePayoutBody = z.object({ reference: line(120, { min: 3 }) })
