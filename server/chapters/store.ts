import { type RawBuilder, sql } from 'kysely'
import { sentences } from '#sentences/chapters.ts'
import type { Queryable, Tx } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { VideoRow } from '#server/videos/index.ts'

/** The video that a video was joined into, or it itself when it was joined; the newest, null when none. */
export async function joinOf(
  db: Queryable,
  videoId: string,
): Promise<{ id: string; progress: number } | null> {
  const { rows } = await sql<{ id: string; progress: number }>`
    select j.video_id as id, j.progress from joined_videos j join videos v on v.id = j.video_id
    where j.video_id = ${videoId}
      or j.video_id in (select video_id from joined_parts where part_id = ${videoId})
    order by (v.status = 'failed'), j.created_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** The parts of a joined video that are still there, in order. */
export async function partsOf(db: Queryable, joinedId: string): Promise<(VideoRow & { position: number })[]> {
  return db
    .selectFrom('joined_parts')
    .innerJoin('videos', 'videos.id', 'joined_parts.part_id')
    .selectAll('videos')
    .select('joined_parts.position')
    .where('joined_parts.video_id', '=', joinedId)
    .orderBy('joined_parts.position')
    .execute()
}

/** How many parts a joined video was made of, including deleted ones. */
export async function countParts(db: Queryable, joinedId: string): Promise<number> {
  const row = await db
    .selectFrom('joined_parts')
    .select(eb => eb.fn.countAll<string>().as('parts'))
    .where('video_id', '=', joinedId)
    .executeTakeFirstOrThrow()
  return Number(row.parts)
}

/** Whether any of these is a part of a video whose joining hasn't failed. */
export async function areTaken(db: Queryable, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from joined_parts p join videos v on v.id = p.video_id
    where p.part_id = any(${ids}::uuid[]) and v.status <> 'failed' limit 1`.execute(db)
  return rows.length > 0
}

export async function insertJoin(
  tx: Tx,
  { videoId, parts, now }: { videoId: string; parts: readonly string[]; now: Date },
): Promise<void> {
  await tx.insertInto('joined_videos').values({ video_id: videoId, created_at: now }).execute()
  await tx
    .insertInto('joined_parts')
    .values(parts.map((part, position) => ({ video_id: videoId, position, part_id: part })))
    .execute()
}

/** @returns false when the video is deleted */
export async function setProgress(db: Queryable, videoId: string, progress: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('joined_videos')
    .set({ progress })
    .where('video_id', '=', videoId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether one of two videos is a part of the other, for other slices' queries. @param one an expression, as sql.ref */
export const isPartOf = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql<boolean>`exists (
  select from joined_parts p
  where (p.video_id = ${one} and p.part_id = ${other}) or (p.video_id = ${other} and p.part_id = ${one}))`

/** The ids of the videos that were joined from a video and others, for other slices' queries. @param part as sql.ref */
export const joinedFrom = (part: RawBuilder<unknown>) =>
  sql`(select p.video_id from joined_parts p where p.part_id = ${part})`

/** Whether a video is published, scheduled or posted. */
const isOut = sql<boolean>`(v.status = 'published' or exists (
  select from publications where video_id = v.id and state not in ('failed', 'cancelled')))`

/** The title of the first of these videos that is published, scheduled or posted; null when none is. */
export async function firstOut(db: Queryable, ids: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ title: string }>`
    select v.title from videos v where v.id = any(${ids}::uuid[]) and ${isOut} limit 1`.execute(db)
  return rows[0]?.title ?? null
}

/** Locks the joins of a video until the transaction ends. @returns the other videos with its footage */
export async function lockFootage(tx: Queryable, videoId: string): Promise<string[]> {
  const { rows: joins } = await sql<{ video_id: string }>`
    select video_id from joined_videos
    where video_id = ${videoId} or video_id in (select video_id from joined_parts where part_id = ${videoId})
    order by video_id for update`.execute(tx)
  if (!joins.length) return []
  const ids = joins.map(join => join.video_id)
  const { rows } = await sql<{ id: string }>`
    select p.part_id as id from joined_parts p
    where p.video_id = ${videoId} and p.part_id is not null
    union select id from unnest(${ids}::uuid[]) as id where id <> ${videoId}`.execute(tx)
  return rows.map(row => row.id)
}

/**
 * Keeps the same footage from being paid twice: of a joined video and its parts, only one side can be out. In the
 * transaction that publishes.
 * @throws AppError conflict when a video with the same footage is published, scheduled or posted
 */
export async function refuseTwice(tx: Queryable, videoId: string): Promise<void> {
  const others = await lockFootage(tx, videoId)
  const title = others.length ? await firstOut(tx, others) : null
  if (title !== null) throw new AppError('conflict', sentences.outElsewhere({ title }))
}
