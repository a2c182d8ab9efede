import { sql } from 'kysely'
import type { TinState } from '#contract/money/tax-forms.ts'
import type { Queryable } from '#server/platform/db/database.ts'

interface PaidRow {
  id: string
  name: string
  email: string
  country: string | null
  tin: TinState | null
  paid: string
}

/**
 * What everyone was paid in a year and kept, largest first. Deleted accounts are included, because they were
 * paid.
 */
export async function paidInYear(db: Queryable, year: number): Promise<PaidRow[]> {
  const { rows } = await sql<PaidRow>`
    select u.id, u.name, u.email, coalesce(f.country, c.country) as country, f.tin, sum(p.amount - p.returned_cents * 10000)::text as paid
    from payouts p join users u on u.id = p.user_id left join payee_tax_facts f on f.user_id = u.id
    left join payee_countries c on c.user_id = u.id
    where p.status = 'completed' and p.completed_at >= make_timestamptz(${year}::int, 1, 1, 0, 0, 0, 'UTC')
      and p.completed_at < make_timestamptz(${year}::int + 1, 1, 1, 0, 0, 0, 'UTC')
    group by u.id, u.name, u.email, f.country, c.country, f.tin order by sum(p.amount) desc, u.id`.execute(db)
  return rows
}

/** Payees with a Stripe account whose tax facts are outdated or unknown; longest ago first. */
export async function payeesToLookUp(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<{ user_id: string; account_id: string }[]> {
  const { rows } = await sql<{ user_id: string; account_id: string }>`
    select d.user_id, d.account_id from payout_destinations d left join payee_tax_facts f on f.user_id = d.user_id
    where d.ready and coalesce(f.looked_up_at, '-infinity') < ${before}
      and exists (select from payouts p where p.user_id = d.user_id and p.status = 'completed')
    order by f.looked_up_at nulls first, d.user_id limit ${limit}`.execute(db)
  return rows
}

export async function saveTaxFacts(
  db: Queryable,
  userId: string,
  facts: { country: string | null; entityType: string | null; tin: Exclude<TinState, 'unknown'> },
  now: Date,
): Promise<void> {
  const row = { country: facts.country, entity_type: facts.entityType, tin: facts.tin, looked_up_at: now }
  await db
    .insertInto('payee_tax_facts')
    .values({ user_id: userId, ...row })
    .onConflict(c => c.column('user_id').doUpdateSet(row))
    .execute()
}
