import type { PayoutFrequency } from '#contract/money/constants.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { plus, toDollars, zero } from '#server/core/money.ts'
import { totalsOf } from '#server/earnings/index.ts'
import { balancesOf, noBalances } from '#server/ledger/index.ts'
import { preferencesOf } from './store.ts'

/** A person's money, as shown in their profile and in admin lists; dollars. */
export interface MoneyOfUser {
  totalEarnings: number
  /** earned but not yet paid */
  pendingEarnings: number
  payoutThreshold: number
  payoutFrequency: PayoutFrequency
}

/** By user id, for every id given. */
export async function moneyOf(db: Queryable, userIds: readonly string[]): Promise<Map<string, MoneyOfUser>> {
  const [totals, balances, preferences] = await Promise.all([
    totalsOf(db, userIds),
    balancesOf(db, userIds),
    preferencesOf(db, userIds),
  ])
  return new Map(
    [...preferences].map(([id, { threshold, frequency }]) => {
      const { pending, payable } = balances.get(id) ?? noBalances
      return [
        id,
        {
          totalEarnings: toDollars(totals.get(id)?.earned ?? zero),
          pendingEarnings: toDollars(plus(pending, payable)),
          payoutThreshold: toDollars(threshold),
          payoutFrequency: frequency,
        },
      ]
    }),
  )
}
