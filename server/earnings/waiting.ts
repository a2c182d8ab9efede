import { type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/core/db/database.ts'
import type { WaitingViews } from '../../db/schema.generated.ts'
import type { Segment } from './rules.ts'

/** Views that were counted and are not posted yet. */
export type Waiting = Segment & { counterId: number }

export const asWaiting = (r: Selectable<WaitingViews>): Waiting => ({
  counterId: r.counter_id,
  from: r.from_views,
  to: r.to_views,
  sampledAt: r.sampled_at,
  ratePerView: r.rate_micros,
  viralScore: r.viral_score,
  viralMultiplier: r.viral_multiplier,
  seen: { planMultiplier: r.plan_multiplier, creatorPercent: r.creator_percent },
  since: r.before_at,
  before: { planMultiplier: r.before_multiplier, creatorPercent: r.before_percent },
})

/** What waits of these counters, lowest views first. */
export async function waitingOf(tx: Queryable, counterIds: readonly number[]): Promise<Waiting[]> {
  const rows = await tx
    .selectFrom('waiting_views')
    .selectAll()
    .where(sql<boolean>`counter_id = any(${counterIds}::bigint[])`)
    .orderBy('counter_id')
    .orderBy('from_views')
    .execute()
  return rows.map(asWaiting)
}

export async function dropWaiting(
  tx: Queryable,
  dropped: readonly Pick<Waiting, 'counterId' | 'from'>[],
): Promise<void> {
  if (dropped.length === 0) return
  await sql`delete from waiting_views w using unnest(${dropped.map(d => d.counterId)}::bigint[],
      ${dropped.map(d => d.from)}::bigint[]) as d (id, from_views)
    where w.counter_id = d.id and w.from_views = d.from_views`.execute(tx)
}

export async function keepWaiting(tx: Queryable, kept: readonly Waiting[]): Promise<void> {
  if (kept.length === 0) return
  await tx
    .insertInto('waiting_views')
    .values(
      kept.map(w => ({
        counter_id: w.counterId,
        from_views: w.from,
        to_views: w.to,
        sampled_at: w.sampledAt,
        rate_micros: w.ratePerView,
        viral_score: w.viralScore,
        viral_multiplier: w.viralMultiplier,
        plan_multiplier: w.seen.planMultiplier,
        creator_percent: w.seen.creatorPercent,
        before_at: w.since,
        before_multiplier: w.before.planMultiplier,
        before_percent: w.before.creatorPercent,
      })),
    )
    .execute()
}
