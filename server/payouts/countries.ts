import { sql } from 'kysely'
import { currencyOf } from '#contract/money/countries.ts'
import type { PayoutMethod } from '#contract/money/payouts.ts'
import { sentences } from '#sentences/payouts.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { Sentence } from '#server/core/sentences.ts'

/** Where a person's bank account is, and how they are paid there. */
export interface PayeeCountry {
  /** null: not set yet */
  country: string | null
  method: PayoutMethod
  /** the currency that arrives, ISO 4217; null for manual payouts */
  currency: string | null
  /** why they are paid manually; null when they aren't, or everyone is */
  byHand: Sentence | null
}

/** @param country null: not set yet @param refused Stripe made no account for it */
export function payeeIn(country: string | null, refused: boolean, everybody: PayoutMethod): PayeeCountry {
  if (everybody === 'manual') return { country, method: 'manual', currency: null, byHand: null }
  const currency = country === null ? null : currencyOf(country)
  if (country !== null && (refused || currency === null))
    return {
      country,
      method: 'manual',
      currency: null,
      byHand: sentences.byHandThere({ country: { country } }),
    }
  return { country, method: 'stripe', currency, byHand: null }
}

/** How people are paid, by user id. @param everybody the installation's payout method */
export async function payeeCountriesOf(
  db: Queryable,
  userIds: readonly string[],
  everybody: PayoutMethod,
): Promise<Map<string, PayeeCountry>> {
  const rows = await db
    .selectFrom('payee_countries')
    .select(['user_id', 'country', 'refused'])
    .where(sql<boolean>`user_id = any(${userIds}::text[])`)
    .execute()
  const said = new Map(rows.map(r => [r.user_id, r]))
  return new Map(
    userIds.map(id => {
      const row = said.get(id)
      return [id, payeeIn(row?.country ?? null, row?.refused ?? false, everybody)]
    }),
  )
}

/** How a person is paid. @param everybody the installation's payout method */
export const payeeCountryOf = async (
  db: Queryable,
  userId: string,
  everybody: PayoutMethod,
): Promise<PayeeCountry> =>
  (await payeeCountriesOf(db, [userId], everybody)).get(userId) ?? payeeIn(null, false, everybody)

export async function saveCountry(
  db: Queryable,
  userId: string,
  { country, refused, now }: { country: string; refused: boolean; now: Date },
): Promise<void> {
  const change = { country, refused, updated_at: now }
  await db
    .insertInto('payee_countries')
    .values({ user_id: userId, ...change })
    .onConflict(c => c.column('user_id').doUpdateSet(change))
    .execute()
}
