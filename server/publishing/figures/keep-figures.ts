import { sql } from 'kysely'
import type { Tx } from '#server/core/db/database.ts'
import { recordViews, type ViewSample } from '#server/earnings/index.ts'
import type { PostStats } from '#server/platforms/index.ts'
import { unsafeFindForUpdate } from '#server/videos/index.ts'
import type { PublicationRow } from '../store.ts'
import { sampledAgainAt } from './pace.ts'

const heldAgainMs = 6 * 3600_000

/**
 * Saves a platform's report: snapshot, newest figures, the day's gain. Missing values stay as last known.
 * Without views there is no sample: the last sample's time stays, and the early time that the claim set for
 * the next request.
 * @param pace of its channel
 */
export async function keepFigures(
  tx: Tx,
  row: PublicationRow,
  stats: PostStats,
  { now, pace }: { now: Date; pace: number },
): Promise<void> {
  const known = {
    views: stats.views ?? row.views,
    likes: stats.likes ?? row.likes,
    comments: stats.comments ?? row.comments,
    shares: stats.shares ?? row.shares,
  }
  const sampled = stats.views !== null
  if (sampled)
    await tx
      .insertInto('publication_snapshots')
      .values({ publication_id: row.id, fetched_at: now, ...known })
      .onConflict(c => c.doNothing())
      .execute()
  await sql`
    insert into publication_days (publication_id, day, views, likes, comments, shares)
    select id, (${now}::timestamptz at time zone 'utc')::date, ${known.views} - views, ${known.likes} - likes,
      ${known.comments} - comments, ${known.shares} - shares from publications
    where id = ${row.id} and (views, likes, comments, shares)
      <> (${known.views}, ${known.likes}, ${known.comments}, ${known.shares})
    on conflict (publication_id, day) do update set views = publication_days.views + excluded.views,
      likes = publication_days.likes + excluded.likes, comments = publication_days.comments + excluded.comments,
      shares = publication_days.shares + excluded.shares`.execute(tx)
  const next = sampledAgainAt(row, now, pace)
  await tx
    .updateTable('publications')
    .set({
      ...known,
      watched_seconds: stats.watchedSeconds ?? row.watched_seconds,
      ...(sampled ? { sampled_at: now, next_sample_at: next } : {}),
    })
    .where('id', '=', row.id)
    .execute()
}

/**
 * Sets when a post with held counts is requested again: soon enough to see whether they are right after all.
 */
export async function askAgain(
  tx: Tx,
  row: PublicationRow,
  { now, pace }: { now: Date; pace: number },
): Promise<void> {
  const soon = Math.min(sampledAgainAt(row, now, pace).getTime(), now.getTime() + heldAgainMs)
  await tx
    .updateTable('publications')
    .set({ next_sample_at: new Date(soon) })
    .where('id', '=', row.id)
    .execute()
}

/** What a platform said of a post while it was on hold, oldest first; the counts end here. */
async function takeSightings(tx: Tx, postId: string): Promise<{ views: number; at: Date }[]> {
  const rows = await tx
    .deleteFrom('held_sightings')
    .where('publication_id', '=', postId)
    .returning(['views', 'seen_at'])
    .execute()
  return rows
    .map(r => ({ views: r.views, at: r.seen_at }))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** A post's views by the counter that the platform itself pays by, at the end of a day. */
export interface PaidCount {
  row: PublicationRow
  views: number
  at: Date
  since: Date
}

/**
 * Passes the accepted counts of posts to the ledger, after those that were on hold: views have the plan of the
 * time when they were first seen. A post that is counted by the platform's own counter is paid by nothing else.
 */
export async function feedLedger(
  tx: Tx,
  rows: readonly PublicationRow[],
  now: Date,
  paid: readonly PaidCount[] = [],
): Promise<void> {
  const samples: ViewSample[] = []
  const own = new Map(paid.map(count => [count.row.id, count]))
  // In a fixed order, because each locks its video.
  for (const { id, video_id: videoId, platform } of [...rows, ...paid.map(p => p.row)].toSorted((a, b) =>
    `${a.video_id} ${a.id}` < `${b.video_id} ${b.id}` ? -1 : 1,
  )) {
    const sightings = await takeSightings(tx, id)
    const video = videoId ? await unsafeFindForUpdate(tx, videoId) : null
    if (!video) continue
    const { views, unpaid_views, unshown, counter, published_at, created_at } = await tx
      .selectFrom('publications')
      .select(['views', 'unpaid_views', 'unshown', 'counter', 'published_at', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const count = own.get(id)
    if (!count && counter !== 'public_views') continue
    const since = count?.since ?? published_at ?? created_at
    // What was on hold while the post isn't shown is settled by its count alone.
    const before = unshown ? [] : sightings
    for (const { views: seen, at } of count ? [count] : [...before, { views, at: now }])
      samples.push({
        ...{ videoId: video.id, userId: video.user_id, platform },
        views: Math.max(0, seen - unpaid_views),
        ...{ postId: id, counter, viralScore: video.priced_score, since, sampledAt: at },
      })
  }
  await recordViews(tx, now, samples)
}
