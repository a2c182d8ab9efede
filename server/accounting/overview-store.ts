import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/core/db/database.ts'
import { hasText } from '#server/core/db/page.ts'
import { type Micros, micros, microsPerCent } from '#server/core/money.ts'

/** Stored balances by kind of account, and how many people are owed a cent or more. */
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
    select count(*) as people from (
      select user_id from ledger_accounts where kind in ('creator_pending', 'creator_payable')
      group by user_id having sum(balance) >= ${microsPerCent}) owed`.execute(db)
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

/** People who have a cent or more here, or were paid, most owed first. */
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
      having bool_or(kind = 'creator_paid' and balance <> 0)
        or abs(sum(balance) filter (where kind in ('creator_pending', 'creator_payable'))) >= ${microsPerCent}
        or exists (select from payouts p where p.user_id = ledger_accounts.user_id)
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
  /** ids of Stripe objects among the facts */
  stripe: string[]
  lines: [kind: string, amount: string][]
}

export interface WantedEntries {
  /** only those of these people */
  userIds?: readonly string[] | undefined
  /** only those whose facts name this Stripe object */
  stripeId?: string | undefined
  /** from a time on, and before another */
  from?: Date | undefined
  to?: Date | undefined
  /** only those listed after this entry */
  before?: number | undefined
  limit: number
}

/**
 * Entries with their lines, newest first. Every way to search has its index: by time, by person and time, by
 * Stripe id.
 */
export async function entriesNewestFirst(db: Queryable, wanted: WantedEntries): Promise<EntryRow[]> {
  return (await entriesQueryOf(wanted).execute(db)).rows
}

export const entriesQueryOf = (wanted: WantedEntries): RawBuilder<EntryRow> => sql<EntryRow>`
    with page as materialized (${pageOf(wanted)})
    select e.id, e.occurred_at, e.type, e.views, e.platform, e.facts, u.email, ledger_stripe_ids(e.facts) as stripe,
      (select json_agg(json_build_array(a.kind, l.amount::text) order by a.kind) from ledger_lines l
        join ledger_accounts a on a.id = l.account_id where l.entry_id = e.id) as lines
    from page join ledger_entries e on e.id = page.id left join users u on u.id = e.user_id
    order by e.occurred_at desc, e.id desc`

/** Ids of the entries on a page, with their times. */
function pageOf({ userIds, stripeId, from, to, before, limit }: WantedEntries): RawBuilder<unknown> {
  const conditions = [
    ...(from ? [sql`e.occurred_at >= ${from}`] : []),
    ...(to ? [sql`e.occurred_at < ${to}`] : []),
    ...(before
      ? [sql`(e.occurred_at, e.id) < (select occurred_at, id from ledger_entries where id = ${before})`]
      : []),
    ...(stripeId
      ? [
          // By itself, so that the planner uses its index whatever it expects to find.
          sql`e.id in (with named as materialized (select id from ledger_entries
            where video_id is null and ledger_stripe_ids(facts) @> array[${stripeId}]) select id from named)`,
        ]
      : []),
  ]
  const and = (more: RawBuilder<unknown>[]) =>
    more.length ? sql`where ${sql.join(more, sql` and `)}` : sql``
  const newest = sql`order by e.occurred_at desc, e.id desc limit ${limit}`
  if (!userIds || stripeId)
    return sql`select e.id, e.occurred_at from ledger_entries e ${and([
      ...conditions,
      ...(userIds ? [sql`e.user_id = any(${userIds}::text[])`] : []),
    ])} ${newest}`
  return sql`select e.id, e.occurred_at from unnest(${userIds}::text[]) as who (id) cross join lateral (
    select e.id, e.occurred_at from ledger_entries e ${and([sql`e.user_id = who.id`, ...conditions])} ${newest}) e
    ${newest}`
}
