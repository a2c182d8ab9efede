import { sql } from 'kysely'
import type { Category } from '#contract/videos.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { json } from '#server/core/db/json.ts'
import type { Probe } from '#server/core/media/probe.ts'
import { type VideoRow, videoWriter } from '../columns.ts'

const write = videoWriter('upload')

export interface NewVideo {
  id: string
  userId: string
  title: string
  description: string
  category: Category
  fileName: string
  fingerprint: string | null
  /** Whether the requesting session belongs to a verified address. */
  ownerVerified: boolean
  /** the announced size, or 0 */
  reservedBytes?: number
}

export async function insertVideo(db: Queryable, v: NewVideo): Promise<VideoRow> {
  const row = await db
    .insertInto('videos')
    .values({
      id: v.id,
      user_id: v.userId,
      title: v.title,
      description: v.description,
      category: v.category,
      file_name: v.fileName,
      fingerprint: v.fingerprint,
      status: 'uploading',
      reserved_bytes: v.reservedBytes ?? 0,
      // The address may have been verified since the session was checked; the lock makes sure that neither
      // misses the other.
      held: sql<boolean>`(select email_verified from users where id = ${v.userId} for share) and not ${v.ownerVerified}::boolean`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return row
}

/** The uploaded file, as stored. */
export interface Original {
  key: string
  sha256: string
  /** bytes */
  size: number
}

/** Records that the whole file is here. */
export const markUploaded = (
  tx: Queryable,
  id: string,
  { key, sha256, size, contentType, at }: Original & { contentType: string; at: Date },
) =>
  write(tx, id, {
    original_key: key,
    original_type: contentType,
    original_sha256: sha256,
    file_size: size,
    reserved_bytes: 0,
    uploaded_at: at,
  })

export const setProbe = (tx: Queryable, id: string, probe: Probe) =>
  write(tx, id, {
    probe: json(probe),
    duration_seconds: probe.durationSeconds,
    width: probe.video.width,
    height: probe.video.height,
  })

type Details = Partial<Pick<VideoRow, 'title' | 'description' | 'category' | 'tags'>>

/** Changes the given details of a video and leaves the others. */
export const setDetails = (db: Queryable, id: string, { title, description, category, tags }: Details) =>
  write(db, id, { title, description, category, tags: tags && json(tags) })

/** Reserves space in the account's budget for an upload in progress. */
export async function setReservedBytes(tx: Queryable, id: string, bytes: number): Promise<void> {
  await tx.updateTable('videos').set({ reserved_bytes: bytes }).where('id', '=', id).execute()
}
