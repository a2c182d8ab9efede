import { sql } from 'kysely'
import { firstTaxYearKept, type TinState } from '#contract/money/tax-forms.ts'
import type { Queryable } from '#server/core/db/database.ts'

interface PaidRow {
  id: string
  name: string
  email: string
  legal_name: string | null
  account_id: string | null
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
    select u.id, u.name, u.email, f.legal_name, coalesce(f.account_id, d.account_id) as account_id,
      coalesce(f.country, c.country) as country, f.tin, sum(p.amount - p.returned_cents * 10000)::text as paid
    from payouts p join users u on u.id = p.user_id left join payee_tax_facts f on f.user_id = u.id
    left join payee_countries c on c.user_id = u.id left join payout_destinations d on d.user_id = u.id
    where p.status = 'completed' and p.completed_at >= make_timestamptz(${year}::int, 1, 1, 0, 0, 0, 'UTC')
      and p.completed_at < make_timestamptz(${year}::int + 1, 1, 1, 0, 0, 0, 'UTC')
    group by u.id, u.name, u.email, f.legal_name, f.account_id, d.account_id, f.country, c.country, f.tin
    order by sum(p.amount) desc, u.id`.execute(db)
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

/** What Stripe says about a payee. */
export interface TaxFacts {
  country: string | null
  entityType: string | null
  legalName: string | null
  /** on one line */
  legalAddress: string | null
  tin: Exclude<TinState, 'unknown'>
}

export async function saveTaxFacts(
  db: Queryable,
  { userId, accountId }: { userId: string; accountId: string },
  facts: TaxFacts,
  now: Date,
): Promise<void> {
  const row = {
    country: facts.country,
    entity_type: facts.entityType,
    legal_name: facts.legalName,
    legal_address: facts.legalAddress,
    account_id: accountId,
    tin: facts.tin,
    looked_up_at: now,
  }
  await db
    .insertInto('payee_tax_facts')
    .values({ user_id: userId, ...row })
    .onConflict(c => c.column('user_id').doUpdateSet(row))
    .execute()
}

/** Forgets the legal name, address and Stripe account of deleted people once no law and no money on hold needs them. */
export async function eraseTaxRecords(db: Queryable, now: Date): Promise<void> {
  await sql`
    with over as (
      select u.id from users u where u.deleted_at is not null
        and not exists (select from payouts p where p.user_id = u.id and (p.status not in ('completed', 'failed')
          or p.completed_at >= make_timestamptz(${firstTaxYearKept(now)}::int, 1, 1, 0, 0, 0, 'UTC')))
        and not exists (select from ledger_accounts a where a.user_id = u.id and a.balance > 0
          and a.kind in ('creator_pending', 'creator_payable'))),
    facts as (delete from payee_tax_facts f using over where f.user_id = over.id)
    delete from payout_destinations d using over where d.user_id = over.id`.execute(db)
}
