import { sql } from 'kysely'
import type { Queryable } from '#server/platform/db/database.ts'
import { hasText } from '#server/platform/db/page.ts'
import { type Micros, micros } from '#server/platform/money.ts'

/** Stored balances by kind of account, and how many people are owed money. */
export async function standingBalances(
  db: Queryable,
): Promise<{ balances: Map<string, bigint>; people: number }> {
  const { rows } = await sql<{ kind: string; amount: string }>`
    select kind, sum(balance)::text as amount from ledger_accounts where user_id is not null group by kind
    union all
    select a.kind, coalesce(sum(p.amount), 0)::text from ledger_accounts a
    left join ledger_balance_parts p on p.account_id = a.id where a.user_id is null group by a.kind`.execute(
    db,
  )
  const owed = await sql<{ people: number }>`
    select count(distinct user_id) as people from ledger_accounts
    where kind in ('creator_pending', 'creator_payable') and balance <> 0`.execute(db)
  return {
    balances: new Map(rows.map(r => [r.kind, BigInt(r.amount)])),
    people: owed.rows[0]?.people ?? 0,
  }
}

/** Plan revenue recognized since a day, 'YYYY-MM-DD'. */
export async function recognizedSince(db: Queryable, day: string): Promise<Micros> {
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(amount), 0)::text as amount from revenue_days where day >= ${day}::date`.execute(db)
  return micros(rows[0]?.amount ?? 0)
}

/** The result of the last ledger check. */
export const lastCheck = (db: Queryable) =>
  db
    .selectFrom('ledger_checks')
    .select(['checked_at', 'findings'])
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * The requested ledger check in progress: rules done, and their total (0: not started). After an hour without
 * progress it counts as lost.
 */
export const runningCheck = (db: Queryable, now: Date) =>
  db
    .selectFrom('nightly_progress')
    .select(['pages as done', 'objects as of'])
    .where('task', '=', 'ledger.check')
    .where('finished_at', 'is', null)
    .where('updated_at', '>', new Date(now.getTime() - 3600_000))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()

interface PersonRow {
  id: string
  email: string
  name: string
  payable: string
  on_hold: string
  in_transit: string
  paid: string
}

/** People who have or had money here, most owed first. */
export async function moneyByPerson(
  db: Queryable,
  { search, offset, limit }: { search?: string | undefined; offset: number; limit: number },
): Promise<PersonRow[]> {
  const matches = search ? hasText(sql`lower(u.email || ' ' || u.name)`, search) : sql<boolean>`true`
  const { rows } = await sql<PersonRow>`
    with sums as (
      select user_id, coalesce(sum(balance) filter (where kind = 'creator_payable'), 0) as payable,
        coalesce(sum(balance) filter (where kind = 'creator_pending'), 0) as on_hold,
        coalesce(sum(balance) filter (where kind = 'creator_paid'), 0) as paid
      from ledger_accounts where user_id is not null group by user_id
    )
    select u.id, u.email, u.name, s.payable::text, s.on_hold::text, s.paid::text,
      coalesce(p.amount, 0)::text as in_transit
    from sums s join users u on u.id = s.user_id
    left join payouts p on p.user_id = u.id and p.status in ('pending', 'processing', 'unknown')
    where ${matches} order by s.payable + s.on_hold desc, s.paid desc, u.id limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows
}

interface EntryRow {
  id: number
  occurred_at: Date
  type: string
  views: number
  platform: string | null
  facts: Record<string, unknown>
  email: string | null
  lines: [kind: string, amount: string][]
}

/** Entries with their lines, newest first. @param before only entries older than this id */
export async function entriesNewestFirst(
  db: Queryable,
  { userId, before, limit }: { userId?: string | undefined; before?: number | undefined; limit: number },
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.id, e.occurred_at, e.type, e.views, e.platform, e.facts, u.email,
      (select json_agg(json_build_array(a.kind, l.amount::text) order by a.kind) from ledger_lines l
        join ledger_accounts a on a.id = l.account_id where l.entry_id = e.id) as lines
    from ledger_entries e left join users u on u.id = e.user_id
    where (${userId ?? null}::text is null or e.user_id = ${userId ?? null})
      and (${before ?? null}::bigint is null or e.id < ${before ?? null})
    order by e.id desc limit ${limit}`.execute(db)
  return rows
}
