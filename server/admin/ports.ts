import type { Queryable } from '#server/platform/db/database.ts'

/** What administration asks of the money. Dollars. */
export interface MoneyFigures {
  /** what views and subscriptions have brought in, before anybody's share */
  totalRevenue(db: Queryable): Promise<number>
  /** payouts that are on their way */
  pendingPayouts(db: Queryable): Promise<number>
  /** what these people have earned in all and how often their videos were seen, by id; those with nothing are left out */
  totalsOf(db: Queryable, userIds: readonly string[]): Promise<Map<string, { earned: number; views: number }>>
}
