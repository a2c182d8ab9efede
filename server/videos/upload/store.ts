import { sql } from 'kysely'
import type { Category } from '#contract/videos.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { json } from '#server/platform/db/json.ts'
import type { Probe } from '#server/platform/media/probe.ts'
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
  /** Whether the session that asks was one of a proved address. */
  ownerVerified: boolean
  /** what it was said to be, or 0 */
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
      // The address may have been proved since the session was looked at; the lock lets neither miss the other.
      held: sql<boolean>`(select email_verified from users where id = ${v.userId} for share) and not ${v.ownerVerified}::boolean`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return row
}

/** The file that was uploaded, as it is kept. */
export interface Original {
  key: string
  sha256: string
  /** bytes */
  size: number
}

/** Says that the whole file is here. */
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

/** Names the same bytes by their hash, for an original of an earlier version. */
export const setOriginal = (tx: Queryable, id: string, { key, sha256, size }: Original) =>
  write(tx, id, { original_key: key, original_sha256: sha256, file_size: size })

export const setProbe = (tx: Queryable, id: string, probe: Probe) =>
  write(tx, id, {
    probe: json(probe),
    duration_seconds: probe.durationSeconds,
    width: probe.video.width,
    height: probe.video.height,
  })

/** Changes the given words of a video and leaves the others. */
export const setDetails = (
  db: Queryable,
  id: string,
  { tags, ...words }: { title?: string; description?: string; category?: Category; tags?: readonly string[] },
) => write(db, id, { ...words, ...(tags ? { tags: json([...tags]) } : {}) })

/** Keeps room within the account's budget for an upload that is on its way. */
export async function setReservedBytes(tx: Queryable, id: string, bytes: number): Promise<void> {
  await tx.updateTable('videos').set({ reserved_bytes: bytes }).where('id', '=', id).execute()
}
