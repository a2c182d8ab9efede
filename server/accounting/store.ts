import { type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/core/db/database.ts'
import { type Micros, micros } from '#server/core/money.ts'
import type { LedgerCorrections } from '../../db/schema.generated.ts'
import type { Span } from './rules.ts'

interface Moved {
  kind: string
  debits: Micros
  credits: Micros
}

/** Movements on every kind of account in a span; creators' accounts of a kind are added together. */
export async function movedIn(db: Queryable, { start, end }: Span): Promise<Moved[]> {
  const { rows } = await sql<{ kind: string; debits: string; credits: string }>`
    select a.kind, coalesce(-sum(l.amount) filter (where l.amount < 0), 0)::text as debits,
      coalesce(sum(l.amount) filter (where l.amount > 0), 0)::text as credits
    from ledger_entries e join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
    where e.occurred_at >= ${start} and e.occurred_at < ${end} group by a.kind`.execute(db)
  return rows.map(r => ({ kind: r.kind, debits: micros(r.debits), credits: micros(r.credits) }))
}

/** Balances of everything before an instant, for every kind of account. */
export async function balancesBefore(db: Queryable, at: Date): Promise<Map<string, Micros>> {
  const kinds = await db.selectFrom('ledger_accounts').select('kind').distinct().orderBy('kind').execute()
  const moved = await movedIn(db, { start: new Date(0), end: at })
  const balances = new Map(moved.map(m => [m.kind, micros(m.credits - m.debits)]))
  return new Map(kinds.map(({ kind }) => [kind, balances.get(kind) ?? micros(0)]))
}

export interface LedgerLine {
  id: number
  at: Date
  type: string
  source_event: string
  account: string
  user_id: string | null
  amount: string
  reverses: number | null
  month: string | null
  reason: string | null
}

/** Entries, each with a few lines. */
const entriesAPage = 2000

/** Every line in a span by time, read in pages: memory use doesn't grow with the ledger. */
export async function* everyLine(db: Queryable, { start, end }: Span): AsyncGenerator<LedgerLine> {
  let after = { at: start.toISOString(), id: 0 }
  while (true) {
    const { rows } = await sql<LedgerLine & { cursor_at: string }>`
      with page as (
        select id, occurred_at, type, source_event, reverses, facts from ledger_entries
        where occurred_at < ${end} and (occurred_at, id) > (${after.at}::timestamptz, ${after.id})
        order by occurred_at, id limit ${entriesAPage}
      )
      select e.id, e.occurred_at as at, e.type, e.source_event, a.kind as account, a.user_id, l.amount::text as amount,
        e.reverses, e.facts ->> 'month' as month, e.facts ->> 'reason' as reason,
        to_char(e.occurred_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as cursor_at
      from page e join ledger_lines l on l.entry_id = e.id
      join ledger_accounts a on a.id = l.account_id
      order by e.occurred_at, e.id, a.kind, a.user_id`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = { at: last.cursor_at, id: last.id }
  }
}

export interface ClosedMonth {
  month: string
  closed_at: Date
  email: string | null
  entries: number
}

/** Closed months, newest first. */
export async function closedMonths(db: Queryable): Promise<ClosedMonth[]> {
  const { rows } = await sql<ClosedMonth>`
    select to_char(c.month, 'YYYY-MM') as month, c.closed_at, u.email, c.entries
    from closed_months c left join users u on u.id = c.closed_by order by c.month desc`.execute(db)
  return rows
}

/** The month of the earliest entry, 'YYYY-MM' in UTC. */
export async function firstMonth(db: Queryable): Promise<string | null> {
  const { rows } = await sql<{ month: string | null }>`
    select to_char(min(occurred_at) at time zone 'utc', 'YYYY-MM') as month from ledger_entries`.execute(db)
  return rows[0]?.month ?? null
}

/** Waits for all posting transactions, blocks new ones until this transaction ends, and closes the month. */
export async function saveClosedMonth(
  tx: Queryable,
  { month, by, now, span }: { month: string; by: string; now: Date; span: Span },
): Promise<number> {
  await sql`lock table ledger_entries in share mode`.execute(tx)
  const { rows } = await sql<{ entries: number }>`
    insert into closed_months (month, closed_at, closed_by, entries)
    select ${`${month}-01`}::date, ${now}, ${by}, count(*) from ledger_entries
    where occurred_at >= ${span.start} and occurred_at < ${span.end} returning entries`.execute(tx)
  return (rows[0] as { entries: number }).entries
}

export type CorrectionRow = Omit<Selectable<LedgerCorrections>, 'month'> & { month: string }

const correctionColumns = sql<CorrectionRow>`c.id, to_char(c.month, 'YYYY-MM') as month, c.reason, c.debit_account,
  c.credit_account, c.cents, c.state, c.proposed_by, c.proposed_at, c.decided_by, c.decided_at, c.entry_id`

/** Corrections, newest first, with the addresses of the admins who proposed and decided. */
export async function listCorrections(
  db: Queryable,
): Promise<(CorrectionRow & { proposer: string | null; decider: string | null })[]> {
  const { rows } = await sql<CorrectionRow & { proposer: string | null; decider: string | null }>`
    select ${correctionColumns}, p.email as proposer, d.email as decider from ledger_corrections c
    left join users p on p.id = c.proposed_by left join users d on d.id = c.decided_by
    order by c.proposed_at desc, c.id limit 200`.execute(db)
  return rows
}

export async function lockCorrection(tx: Queryable, id: string): Promise<CorrectionRow | undefined> {
  const { rows } = await sql<CorrectionRow>`
    select ${correctionColumns} from ledger_corrections c where c.id = ${id} for update`.execute(tx)
  return rows[0]
}
