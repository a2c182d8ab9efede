import { sql } from 'kysely'
import { transactionTypes, viewTypes } from '#contract/money/constants.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { literals } from '#server/core/db/literals.ts'
import { type Micros, micros, toDollars } from '#server/core/money.ts'
import { daysAfter, startOfDay } from '#server/core/time-zone.ts'
import { titleOf } from '#server/videos/index.ts'
import type { ShownEntry } from './explain.ts'

/** Includes the title, because most of a page's cost is the query itself. */
const shownColumns = [
  'id',
  'type',
  'user_id',
  'video_id',
  'platform',
  'creator_amount',
  'views',
  'facts',
  'occurred_at',
  titleOf(sql.ref('ledger_entries.video_id')).as('title'),
] as const
/** Written as constants, so that the planner can use the partial index. */
const areShown = sql<boolean>`type in (${literals(transactionTypes)})`
const areViews = sql<boolean>`type in (${literals(viewTypes)})`

/** A creator's movements, newest first. @param before only those older than this one */
export async function listShown(
  db: Queryable,
  userId: string,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<ShownEntry[]> {
  let query = db
    .selectFrom('ledger_entries')
    .select(shownColumns)
    .where('user_id', '=', userId)
    .where(areShown)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

/** A creator's movements from..to (exclusive), oldest first, read in pages. */
export async function* shownBetween(
  db: Queryable,
  userId: string,
  from: Date,
  to: Date,
): AsyncGenerator<ShownEntry> {
  let after = 0
  while (true) {
    const page = await db
      .selectFrom('ledger_entries')
      .select(shownColumns)
      .where('user_id', '=', userId)
      .where(areShown)
      .where('id', '>', after)
      .where('occurred_at', '>=', from)
      .where('occurred_at', '<', to)
      .orderBy('id')
      .limit(1000)
      .execute()
    yield* page
    after = page.at(-1)?.id ?? after
    if (page.length < 1000) return
  }
}

export interface PeriodSums {
  views: number
  premiumViews: number
  viewRevenue: Micros
  premiumViewRevenue: Micros
  payouts: Micros
}

const sums = sql`coalesce(sum(views), 0) as views, coalesce(sum(premium_views), 0) as premium_views,
  coalesce(sum(view_micros), 0) as view_micros, coalesce(sum(premium_micros), 0) as premium_micros,
  coalesce(sum(payout_micros), 0) as payout_micros`
interface SumsRow {
  views: string
  premium_views: string
  view_micros: string
  premium_micros: string
  payout_micros: string
}
const asSums = (r: SumsRow): PeriodSums => ({
  views: Number(r.views),
  premiumViews: Number(r.premium_views),
  viewRevenue: micros(r.view_micros),
  premiumViewRevenue: micros(r.premium_micros),
  payouts: micros(r.payout_micros),
})

/** Sums of the entries in a range, in the columns of earnings_by_day. */
const entrySums = sql`sum(views) as views, sum(views) filter (where type like 'premium%') as premium_views,
  sum(creator_amount) filter (where type in ('view_revenue', 'view_correction')) as view_micros,
  sum(creator_amount) filter (where type like 'premium%') as premium_micros,
  -sum(creator_amount) filter (where type like 'payout%') as payout_micros`

const dayMs = 24 * 3600_000
const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/**
 * Sums over from..to (exclusive). Whole days in UTC come from the daily sums, the hours before and after from
 * the entries.
 */
export async function sumsBetween(db: Queryable, userId: string, from: Date, to: Date): Promise<PeriodSums> {
  const [first, last] = [Math.ceil(from.getTime() / dayMs) * dayMs, Math.floor(to.getTime() / dayMs) * dayMs]
  // A range without a whole day is read from the entries alone.
  const [before, after] = first <= last ? [new Date(first), new Date(last)] : [to, to]
  const { rows } = await sql<SumsRow>`
    select ${sums} from (
      select views, premium_views, view_micros, premium_micros, payout_micros from earnings_by_day
       where user_id = ${userId} and day >= ${utcDay(first)}::date and day < ${utcDay(last)}::date
      union all
      select ${entrySums} from ledger_entries
       where user_id = ${userId} and ${areShown} and occurred_at >= ${from} and occurred_at < ${before}
      union all
      select ${entrySums} from ledger_entries
       where user_id = ${userId} and ${areShown} and occurred_at >= ${after} and occurred_at < ${to}
    ) as parts`.execute(db)
  return asSums(rows[0] as SumsRow)
}

/**
 * What plans added to views in from..to (exclusive): of an amount at 1.5 times, a third. Truncated to whole
 * millionths per plan.
 */
export async function addedByPlans(db: Queryable, userId: string, from: Date, to: Date): Promise<Micros> {
  const { rows } = await sql<{ micros: string }>`
    select coalesce(sum(trunc(amount * (multiplier - 1) / multiplier)), 0)::bigint as micros from (
      -- What takes an amount back has the terms of the entry that it takes back.
      select coalesce(e.facts->>'planMultiplier', taken.facts->>'planMultiplier')::numeric as multiplier,
             sum(e.creator_amount) as amount
        from ledger_entries e left join ledger_entries taken on taken.id = e.reverses
       where e.user_id = ${userId} and e.type in ('premium_view_revenue', 'premium_view_correction')
         and e.occurred_at >= ${from} and e.occurred_at < ${to}
       group by 1
    ) as plans where multiplier > 0`.execute(db)
  return micros(rows[0]?.micros ?? 0)
}

/** One row per day in the zone from..to ('YYYY-MM-DD', both included), including days without movements. */
export async function sumsByDay(
  db: Queryable,
  userId: string,
  { from, to, zone }: { from: string; to: string; zone: string },
): Promise<{ day: string; earnings: Micros; views: number }[]> {
  const { rows } = await sql<{ day: string; micros: string; views: string }>`
    select to_char(d, 'YYYY-MM-DD') as day, coalesce(e.micros, 0) as micros, coalesce(e.views, 0) as views
    from generate_series(${from}::date, ${to}::date, '1 day') as d
    left join (
      select (occurred_at at time zone ${zone})::date as day, sum(creator_amount) as micros, sum(views) as views
      from ledger_entries
      where user_id = ${userId} and ${areShown} and ${areViews}
        and occurred_at >= ${startOfDay(from, zone)} and occurred_at < ${startOfDay(daysAfter(to, 1), zone)}
      group by 1
    ) as e on e.day = d::date
    order by d`.execute(db)
  return rows.map(r => ({ day: r.day, earnings: micros(r.micros), views: Number(r.views) }))
}

/** Each video's movements in from..to (exclusive), largest first. */
export async function sumsByVideo(
  db: Queryable,
  userId: string,
  from: Date,
  to: Date,
  limit: number,
): Promise<{ videoId: string; earnings: Micros; views: number }[]> {
  const rows = await db
    .selectFrom('ledger_entries')
    .select(eb => [
      'video_id',
      eb.fn.sum<string>('creator_amount').as('micros'),
      eb.fn.sum<string>('views').as('views'),
    ])
    .where('user_id', '=', userId)
    .where(areShown)
    .where(areViews)
    .where('occurred_at', '>=', from)
    .where('occurred_at', '<', to)
    .groupBy('video_id')
    .orderBy(sql`sum(creator_amount)`, 'desc')
    .orderBy('video_id')
    .limit(limit)
    .execute()
  return rows.map(r => ({
    videoId: r.video_id as string,
    earnings: micros(r.micros),
    views: Number(r.views),
  }))
}

/** The months in a zone that may have movements, 'YYYY-MM', newest first. */
export async function monthsWithMovements(db: Queryable, userId: string, zone: string): Promise<string[]> {
  // A day in UTC can belong to two months in another zone.
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(at at time zone ${zone}, 'YYYY-MM') as month
    from earnings_by_day, lateral (values
      (day::timestamp at time zone 'utc'), ((day + 1)::timestamp at time zone 'utc' - interval '1 microsecond')
    ) as ends (at)
    where user_id = ${userId} order by 1 desc`.execute(db)
  return rows.map(({ month }) => month)
}

/** Creators' lifetime earnings and views. */
export async function totalsOf(
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, { earned: Micros; views: number }>> {
  const rows = await db
    .selectFrom('earnings_by_user')
    .selectAll()
    .where(sql<boolean>`user_id = any(${userIds}::text[])`)
    .execute()
  return new Map(rows.map(r => [r.user_id, { earned: micros(r.earned_micros), views: r.views }]))
}

/** Videos' earnings for their creators, in dollars; videos without earnings are left out. */
export async function earningsOfVideos(
  db: Queryable,
  videoIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('earnings_by_video')
    .select(['video_id', 'micros'])
    .where(sql<boolean>`video_id = any(${videoIds}::uuid[])`)
    .execute()
  return new Map(rows.map(r => [r.video_id, toDollars(micros(r.micros))]))
}

/** Adds to videos' views; negative when platforms corrected them. Deleted videos are left out. */
export async function addViews(
  tx: Queryable,
  counted: readonly { videoId: string; views: number }[],
): Promise<void> {
  await sql`
    update videos set views = greatest(0, videos.views + c.views)
    from unnest(${counted.map(c => c.videoId)}::uuid[], ${counted.map(c => c.views)}::bigint[]) as c (id, views)
    where videos.id = c.id`.execute(tx)
}

/** Riders' shares of the views of posts since a time, by post; posts without any are left out. @param users who earn from them */
export async function earnedByPost(
  db: Queryable,
  { posts, users, since }: { posts: readonly string[]; users: readonly string[]; since: Date },
): Promise<Map<string, Micros>> {
  const { rows } = await sql<{ post: string; micros: string }>`
    select facts ->> 'postId' as post, sum(creator_amount)::text as micros from ledger_entries
    where user_id = any(${[...users]}) and occurred_at >= ${since} and ${areViews}
      and facts ->> 'postId' in (select unnest(${[...posts]}::text[]))
    group by 1`.execute(db)
  return new Map(rows.map(row => [row.post, micros(row.micros)]))
}
