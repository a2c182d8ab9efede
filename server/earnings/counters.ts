import { type Selectable, sql } from 'kysely'
import type { ViewCounter } from '#contract/money/constants.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { ViewSamples } from '../../db/schema.generated.ts'
import { type PlanTerms, priceFromFacts, type TermFacts } from './policy.ts'
import type { OpenPrice, Sample, Segment } from './rules.ts'

/** One post's counter, counted in one way. */
export interface CounterName {
  videoId: string
  /** the platform, by its name in the contract */
  platform: string
  postId: string
  counter: ViewCounter
}

/** A counter as last recorded. */
export interface Counter extends CounterName {
  id: number
  userId: string
  /** when its first view could have come */
  since: Date
  views: number
  /** the newest sample, and the plan then */
  sampledAt: Date
  last: PlanTerms
  revision: number
}

export const counterKey = (c: CounterName): string => `${c.platform}:${c.postId}:${c.counter}:${c.videoId}`

const plan = sql`plan_multiplier, creator_percent`

interface CounterRow {
  id: number
  video_id: string
  platform: string
  post_id: string
  counter: ViewCounter
  user_id: string
  since: Date
  views: number
  sampled_at: Date
  revision: number
  plan_multiplier: number
  creator_percent: number
}
const asCounter = (r: CounterRow): Counter => ({
  id: r.id,
  videoId: r.video_id,
  platform: r.platform,
  postId: r.post_id,
  counter: r.counter,
  userId: r.user_id,
  since: r.since,
  views: r.views,
  sampledAt: r.sampled_at,
  last: { planMultiplier: r.plan_multiplier, creatorPercent: r.creator_percent },
  revision: r.revision,
})

/** Counters by their key; those that never counted are left out. */
export async function findCounters(
  tx: Queryable,
  named: readonly CounterName[],
): Promise<Map<string, Counter>> {
  const { rows } = await sql<CounterRow>`
    select c.*, s.* from view_counters c
    cross join lateral (
      select ${plan} from view_samples where counter_id = c.id and sampled_at = c.sampled_at
      union all
      select ${plan} from folded_samples where counter_id = c.id and sampled_at = c.sampled_at) s
    where (c.video_id, c.platform, c.post_id, c.counter) in (
      select * from unnest(${named.map(n => n.videoId)}::uuid[], ${named.map(n => n.platform)}::text[],
        ${named.map(n => n.postId)}::uuid[], ${named.map(n => n.counter)}::text[]))`.execute(tx)
  return new Map(rows.map(asCounter).map(c => [counterKey(c), c]))
}

/** A counter that begins, with the price and plan of that time: a sample of no views. */
export type NewCounter = CounterName & OpenPrice & PlanTerms & { userId: string; since: Date }

/** Begins counters at 0. */
export async function beginCounters(tx: Queryable, begun: readonly NewCounter[]): Promise<Counter[]> {
  if (begun.length === 0) return []
  const { rows } = await sql<Omit<CounterRow, 'plan_multiplier' | 'creator_percent'>>`
    insert into view_counters (video_id, platform, post_id, counter, user_id, since, views, sampled_at)
    select video, platform, post, counter, rider, at, 0, at from unnest(
      ${begun.map(c => c.videoId)}::uuid[], ${begun.map(c => c.platform)}::text[],
      ${begun.map(c => c.postId)}::uuid[], ${begun.map(c => c.counter)}::text[],
      ${begun.map(c => c.userId)}::text[], ${begun.map(c => c.since.toISOString())}::timestamptz[])
      as given (video, platform, post, counter, rider, at)
    returning *`.execute(tx)
  const byKey = new Map(begun.map(c => [counterKey(c), c]))
  const counters = rows.map(row => {
    const { planMultiplier: plan_multiplier, creatorPercent: creator_percent } = byKey.get(
      counterKey({
        videoId: row.video_id,
        platform: row.platform,
        postId: row.post_id,
        counter: row.counter,
      }),
    ) as NewCounter
    return asCounter({ ...row, plan_multiplier, creator_percent })
  })
  await saveSamples(
    tx,
    counters.map(c => ({
      ...(byKey.get(counterKey(c)) as NewCounter),
      counterId: c.id,
      views: 0,
      sampledAt: c.since,
    })),
  )
  return counters
}

export async function saveCounters(tx: Queryable, counters: readonly Counter[]): Promise<void> {
  if (counters.length === 0) return
  await sql`
    update view_counters c set views = n.views, sampled_at = n.sampled_at, revision = n.revision
    from unnest(${counters.map(c => c.id)}::bigint[], ${counters.map(c => c.views)}::bigint[],
      ${counters.map(c => c.sampledAt.toISOString())}::timestamptz[], ${counters.map(c => c.revision)}::integer[])
      as n (id, views, sampled_at, revision)
    where c.id = n.id`.execute(tx)
}

