import { z } from 'zod'
import { dollars, typedAmount } from './earnings.ts'

/** GET and PUT /api/admin/payouts/budget: what riders' shares of new views may add up to in a UTC month. Dollars. */
export const payoutBudget = z.object({
  /** null: no budget */
  perMonth: dollars.nullable(),
  /** riders' shares of the views that this month posted, less corrections */
  spent: dollars,
  /** views that have a price and wait for room */
  waiting: z.object({ views: z.int(), amount: dollars }),
})
export type PayoutBudget = z.infer<typeof payoutBudget>
export const payoutBudgetBody = z.strictObject({ perMonth: typedAmount(10_000_000).nullable() })

/** GET /api/earnings/budget: whether new views are posted at once; null: there is no budget. */
export const viewBudget = z
  .object({
    /** near: the most of it is used; reached: new views wait */
    state: z.enum(['open', 'near', 'reached']),
    /** first day of the next month, UTC */
    until: z.string(),
    /** your views that wait for it */
    waitingViews: z.int(),
  })
  .nullable()
export type ViewBudget = z.infer<typeof viewBudget>
