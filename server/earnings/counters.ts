import { sql } from 'kysely'
import type { Queryable } from '#server/platform/db/database.ts'
import { type TermFacts, termsFromFacts } from './policy.ts'
import type { Sample, Segment } from './rules.ts'

/** A platform's counter for one video, as last recorded. */
export interface Counter {
  videoId: string
  platform: string
  userId: string
  views: number
  /** null: never counted */
  sampledAt: Date | null
  revision: number
}
type Named = Pick<Counter, 'videoId' | 'platform'>

/** Counters by 'platform:videoId', without those that never counted. */
export async function findCounters(tx: Queryable, named: readonly Named[]): Promise<Map<string, Counter>> {
  const { rows } = await sql<{
    video_id: string
    platform: string
    user_id: string
    views: number
    sampled_at: Date
    revision: number
  }>`
    select c.video_id, c.platform, c.user_id, c.views, c.sampled_at, c.revision from view_counters c
    where (c.video_id, c.platform) in (
      select * from unnest(${named.map(n => n.videoId)}::uuid[], ${named.map(n => n.platform)}::text[]))`.execute(
    tx,
  )
  return new Map(
    rows.map(r => [
      `${r.platform}:${r.video_id}`,
      {
        videoId: r.video_id,
        platform: r.platform,
        userId: r.user_id,
        views: r.views,
        sampledAt: r.sampled_at,
        revision: r.revision,
      },
    ]),
  )
}

export async function saveCounters(tx: Queryable, counters: readonly Counter[]): Promise<void> {
  if (counters.length === 0) return
  await sql`
    insert into view_counters (video_id, platform, user_id, views, sampled_at, revision)
    select * from unnest(
      ${counters.map(c => c.videoId)}::uuid[], ${counters.map(c => c.platform)}::text[],
      ${counters.map(c => c.userId)}::text[], ${counters.map(c => c.views)}::bigint[],
      ${counters.map(c => c.sampledAt?.toISOString() ?? null)}::timestamptz[], ${counters.map(c => c.revision)}::integer[])
    on conflict (video_id, platform) do update set
      views = excluded.views, sampled_at = excluded.sampled_at, revision = excluded.revision`.execute(tx)
}

/** Saves samples. @returns the new ones; of two for the same counter and time, the first counts */
export async function saveSamples<S extends Named & Sample>(
  tx: Queryable,
  samples: readonly S[],
): Promise<S[]> {
  if (samples.length === 0) return []
  const { rows } = await sql<{ video_id: string; platform: string; sampled_at: Date }>`
    insert into view_samples (video_id, platform, sampled_at, views, rate_micros, viral_score, viral_multiplier,
      plan_multiplier, creator_percent)
    select * from unnest(
      ${samples.map(s => s.videoId)}::uuid[], ${samples.map(s => s.platform)}::text[],
      ${samples.map(s => s.sampledAt.toISOString())}::timestamptz[], ${samples.map(s => s.views)}::bigint[],
      ${samples.map(s => s.ratePerView)}::integer[], ${samples.map(s => s.viralScore)}::integer[],
      ${samples.map(s => s.viralMultiplier)}::integer[], ${samples.map(s => s.planMultiplier)}::integer[],
      ${samples.map(s => s.creatorPercent)}::integer[])
    on conflict do nothing
    returning video_id, platform, sampled_at`.execute(tx)
  const key = (video: string, platform: string, at: Date) => `${platform}:${video}:${at.getTime()}`
  const fresh = new Set(rows.map(r => key(r.video_id, r.platform, r.sampled_at)))
  return samples.filter(s => fresh.delete(key(s.videoId, s.platform, s.sampledAt)))
}

/** The stored samples of one counter, oldest first. */
export async function keptSamples(tx: Queryable, { videoId, platform }: Named): Promise<Sample[]> {
  const rows = await tx
    .selectFrom('view_samples')
    .selectAll()
    .where('video_id', '=', videoId)
    .where('platform', '=', platform)
    .orderBy('sampled_at')
    .execute()
  return rows.map(r => ({
    views: r.views,
    sampledAt: r.sampled_at,
    ratePerView: r.rate_micros,
    viralScore: r.viral_score,
    viralMultiplier: r.viral_multiplier ?? 10_000 + 2 * r.viral_score,
    planMultiplier: r.plan_multiplier,
    creatorPercent: r.creator_percent,
  }))
}

/** One counter's entries that have not been reversed, lowest views first. */
export async function activeSegments(
  tx: Queryable,
  { videoId, platform, userId }: Counter,
): Promise<(Segment & { entryId: number })[]> {
  const { rows } = await sql<{
    id: number
    facts: TermFacts & { from: number; to: number; sampledAt: string }
  }>`
    select e.id, e.facts from ledger_entries e
    where e.user_id = ${userId} and e.video_id = ${videoId} and e.platform = ${platform}
      and e.type in ('view_revenue', 'premium_view_revenue', 'view_repriced', 'premium_view_repriced')
      and not exists (select from ledger_entries r where r.reverses = e.id)
    order by (e.facts ->> 'from')::bigint`.execute(tx)
  return rows.map(({ id, facts }) => ({
    entryId: id,
    from: facts.from,
    to: facts.to,
    sampledAt: new Date(facts.sampledAt),
    ...termsFromFacts(facts),
  }))
}
