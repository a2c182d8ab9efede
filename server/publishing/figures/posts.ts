import { sql } from 'kysely'
import type { PostFigures } from '#contract/publishing/figures.ts'
import { type Platform, platforms } from '#contract/publishing/publications.ts'
import { csvLine } from '#server/core/csv.ts'
import type { Database, Queryable } from '#server/core/db/database.ts'
import { toDollars, zero } from '#server/core/money.ts'
import { earnedByPost } from '#server/earnings/index.ts'
import { engagementOf, percentOf } from '../rules.ts'

const dayMs = 86_400_000

interface Row {
  id: string
  user_id: string | null
  title: string
  platform: Platform
  url: string | null
  published_at: Date
  views: number
  views_before: number
  likes: number
  comments: number
  shares: number
  watched_seconds: number | null
  /** length of the file that was posted; null once it is deleted */
  seconds: number | null
}

/** The first moment of a UTC day, this many days before today. */
const startOf = (now: Date, daysBefore: number): Date =>
  new Date(Math.floor(now.getTime() / dayMs) * dayMs - daysBefore * dayMs)

/** Up to so many days, a post's `gained_lately` says how much it can have gained. */
const daysKept = 90
const firstBatch = 500
const batchGrowth = 4

interface LeaderRow {
  id: string
  views: number
  /** of the last post of the batch: the most that it can have gained, and its id */
  least: number
  last: string
  /** of the batch */
  size: number
}

/** Of the next posts by the most that each can have gained: those that gained the most. */
async function leadersOf(
  db: Queryable,
  { since, limit, after, size }: { since: Date; limit: number; after: LeaderRow | undefined; size: number },
): Promise<LeaderRow[]> {
  const { rows } = await sql<LeaderRow>`
    with batch as (
      select id, published_at, coalesce(gained_lately, views) as most from publications
      where state = 'published' and platform = any(${[...platforms]})
        and ${after ? sql`(coalesce(gained_lately, views), id) < (${after.least}, ${after.last})` : sql`true`}
      order by most desc, id desc limit ${size}),
    ended as (select most as least, id as last, count(*) over () as size from batch order by most, id limit 1)
    select b.id, d.views, e.least, e.last, e.size
    from ended e, batch b, lateral (
      select coalesce(sum(views), 0)::bigint as views from publication_days
      where publication_id = b.id and day >= ${since}::date) d
    order by d.views desc, b.published_at desc, b.id limit ${limit}`.execute(db)
  return rows
}

/**
 * The posts that can be among the first by views gained: goes through all posts by the most that each can have gained,
 * until that is less than what enough posts have gained.
 * @param limit how many are wanted; the answer has them all, and others
 */
async function leading(
  db: Queryable,
  { since, limit }: { since: Date; limit: number },
): Promise<readonly string[]> {
  const leaders: LeaderRow[] = []
  let after: LeaderRow | undefined
  for (let size = firstBatch; ; size *= batchGrowth) {
    const rows = await leadersOf(db, { since, limit, after, size })
    leaders.push(...rows)
    after = rows[0]
    const least = leaders.toSorted((a, b) => b.views - a.views)[limit - 1]?.views
    if (!after || after.size < size || (least !== undefined && least > after.least))
      return leaders.map(({ id }) => id)
  }
}

/** What published posts gained and earned in the last days, today's included, most views first. */
export async function postsOf(
  db: Database,
  { now, days, limit }: { now: Date; days: number; limit?: number },
): Promise<PostFigures[]> {
  const since = startOf(now, days - 1)
  const before = startOf(now, 2 * days - 1)
  const gained = (name: 'views' | 'likes' | 'comments' | 'shares') =>
    sql`coalesce(sum(${sql.ref(name)}) filter (where day >= ${since}::date), 0)::bigint as ${sql.ref(name)}`
  const rows = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tx => {
      const among = limit && days <= daysKept ? await leading(tx, { since, limit }) : null
      const { rows } = await sql<Row>`
        with gains as (
          select publication_id, ${gained('views')}, ${gained('likes')}, ${gained('comments')}, ${gained('shares')},
            coalesce(sum(views) filter (where day < ${since}::date), 0)::bigint as views_before
          from publication_days
          where day >= ${before}::date and ${among ? sql`publication_id = any(${among})` : sql`true`}
          group by publication_id)
        select p.id, p.user_id, p.metadata ->> 'title' as title, p.platform, p.url, p.published_at,
          coalesce(g.views, 0) as views, coalesce(g.likes, 0) as likes, coalesce(g.comments, 0) as comments,
          coalesce(g.shares, 0) as shares, coalesce(g.views_before, 0) as views_before,
          p.watched_seconds, case when p.clip_id is null then v.duration_seconds else c.duration_seconds end as seconds
        from publications p left join gains g on g.publication_id = p.id
          left join videos v on v.id = p.video_id left join clips c on c.id = p.clip_id
        where p.state = 'published' and p.platform = any(${[...platforms]})
          and ${among ? sql`p.id = any(${among})` : sql`true`}
        order by coalesce(g.views, 0) desc, p.published_at desc, p.id limit ${limit ?? null}`.execute(tx)
      return rows
    })
  const earned = await earnedByPost(db, {
    posts: rows.map(row => row.id),
    users: [...new Set(rows.flatMap(row => row.user_id ?? []))],
    since,
  })
  return rows.map(row => ({
    publicationId: row.id,
    title: row.title,
    platform: row.platform,
    url: row.url,
    publishedAt: row.published_at.toISOString(),
    views: row.views,
    viewsBefore: row.views_before,
    likes: row.likes,
    engagement: engagementOf(row),
    watchThrough:
      row.watched_seconds === null || !row.seconds ? null : percentOf(row.watched_seconds, row.seconds),
    earned: toDollars(earned.get(row.id) ?? zero),
  }))
}

/** The same as CSV (RFC 4180), every post; times in UTC, ISO 8601, earnings in dollars. */
export function* postsCsv(posts: readonly PostFigures[]): Generator<string> {
  yield csvLine([
    ...['publication', 'title', 'platform', 'url', 'published', 'views', 'views before'],
    ...['likes', 'engagement percent', 'watched percent', 'earned'],
  ])
  for (const post of posts)
    yield csvLine(
      [
        ...[post.publicationId, post.title, post.platform, post.url, post.publishedAt],
        ...[post.views, post.viewsBefore, post.likes, post.engagement, post.watchThrough],
      ],
      [post.earned.toFixed(2)],
    )
}
