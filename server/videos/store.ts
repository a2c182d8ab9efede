import { type RawBuilder, sql } from 'kysely'
import { arrivingStatuses, type VideoStatus } from '#contract/video-statuses.ts'
import type { Database, Queryable } from '#server/core/db/database.ts'
import { textColumn } from '#server/core/db/json.ts'
import type { Sentence, Text } from '#server/core/sentences.ts'
import { type VideoRow, videoWriter } from './columns.ts'
import { type ShownVideo, shownColumns } from './present.ts'

export type { VideoRow } from './columns.ts'

const write = videoWriter('lifecycle')

/** The owner's video; null for anyone else's, and for one that awaits the owner's acceptance. */
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

/** Any video, without checking its owner: for jobs and for staff. */
export async function unsafeFind(db: Queryable, id: string): Promise<VideoRow | null> {
  return (await db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** A video's owner; null when it is deleted. */
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

/** What a rider sees of their videos, newest first. */
export async function listShown(db: Queryable, userId: string): Promise<ShownVideo[]> {
  return db
    .selectFrom('videos')
    .select(shownColumns)
    .where('user_id', '=', userId)
    .where('held', '=', false)
    .orderBy('created_at', 'desc')
    .execute()
}

/**
 * Newest first.
 * @param held those instead that were uploaded before the owner verified the address and aren't accepted yet
 */
export async function listOwned(db: Queryable, userId: string, held = false): Promise<VideoRow[]> {
  const rows = await db
    .selectFrom('videos')
    .selectAll()
    .where('user_id', '=', userId)
    .where('held', '=', held)
    .orderBy('created_at', 'desc')
    .execute()
  return rows
}

/** A person's published videos that play and aren't hidden, the last published first. */
export async function listPublished(db: Queryable, userId: string, limit: number): Promise<VideoRow[]> {
  const rows = await db
    .selectFrom('videos')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'published')
    .where('stream_status', '=', 'ready')
    .where('held', '=', false)
    .where('hidden_at', 'is', null)
    .orderBy(sql`published_at desc nulls last`)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows
}

/** All videos of these people, including those awaiting acceptance: for deleting them. */
export async function allVideosOf(db: Queryable, userIds: readonly string[]): Promise<VideoRow[]> {
  const rows = await db
    .selectFrom('videos')
    .selectAll()
    .where(sql<boolean>`user_id = any(${userIds})`)
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

/** @param sentence shown to the owner, null for none; unchanged when not given */
export const setStatus = (db: Queryable, id: string, status: VideoStatus, sentence?: Text | null) =>
  write(db, id, { status, processing_error: textColumn(sentence) })

/** Marks a video as unusable, with a sentence for its owner. @param keptUntil when its files go; null: it has none */
export const setFailed = (db: Queryable, id: string, sentence: Sentence, keptUntil: Date | null) =>
  write(db, id, { status: 'failed', processing_error: textColumn(sentence), kept_until: keptUntil })

/** Its owner objects: it is processed again, with whatever can be decoded of it. */
export const setTryAnyway = (db: Queryable, id: string) =>
  write(db, id, { status: 'processing', processing_error: null, kept_until: null, try_anyway: true })

/** Records that the files of a refused video are deleted. */
export const setForgotten = (db: Queryable, id: string) => write(db, id, { kept_until: null })

/** Refused videos that nobody objected to in time. */
export const findForgotten = (db: Database, now: Date, limit: number): Promise<VideoRow[]> =>
  db.selectFrom('videos').selectAll().where('kept_until', '<', now).limit(limit).execute()

/** Says why a video waits; null removes the sentence. */
export const setProcessingWait = (db: Queryable, id: string, sentence: Sentence | null) =>
  write(db, id, { processing_error: textColumn(sentence) })

export async function ownerIsSuspended(db: Queryable, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('suspended_at').where('id', '=', userId).executeTakeFirst()
  return !!row?.suspended_at
}

/** Marks the review state as changed, so that staff's decisions about an earlier state are refused. */
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

/** Abandoned uploads. */
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

/** Videos with unfinished processing. */
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

/**
 * The title of a video by id, for other slices' queries; null when it is deleted. @param id an expression, as
 * sql.ref
 */
export const titleOf = (id: RawBuilder<unknown>) =>
  sql<string | null>`(select title from videos where videos.id = ${id})`

/** Titles by video id; deleted videos are left out. */
export async function titlesOf(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('videos')
    .select(['id', 'title'])
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::uuid[])`)
    .execute()
  return new Map(rows.map(r => [r.id, r.title]))
}

/** Highlight scores of a person's analyzed videos, one list per video. */
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

/** The same person's newest complete upload of the same file. */
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
