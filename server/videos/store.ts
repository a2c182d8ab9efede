import { type RawBuilder, sql } from 'kysely'
import { arrivingStatuses, type VideoStatus } from '#contract/video-statuses.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { type VideoRow, videoWriter } from './columns.ts'

export type { VideoRow } from './columns.ts'

const write = videoWriter('lifecycle')

/** The owner's video; null for anybody else's, and for one that waits for the owner's acceptance. */
export async function findOwned(db: Queryable, id: string, userId: string): Promise<VideoRow | null> {
  return (
    (await db
      .selectFrom('videos')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('held', '=', false)
      .executeTakeFirst()) ?? null
  )
}

/** Any video, without asking whose: for jobs and for staff. */
export async function unsafeFind(db: Queryable, id: string): Promise<VideoRow | null> {
  return (await db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Whose a video is; null when it is gone. */
export async function ownerOf(db: Queryable, id: string): Promise<string | null> {
  const row = await db.selectFrom('videos').select('user_id').where('id', '=', id).executeTakeFirst()
  return row?.user_id ?? null
}

/** Any video, locked until the transaction ends: for state changes. */
export async function unsafeFindForUpdate(tx: Queryable, id: string): Promise<VideoRow | null> {
  return (
    (await tx.selectFrom('videos').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ?? null
  )
}

export async function unsafeFindByStream(db: Queryable, streamId: string): Promise<VideoRow | null> {
  return (
    (await db.selectFrom('videos').selectAll().where('stream_id', '=', streamId).executeTakeFirst()) ?? null
  )
}

/** Newest first. */
export async function listOwned(db: Queryable, userId: string): Promise<VideoRow[]> {
  const rows = await db
    .selectFrom('videos')
    .selectAll()
    .where('user_id', '=', userId)
    .where('held', '=', false)
    .orderBy('created_at', 'desc')
    .execute()
  return rows
}

/** Every video of these people, also what waits for acceptance: for deleting them. */
export async function allVideosOf(db: Queryable, userIds: readonly string[]): Promise<VideoRow[]> {
  const rows = await db
    .selectFrom('videos')
    .selectAll()
    .where(sql<boolean>`user_id = any(${userIds})`)
    .execute()
  return rows
}

/** What was uploaded before the owner proved the address, newest first. */
export async function listHeld(db: Queryable, userId: string): Promise<VideoRow[]> {
  const rows = await db
    .selectFrom('videos')
    .selectAll()
    .where('user_id', '=', userId)
    .where('held', '=', true)
    .orderBy('created_at', 'desc')
    .execute()
  return rows
}

/** @returns how many videos were accepted */
export async function acceptHeld(db: Queryable, userId: string): Promise<number> {
  const result = await db
    .updateTable('videos')
    .set({ held: false, updated_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('held', '=', true)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** @param sentence what the owner reads about it, null for nothing; left as it is when not given */
export const setStatus = (db: Queryable, id: string, status: VideoStatus, sentence?: string | null) =>
  write(db, id, { status, ...(sentence === undefined ? {} : { processing_error: sentence }) })

/** Says why a video waits; null takes it back. */
export const tellProcessingWaits = (db: Queryable, id: string, sentence: string | null) =>
  write(db, id, { processing_error: sentence })

export async function ownerIsSuspended(db: Queryable, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('suspended_at').where('id', '=', userId).executeTakeFirst()
  return !!row?.suspended_at
}

/** What staff decide from now on is about another state than what they may have open. */
export async function supersedeReview(tx: Queryable, id: string): Promise<VideoRow | null> {
  const row = await tx
    .updateTable('videos')
    .set({ review_version: sql`review_version + 1`, updated_at: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function deleteVideo(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('videos').where('id', '=', id).execute()
}

/** Deletes a video whose upload was never completed; any other stays. */
export async function deleteUnfinished(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('videos').where('id', '=', id).where('uploaded_at', 'is', null).execute()
}

/** Uploads nobody came back to. */
export async function findAbandoned(db: Database, before: Date, limit: number): Promise<VideoRow[]> {
  const rows = await db
    .selectFrom('videos')
    .selectAll()
    .where('uploaded_at', 'is', null)
    .where('status', 'in', arrivingStatuses)
    .where('updated_at', '<', before)
    .limit(limit)
    .execute()
  return rows
}

/** Videos with a file in the store that were never said to be uploaded. */
export async function findStored(db: Database): Promise<VideoRow[]> {
  const rows = await db
    .selectFrom('videos')
    .selectAll()
    .where('uploaded_at', 'is', null)
    .where('original_key', 'is not', null)
    .execute()
  return rows
}

/** Videos whose work is not finished. */
export async function findUnfinished(db: Database): Promise<VideoRow[]> {
  const rows = await db
    .selectFrom('videos')
    .selectAll()
    .where(eb =>
      eb.or([
        eb.and([eb('uploaded_at', 'is not', null), eb('status', '=', 'processing')]),
        eb.and([eb('status', '!=', 'failed'), eb('ladder_progress', '<', 100), eb('probe', 'is not', null)]),
        eb('ai_status', 'in', ['pending', 'processing']),
      ]),
    )
    .execute()
  return rows
}

export async function countsOf(
  db: Queryable,
  userId: string,
): Promise<{ totalViews: number; videosPublished: number; videosProcessing: number }> {
  const row = await db
    .selectFrom('videos')
    .where('user_id', '=', userId)
    .where('held', '=', false)
    .select(eb => [
      eb.fn.coalesce(eb.fn.sum<number>('views'), eb.lit(0)).as('views'),
      eb.fn.countAll<number>().filterWhere('status', '=', 'published').as('published'),
      eb.fn.countAll<number>().filterWhere('status', 'in', arrivingStatuses).as('processing'),
    ])
    .executeTakeFirstOrThrow()
  return {
    totalViews: Number(row.views),
    videosPublished: Number(row.published),
    videosProcessing: Number(row.processing),
  }
}

/** The title of the video of an id, for another's query; null when it is gone. @param id an expression, as sql.ref */
export const titleOf = (id: RawBuilder<unknown>) =>
  sql<string | null>`(select title from videos where videos.id = ${id})`

/** Titles by video id; videos that are gone are left out. */
export async function titlesOf(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('videos')
    .select(['id', 'title'])
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::uuid[])`)
    .execute()
  return new Map(rows.map(r => [r.id, r.title]))
}

/** Scores of the highlights of each analyzed video of a person, one list per video. */
export async function highlightScoresOf(db: Queryable, userId: string): Promise<number[][]> {
  const rows = await db
    .selectFrom('videos')
    .select('ai_highlights')
    .where('user_id', '=', userId)
    .where('held', '=', false)
    .where('ai_status', '=', 'completed')
    .where('status', 'not in', ['failed', 'rejected'])
    .execute()
  return rows.map(r => (r.ai_highlights ?? []).map(h => h.score))
}

/** The newest whole upload of the same file by the same person. */
export async function findByFingerprint(
  db: Queryable,
  userId: string,
  fingerprint: string,
): Promise<VideoRow | null> {
  return (
    (await db
      .selectFrom('videos')
      .selectAll()
      .where('user_id', '=', userId)
      .where('fingerprint', '=', fingerprint)
      .where('held', '=', false)
      .where('uploaded_at', 'is not', null)
      .where('status', '!=', 'failed')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()) ?? null
  )
}
