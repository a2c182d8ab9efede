import type { Queryable } from '#server/core/db/database.ts'
import { toDollars } from '#server/core/money.ts'
import { everyTransaction } from '#server/earnings/index.ts'
import { billingRecord } from '#server/subscriptions/index.ts'
import { findDestination, listPayouts, preferencesOf } from './store.ts'
import { presentPayout } from './views/present.ts'

/** The data about a person's money for their export, one file each. */
export function moneyOfPerson(db: Queryable) {
  return [
    { name: 'transactions', rows: (id: string) => everyTransaction(db, id) },
    {
      name: 'payouts',
      rows: async (id: string) => (await listPayouts(db, id, 100_000)).map(row => presentPayout(row, 'en')),
    },
    {
      name: 'payout-settings',
      rows: async (id: string) => {
        const preferences = (await preferencesOf(db, [id])).get(id)
        const destination = await findDestination(db, id)
        return [
          {
            threshold: preferences && toDollars(preferences.threshold),
            frequency: preferences?.frequency,
            accountAtStripe: destination?.account_id ?? null,
          },
        ]
      },
    },
    { name: 'plans-and-invoices', rows: (id: string) => billingRecord(db, id) },
  ]
}