/** Saves samples. @returns the new ones; of two for the same counter and time, the first counts */
export async function saveSamples<S extends Sample & { counterId: number }>(
  tx: Queryable,
  samples: readonly S[],
): Promise<S[]> {
  if (samples.length === 0) return []
  const { rows } = await sql<{ counter_id: number; sampled_at: Date }>`
    insert into view_samples (counter_id, sampled_at, views, rate_micros, viral_score, viral_multiplier,
      plan_multiplier, creator_percent)
    select * from unnest(
      ${samples.map(s => s.counterId)}::bigint[], ${samples.map(s => s.sampledAt.toISOString())}::timestamptz[],
      ${samples.map(s => s.views)}::bigint[], ${samples.map(s => s.ratePerView)}::integer[],
      ${samples.map(s => s.viralScore)}::integer[], ${samples.map(s => s.viralMultiplier)}::integer[],
      ${samples.map(s => s.planMultiplier)}::integer[], ${samples.map(s => s.creatorPercent)}::integer[])
    on conflict do nothing
    returning counter_id, sampled_at`.execute(tx)
  const key = (counter: number, at: Date) => `${counter}:${at.getTime()}`
  const fresh = new Set(rows.map(r => key(r.counter_id, r.sampled_at)))
  return samples.filter(s => fresh.delete(key(s.counterId, s.sampledAt)))
}

/** The stored samples of one counter, oldest first. The first is where the others begin. */
export async function keptSamples(tx: Queryable, { id }: Counter): Promise<Sample[]> {
  const { rows } = await sql<Selectable<ViewSamples>>`
    select * from folded_samples where counter_id = ${id}
    union all
    select * from view_samples where counter_id = ${id} and sampled_at > coalesce(
      (select sampled_at from folded_samples where counter_id = ${id}), '-infinity')
    order by sampled_at`.execute(tx)
  return rows.map(r => ({
    views: r.views,
    sampledAt: r.sampled_at,
    ratePerView: r.rate_micros,
    viralScore: r.viral_score,
    viralMultiplier: r.viral_multiplier,
    planMultiplier: r.plan_multiplier,
    creatorPercent: r.creator_percent,
  }))
}

/** Gives the samples of counters and what waits of them their price, once it is known. */
export async function priceCounters(
  tx: Queryable,
  priced: readonly { counterId: number; viralScore: number; viralMultiplier: number }[],
): Promise<void> {
  for (const table of ['view_samples', 'folded_samples', 'waiting_views'])
    await sql`
      update ${sql.table(table)} s set viral_score = n.score, viral_multiplier = n.multiplier
      from unnest(${priced.map(p => p.counterId)}::bigint[], ${priced.map(p => p.viralScore)}::integer[],
        ${priced.map(p => p.viralMultiplier)}::integer[]) as n (id, score, multiplier)
      where s.counter_id = n.id and s.viral_score is null`.execute(tx)
}

/** What an entry says about the plans between which its views came: multipliers in tenths, and percentages. */
export interface PlanFactsOfViews {
  since: string
  before: [multiplier: number, percent: number]
  seen: [multiplier: number, percent: number]
}
export interface RangeFacts extends TermFacts, PlanFactsOfViews {
  counter: ViewCounter
  postId: string
  from: number
  to: number
  sampledAt: string
}
const planFrom = ([planMultiplier, creatorPercent]: [number, number]): PlanTerms => ({
  planMultiplier,
  creatorPercent,
})
/** The range of views that an entry posted. */
export const segmentFrom = (facts: RangeFacts): Segment => ({
  from: facts.from,
  to: facts.to,
  sampledAt: new Date(facts.sampledAt),
  since: new Date(facts.since),
  before: planFrom(facts.before),
  seen: planFrom(facts.seen),
  ...priceFromFacts(facts),
})

/** One counter's entries that have not been reversed, lowest views first. */
export async function activeSegments(
  tx: Queryable,
  { videoId, platform, userId, postId, counter }: Counter,
): Promise<(Segment & { entryId: number })[]> {
  const { rows } = await sql<{ id: number; facts: RangeFacts }>`
    select e.id, e.facts from ledger_entries e
    where e.user_id = ${userId} and e.video_id = ${videoId} and e.platform = ${platform}
      and e.facts ->> 'postId' = ${postId} and e.facts ->> 'counter' = ${counter}
      and e.type in ('view_revenue', 'premium_view_revenue', 'view_repriced', 'premium_view_repriced')
      and not exists (select from ledger_entries r where r.reverses = e.id)
    order by (e.facts ->> 'from')::bigint`.execute(tx)
  return rows.map(({ id, facts }) => ({ entryId: id, ...segmentFrom(facts) }))
}
