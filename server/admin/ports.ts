import type { Queryable } from '#server/core/db/database.ts'

/** What administration reads from the ledger. Dollars. */
export interface MoneyFigures {
  /** income from views and subscriptions, before any shares */
  totalRevenue(db: Queryable): Promise<number>
  /** payouts in progress */
  pendingPayouts(db: Queryable): Promise<number>
  /** these people's lifetime earnings and views, by id; people without any are left out */
  totalsOf(db: Queryable, userIds: readonly string[]): Promise<Map<string, { earned: number; views: number }>>
}
