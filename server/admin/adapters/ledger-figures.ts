import { minus, plus, toDollars } from '#server/core/money.ts'
import { totalsOf } from '#server/earnings/index.ts'
import { systemBalance } from '#server/ledger/index.ts'
import type { MoneyFigures } from '../ports.ts'

/** The figures from the ledger. */
export const ledgerFigures: MoneyFigures = {
  async totalRevenue(db) {
    const [views, subscriptions] = await Promise.all([
      // Income from outside is a debit there.
      systemBalance(db, 'view_revenue'),
      systemBalance(db, 'subscription_revenue'),
    ])
    return toDollars(plus(minus(views), subscriptions))
  },
  async pendingPayouts(db) {
    const row = await db
      .selectFrom('payouts')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('status', 'in', ['pending', 'processing', 'unknown'])
      .executeTakeFirstOrThrow()
    return Number(row.count)
  },
  async totalsOf(db, userIds) {
    const totals = await totalsOf(db, userIds)
    return new Map([...totals].map(([id, { earned, views }]) => [id, { earned: toDollars(earned), views }]))
  },
}
