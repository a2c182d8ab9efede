import { sql } from 'kysely'
import type { PostFigures } from '#contract/publishing/figures.ts'
import { type Platform, platforms } from '#contract/publishing/publications.ts'
import { csvLine } from '#server/core/csv.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { toDollars, zero } from '#server/core/money.ts'
import { earnedByPost } from '#server/earnings/index.ts'
import { engagementOf } from '../rules.ts'

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
}

/** The first moment of a UTC day, this many days before today. */
const startOf = (now: Date, daysBefore: number): Date =>
  new Date(Math.floor(now.getTime() / dayMs) * dayMs - daysBefore * dayMs)

/** What published posts gained and earned in the last days, today's included, most views first. */
export async function postsOf(
  db: Queryable,
  { now, days, limit }: { now: Date; days: number; limit?: number },
): Promise<PostFigures[]> {
  const since = startOf(now, days - 1)
  const before = startOf(now, 2 * days - 1)
  const gained = (name: 'views' | 'likes' | 'comments' | 'shares') =>
    sql`coalesce(sum(${sql.ref(name)}) filter (where day >= ${since}::date), 0)::bigint as ${sql.ref(name)}`
  const { rows } = await sql<Row>`
    with gains as (
      select publication_id, ${gained('views')}, ${gained('likes')}, ${gained('comments')}, ${gained('shares')},
        coalesce(sum(views) filter (where day < ${since}::date), 0)::bigint as views_before
      from publication_days where day >= ${before}::date group by publication_id)
    select p.id, p.user_id, p.metadata ->> 'title' as title, p.platform, p.url, p.published_at,
      coalesce(g.views, 0) as views, coalesce(g.likes, 0) as likes, coalesce(g.comments, 0) as comments,
      coalesce(g.shares, 0) as shares, coalesce(g.views_before, 0) as views_before
    from publications p left join gains g on g.publication_id = p.id
    where p.state = 'published' and p.platform = any(${[...platforms]})
    order by coalesce(g.views, 0) desc, p.published_at desc, p.id limit ${limit ?? null}`.execute(db)
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
    earned: toDollars(earned.get(row.id) ?? zero),
  }))
}

/** The same as CSV (RFC 4180), every post; times in UTC, ISO 8601, earnings in dollars. */
export function* postsCsv(posts: readonly PostFigures[]): Generator<string> {
  yield csvLine([
    ...['publication', 'title', 'platform', 'url', 'published', 'views', 'views before'],
    ...['likes', 'engagement percent', 'earned'],
  ])
  for (const post of posts)
    yield csvLine(
      [
        ...[post.publicationId, post.title, post.platform, post.url, post.publishedAt],
        ...[post.views, post.viewsBefore, post.likes, post.engagement],
      ],
      [post.earned.toFixed(2)],
    )
}
