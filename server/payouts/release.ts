import { sql } from 'kysely'
import { viewTypes } from '#contract/money/constants.ts'
import type { Queryable, Tx } from '#server/core/db/database.ts'
import { literals } from '#server/core/db/literals.ts'
import { type Micros, micros, minus, plus, zero } from '#server/core/money.ts'
import { balancesOf, type CreatorBalances, noBalances, post } from '#server/ledger/index.ts'
import { holdCutoff, holdEnd } from './rules.ts'

/**
 * People's earnings in the hold period, by user id. Views are as old as the first entry of their sample: a
 * correction takes old money back at once, and what it posts again keeps its age.
 */
async function youngOf(
  db: Queryable,
  userIds: readonly string[],
  cutoff: Date,
): Promise<Map<string, Micros>> {
  const { rows } = await sql<{ user_id: string; young: string }>`
    with since as (
      select user_id, video_id, platform, facts ->> 'sampledAt' as sample, creator_amount, reverses
      from ledger_entries
      where user_id = any(${userIds}::text[]) and occurred_at > ${cutoff} and type in (${literals(viewTypes)})
    ), corrected as (
      select distinct user_id, video_id, platform from since where reverses is not null
    ), old as (
      select distinct e.user_id, e.video_id, e.platform, e.facts ->> 'sampledAt' as sample
      from corrected c join ledger_entries e
        on e.user_id = c.user_id and e.video_id = c.video_id and e.platform = c.platform
      where e.reverses is null and e.occurred_at <= ${cutoff} and e.type in (${literals(viewTypes)})
    )
    select s.user_id, sum(s.creator_amount) as young from since s
    where not exists (select from old o where o.user_id = s.user_id and o.video_id = s.video_id
      and o.platform = s.platform and o.sample = s.sample)
    group by s.user_id`.execute(db)
  return new Map(rows.map(r => [r.user_id, micros(r.young)]))
}

/** When the first and the last of the money in the hold period become payable; null: none. */
export async function holdEnds(
  db: Queryable,
  userId: string,
  now: Date,
  holdDays: number,
): Promise<{ from: Date; until: Date } | null> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(occurred_at) as first, max(occurred_at) as last from ledger_entries
    where user_id = ${userId} and occurred_at > ${holdCutoff(now, holdDays)}
      and type in ('view_revenue', 'premium_view_revenue', 'view_correction', 'premium_view_correction')`.execute(
    db,
  )
  const [row] = rows
  if (!row?.first || !row.last) return null
  return { from: holdEnd(row.first, holdDays), until: holdEnd(row.last, holdDays) }
}

export interface Released extends CreatorBalances {
  /** the part that leaves the hold period */
  release: Micros
}

/** Balances after releasing everything past the hold period, by user id. */
export async function balancesAfterHolds(
  db: Queryable,
  userIds: readonly string[],
  now: Date,
  holdDays: number,
): Promise<Map<string, Released>> {
  const balances = await balancesOf(db, userIds)
  // Without a hold period there is nothing to look up.
  const young = holdDays === 0 ? new Map() : await youngOf(db, userIds, holdCutoff(now, holdDays))
  return new Map(
    userIds.map(id => {
      const { pending, payable, paid } = balances.get(id) ?? noBalances
      const release = plus(pending, minus(young.get(id) ?? zero))
      return [id, { pending: plus(pending, minus(release)), payable: plus(payable, release), paid, release }]
    }),
  )
}

/** A creator's balances after releasing everything past the hold period. */
export const balancesAfterHold = async (
  db: Queryable,
  userId: string,
  now: Date,
  holdDays: number,
): Promise<Released> =>
  (await balancesAfterHolds(db, [userId], now, holdDays)).get(userId) ?? { ...noBalances, release: zero }

/**
 * Moves money past its hold period to the payable balance. The creators must be locked.
 * @param balances by user id, from `balancesAfterHolds` in this transaction
 */
export async function releaseHolds(
  tx: Tx,
  balances: readonly [string, Released][],
  now: Date,
  holdDays: number,
): Promise<void> {
  const releasing = balances.filter(([, { release }]) => release !== zero)
  if (releasing.length === 0) return
  const { rows } = await sql<{ user_id: string; n: number }>`
    select user_id, count(*) as n from ledger_entries
    where user_id = any(${releasing.map(([id]) => id)}::text[]) and type = 'release'
    group by user_id`.execute(tx)
  const releases = new Map(rows.map(r => [r.user_id, r.n]))
  await post(
    tx,
    releasing.map(([userId, { release }]) => ({
      sourceEvent: `release:${userId}:${(releases.get(userId) ?? 0) + 1}`,
      type: 'release',
      userId,
      facts: { holdDays, cutoff: holdCutoff(now, holdDays).toISOString() },
      occurredAt: now,
      lines: [
        { account: { kind: 'creator_pending', userId }, amount: minus(release) },
        { account: { kind: 'creator_payable', userId }, amount: release },
      ],
    })),
  )
}
