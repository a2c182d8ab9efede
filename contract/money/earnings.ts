import { z } from 'zod'
import { finding } from '../findings.ts'
import { line } from '../text.ts'
import { transactionsShown, transactionTypes } from './constants.ts'

/** Dollars with at most two decimals, as money crosses the API. Internally, amounts are in millionths of a dollar. */
export const dollars = z.number()
/** An amount that someone types: dollars in whole cents. */
export const typedAmount = (most: number, least = 0.01) =>
  z
    .number()
    .min(least, finding('amountTooSmall'))
    .max(most, finding('amountTooLarge'))
    .refine(value => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, finding('wholeCents'))

const day = z
  .string()
  .max(40)
  .refine(text => !Number.isNaN(Date.parse(text)), finding('date'))
/** An IANA name; else the header x-time-zone, else the zone in the profile, else UTC. */
const timeZone = line(64).optional()
export const zoneOfViewer = z.object({ timeZone })
/** Days of the zone, both included; a time of day is allowed and ignored. At most 732 days. */
export const periodQuery = z.object({ startDate: day, endDate: day, timeZone })

/** GET /api/earnings/report. The creator's share, dollars; `totalPayouts` is what was paid out in the period. */
export const earningsReport = z.object({
  startDate: z.string(),
  endDate: z.string(),
  /** time zone of these days, an IANA name */
  timeZone: z.string(),
  totalEarnings: dollars,
  totalViews: z.number().int(),
  /** Views counted while the creator had a paid plan; part of totalViews. */
  premiumViews: z.number().int(),
  totalPayouts: dollars,
  /** adds up to totalEarnings, to the cent */
  breakdown: z.object({
    /** views without a paid plan */
    viewRevenue: dollars,
    /** views on a paid plan, at what they would have earned without it */
    premiumViewRevenue: dollars,
    /** what the plan's multiplier added to them */
    subscriptionRevenue: dollars,
  }),
})
export type EarningsReport = z.infer<typeof earningsReport>

/** GET /api/earnings/series: the same period for charts. Includes days without earnings. */
export const earningsSeries = z.object({
  days: z.array(z.object({ date: z.string(), earnings: dollars, views: z.number().int() })),
  videos: z.array(
    z.object({
      videoId: z.string(),
      /** null: the video was deleted */
      title: z.string().nullable(),
      earnings: dollars,
      views: z.number().int(),
    }),
  ),
})
export type EarningsSeries = z.infer<typeof earningsSeries>

/** One transaction of a creator. `description` explains it in one sentence; `type` is shown with spaces. */
export const transaction = z.object({
  id: z.string(),
  type: z.enum(transactionTypes),
  description: z.string(),
  createdAt: z.string(),
  /** Dollars, negative for what was reversed or paid out. */
  creatorShare: dollars,
  videoId: z.string().nullable(),
  platform: z.string().nullable(),
})
export type Transaction = z.infer<typeof transaction>
/** GET /api/revenue/transactions: a plain list, newest first; `cursor` is the last id of the previous page. */
export const transactionsQuery = z.object({
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, finding('cursor'))
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(transactionsShown),
})

/** A calendar month in the viewer's time zone: '2026-11'. */
export const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, finding('month'))
/**
 * GET /api/earnings/statements: months with transactions, newest first. `earnings` matches the printed statement, which
 * opens each month with the previous closing balance, in cents.
 */
export const statementSummary = z.object({
  month,
  earnings: dollars,
  payouts: dollars,
  csvUrl: z.string(),
  pdfUrl: z.string(),
})
export type StatementSummary = z.infer<typeof statementSummary>

/** POST /api/users/{id}/check-milestones. Dollars; nextMilestone is null once every milestone is reached. */
export const milestoneState = z.object({ currentEarnings: dollars, nextMilestone: dollars.nullable() })
