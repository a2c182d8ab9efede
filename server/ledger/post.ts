import { sql } from 'kysely'
import type { Queryable } from '#server/core/db/database.ts'
import { type Micros, micros, plus } from '#server/core/money.ts'
import { type AccountRef, accountIds, nameOf } from './accounts.ts'
import type { EntryType } from './types.ts'

export interface Line {
  account: AccountRef
  /** positive: credit */
  amount: Micros
}

export interface NewEntry {
  /** The business event it records; posted once, however often the event arrives. */
  sourceEvent: string
  type: EntryType
  userId?: string | undefined
  videoId?: string | undefined
  platform?: string | undefined
  /** Number of views counted. */
  views?: number | undefined
  facts?: Record<string, unknown> | undefined
  /** The entry it reverses. */
  reverses?: number | undefined
  occurredAt: Date
  lines: Line[]
}

const earned = (lines: Line[]): Micros =>
  plus(...lines.filter(l => /^creator_(pending|payable)$/.test(l.account.kind)).map(l => l.amount))

/**
 * Writes entries with their lines. The creators concerned must be locked with `lockCreators` first. The
 * database refuses unbalanced entries at commit. A late event from a closed month is dated at the start of
 * the open month, with its original time among its facts.
 * @returns ids of the newly written entries by source event; those already posted are left out
 */
export async function post(tx: Queryable, entries: readonly NewEntry[]): Promise<Map<string, number>> {
  if (entries.length === 0) return new Map()
  const { rows } = await sql<{ id: number; source_event: string }>`
    insert into ledger_entries
      (source_event, type, user_id, video_id, platform, creator_amount, views, facts, reverses, occurred_at)
    select source_event, type, user_id, video_id, platform, creator_amount, views,
      case when occurred_at < open_from then facts || jsonb_build_object('happenedAt', occurred_at) else facts end,
      reverses, greatest(occurred_at, open_from)
    from unnest(
      ${entries.map(e => e.sourceEvent)}::text[], ${entries.map(e => e.type)}::text[],
      ${entries.map(e => e.userId ?? null)}::text[], ${entries.map(e => e.videoId ?? null)}::uuid[],
      ${entries.map(e => e.platform ?? null)}::text[], ${entries.map(e => String(earned(e.lines)))}::bigint[],
      ${entries.map(e => e.views ?? 0)}::bigint[], ${entries.map(e => JSON.stringify(e.facts ?? {}))}::jsonb[],
      ${entries.map(e => e.reverses ?? null)}::bigint[],
      ${entries.map(e => e.occurredAt.toISOString())}::timestamptz[])
      as given(source_event, type, user_id, video_id, platform, creator_amount, views, facts, reverses, occurred_at),
      (select (max(month) + interval '1 month') at time zone 'utc' as open_from from closed_months) as months
    on conflict (source_event) do nothing
    returning id, source_event`.execute(tx)
  const written = new Map(rows.map(r => [r.source_event, r.id]))
  const accounts = await accountIds(
    tx,
    entries.flatMap(e => (e.userId ? [e.userId] : [])),
  )
  const lines = entries.flatMap(e => {
    const id = written.get(e.sourceEvent)
    if (id === undefined) return []
    return e.lines.map(line => {
      const account = accounts.get(nameOf(line.account))
      if (account === undefined) throw new Error(`No ledger account ${nameOf(line.account)}: lock it first`)
      return { id, account, amount: String(line.amount) }
    })
  })
  if (lines.length)
    await sql`
      insert into ledger_lines (entry_id, account_id, amount)
      select * from unnest(${lines.map(l => l.id)}::bigint[], ${lines.map(l => l.account)}::bigint[],
                           ${lines.map(l => l.amount)}::bigint[])`.execute(tx)
  return written
}

const typeOfReversal: Partial<Record<string, EntryType>> = {
  view_revenue: 'view_correction',
  premium_view_revenue: 'premium_view_correction',
  view_repriced: 'view_correction',
  premium_view_repriced: 'premium_view_correction',
  payout: 'payout_returned',
  payout_completed: 'payout_uncompleted',
}

/** An unposted entry that reverses another one, line by line. @throws for entries that are never reversed */
export async function reversalOf(
  tx: Queryable,
  entryId: number,
  why: { occurredAt: Date; facts?: Record<string, unknown> },
): Promise<NewEntry> {
  const entry = await tx
    .selectFrom('ledger_entries')
    .selectAll()
    .where('id', '=', entryId)
    .executeTakeFirstOrThrow()
  const type = typeOfReversal[entry.type]
  if (!type) throw new Error(`An entry of type ${entry.type} is not taken back`)
  const lines = await tx
    .selectFrom('ledger_lines as l')
    .innerJoin('ledger_accounts as a', 'a.id', 'l.account_id')
    .select(['a.kind', 'a.user_id', 'l.amount'])
    .where('l.entry_id', '=', entryId)
    .execute()
  return {
    sourceEvent: `reversal:${entryId}`,
    type,
    userId: entry.user_id ?? undefined,
    videoId: entry.video_id ?? undefined,
    platform: entry.platform ?? undefined,
    views: -entry.views,
    facts: { ...entry.facts, ...why.facts, reverses: entryId },
    reverses: entryId,
    occurredAt: why.occurredAt,
    lines: lines.map(l => ({
      account: (l.user_id ? { kind: l.kind, userId: l.user_id } : { kind: l.kind }) as AccountRef,
      amount: micros(-l.amount),
    })),
  }
}
