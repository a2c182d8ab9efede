import { sql } from 'kysely'
import { recordViews } from '#server/earnings/index.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { type PostStats, platformOf } from '#server/platforms/index.ts'
import { unsafeFindForUpdate } from '#server/videos/index.ts'
import type { PublicationRow } from '../store.ts'

const heldAgainMs = 6 * 3600_000
const cadenceOf = (row: PublicationRow, now: Date) =>
  platformOf(row.platform).sampleAgainMs(now.getTime() - (row.published_at ?? now).getTime())

/**
 * Saves a platform's report: snapshot, newest figures, the day's gain. Missing values stay as last known.
 * Without views there is no sample: the last sample's time stays, and the early time that the claim set for
 * the next request.
 */
export async function keepFigures(tx: Tx, row: PublicationRow, stats: PostStats, now: Date): Promise<void> {
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
      ${known.comments} - comments, ${known.shares} - shares from publications where id = ${row.id}
    on conflict (publication_id, day) do update set views = publication_days.views + excluded.views,
      likes = publication_days.likes + excluded.likes, comments = publication_days.comments + excluded.comments,
      shares = publication_days.shares + excluded.shares`.execute(tx)
  const next = new Date(now.getTime() + cadenceOf(row, now))
  await tx
    .updateTable('publications')
    .set({ ...known, ...(sampled ? { sampled_at: now, next_sample_at: next } : {}) })
    .where('id', '=', row.id)
    .execute()
}

/**
 * Sets when a post with held counts is requested again: soon enough to see whether they are right after all.
 */
export async function askAgain(tx: Tx, row: PublicationRow, now: Date): Promise<void> {
  const soon = Math.min(cadenceOf(row, now), heldAgainMs)
  await tx
    .updateTable('publications')
    .set({ next_sample_at: new Date(now.getTime() + soon) })
    .where('id', '=', row.id)
    .execute()
}

/** Passes the videos' counters to the ledger: per video and platform, over all its posts there. */
export async function feedLedger(tx: Tx, rows: readonly PublicationRow[], now: Date): Promise<void> {
  const samples = []
  // In a fixed order and under the video's lock: two workers that count different posts of one video get the
  // same totals.
  const pairs = [...new Map(rows.map(r => [`${r.video_id} ${r.platform}`, r]))].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  for (const [, { video_id: videoId, platform }] of pairs) {
    const video = videoId ? await unsafeFindForUpdate(tx, videoId) : null
    // Without a price, views wait: the platform's counter continues, and they are posted once there is a
    // price.
    if (video?.priced_score == null) continue
    const total = await tx
      .selectFrom('publications')
      .select(eb => eb.fn.sum<number>('views').as('views'))
      .where('video_id', '=', video.id)
      .where('platform', '=', platform)
      .where('state', '=', 'published')
      .executeTakeFirst()
    samples.push({
      videoId: video.id,
      userId: video.user_id,
      platform,
      views: Number(total?.views ?? 0),
      viralScore: video.priced_score,
      sampledAt: now,
    })
  }
  await recordViews(tx, now, samples)
}
