import { type RawBuilder, sql } from 'kysely'
import { plannedStates } from '#contract/publishing/constants.ts'
import { type ChannelKind, type Platform, platforms } from '#contract/publishing/publications.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { literals } from '#server/core/db/literals.ts'
import { countWaiting, type WaitingRows } from '#server/core/db/waiting.ts'
import type { PastPost } from '../schedule/optimal.ts'

const dayMs = 86_400_000
const learnedFrom = 200

/** Posts published for a day or longer, newest first, with their views. */
export async function pastPosts(db: Queryable, platform: Platform, now: Date): Promise<PastPost[]> {
  const rows = await db
    .selectFrom('publications')
    .select(['published_at', 'views'])
    .where('platform', '=', platform)
    .where('state', '=', 'published')
    .where('published_at', '<', new Date(now.getTime() - dayMs))
    .where('sampled_at', 'is not', null)
    .orderBy('published_at', 'desc')
    .limit(learnedFrom)
    .execute()
  return rows.map(r => ({ publishedAt: r.published_at as Date, views: r.views }))
}

/** Upcoming times on a channel, or on all channels of a kind, and the times of the last hour. */
export async function scheduledTimes(
  db: Queryable,
  on: { channelId: string } | { kind: ChannelKind },
  now: Date,
): Promise<Date[]> {
  const query = db
    .selectFrom('publications')
    .select('scheduled_for')
    .where('state', 'not in', ['cancelled', 'failed'])
    .where('scheduled_for', '>', new Date(now.getTime() - 3600_000))
  const rows = await ('kind' in on
    ? query.where('kind', '=', on.kind)
    : query.where('channel_id', '=', on.channelId)
  ).execute()
  return rows.map(r => r.scheduled_for)
}

export async function countsByState(db: Queryable): Promise<Map<string, number>> {
  const { rows } = await sql<{ state: string; n: number }>`
    select split_part(name, '.', 2) as state, sum(amount)::bigint as n from tallies
    where name like 'publications.%' group by 1`.execute(db)
  return new Map(rows.map(r => [r.state, r.n]))
}

/** Due for longer than this and not started. */
const overdueMs = 60_000
export const overdueBefore = (now: Date): Date => new Date(now.getTime() - overdueMs)

/** Whether a publication `p` is due for more than a minute and hasn't started. */
export const isOverdue = (now: Date) => sql<boolean>`(p.state in (${literals(plannedStates)})
  and p.started_at is null and p.scheduled_for < ${overdueBefore(now)})`

export async function countOverdue(db: Queryable, now: Date): Promise<number> {
  return (await countWaiting(db, { late: postsThat(isOverdue(now)) })).late.count
}

/** The publications `p` that are so, since they were due. */
export const postsThat = (are: RawBuilder<boolean>): WaitingRows => ({
  rows: sql`publications p where ${are}`,
  since: sql`p.scheduled_for`,
})

export interface PlatformFigures {
  platform: Platform
  publications: number
  views: number
  likes: number
  comments: number
  shares: number
}

/** Published posts, by platform. */
export async function figuresByPlatform(db: Queryable): Promise<PlatformFigures[]> {
  const { rows } = await sql<PlatformFigures>`
    select p.platform, p.publications, coalesce(sum(d.views), 0)::bigint as views,
      coalesce(sum(d.likes), 0)::bigint as likes, coalesce(sum(d.comments), 0)::bigint as comments,
      coalesce(sum(d.shares), 0)::bigint as shares
    from (select split_part(name, '.', 3) as platform, sum(amount)::bigint as publications from tallies
        where name like 'publications.published.%' group by 1) p
    left join platform_days d on d.platform = p.platform
    where p.publications > 0 and p.platform = any(${[...platforms]})
    group by 1, 2 order by 1`.execute(db)
  return rows
}

/** Views gained per day and platform, oldest first. */
export async function series(
  db: Queryable,
  since: Date,
): Promise<{ day: string; platform: Platform; views: number; likes: number }[]> {
  const { rows } = await sql<{ day: string; platform: Platform; views: number; likes: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, platform, sum(views)::bigint as views, sum(likes)::bigint as likes
    from platform_days where day >= ${since}::date and platform = any(${[...platforms]})
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/** Merges the rows of each day and platform into one. Safe to run while others count. */
export async function foldPlatformDays({ db }: { db: Queryable }): Promise<void> {
  await sql`
    with taken as (
      delete from platform_days d
      using (select day, platform from platform_days group by 1, 2 having count(*) > 1) parts
      where d.day = parts.day and d.platform = parts.platform
      returning d.*)
    insert into platform_days
    select day, platform, sum(views), sum(likes), sum(comments), sum(shares) from taken group by 1, 2`.execute(
    db,
  )
}
