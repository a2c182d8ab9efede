import { z } from 'zod'
import { platform } from '../publishing/publications.ts'
import { dollars, month, typedAmount } from './earnings.ts'

/** GET and PUT /api/admin/money/income: a platform's month, newest first. Months of views are in UTC. Dollars. */
export const incomeMonth = z.object({
  month,
  platform,
  /** that the month posted, less corrections */
  views: z.int(),
  /** of these views, shared by riders and us */
  price: dollars,
  /** riders' shares of it */
  promise: dollars,
  /** what the platform paid; null: no figure, which is not 0 */
  income: z
    .object({
      amount: dollars,
      /** analytics: reported by the platform, by its own months; typed: by an admin, who counts instead */
      source: z.enum(['analytics', 'typed']),
      /** the day up to which a month that isn't complete was reported; null: all of it */
      through: z.string().nullable(),
      /** our channels that posted there and have no figure */
      channelsMissing: z.int(),
      by: z.string().nullable(),
      at: z.string(),
    })
    .nullable(),
  /** income less promise; null while a figure is missing */
  difference: dollars.nullable(),
})
export type IncomeMonth = z.infer<typeof incomeMonth>
export const platformIncome = z.array(incomeMonth)

export const platformIncomeBody = z.strictObject({
  month,
  platform,
  amount: typedAmount(10_000_000, 0).nullable(),
})
