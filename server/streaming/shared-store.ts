import type { Queryable } from '#server/core/db/database.ts'
import type { SharedStatus } from './rules.ts'

/** The file of a whole video for platforms. */
export interface SharedFile {
  status: SharedStatus
  key: string | null
  size: number | null
}

/** null: not requested yet */
export async function findShared(db: Queryable, videoId: string): Promise<SharedFile | null> {
  const row = await db
    .selectFrom('shared_files')
    .select(['status', 'object_key', 'size'])
    .where('video_id', '=', videoId)
    .executeTakeFirst()
  if (!row) return null
  return { status: row.status, key: row.object_key, size: row.size }
}

/** Records the request; an existing or failed file stays unchanged. */
export async function openShared(tx: Queryable, videoId: string): Promise<void> {
  await tx
    .insertInto('shared_files')
    .values({ video_id: videoId, status: 'pending' })
    .onConflict(c => c.column('video_id').doNothing())
    .execute()
}

/** @returns false when it is no longer wanted because its video is deleted */
export async function markSharedReady(
  db: Queryable,
  videoId: string,
  made: { key: string; size: number },
): Promise<boolean> {
  const result = await db
    .updateTable('shared_files')
    .set({ status: 'ready', object_key: made.key, size: made.size })
    .where('video_id', '=', videoId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function markSharedFailed(db: Queryable, videoId: string): Promise<void> {
  await db
    .updateTable('shared_files')
    .set({ status: 'failed' })
    .where('video_id', '=', videoId)
    .where('status', '=', 'pending')
    .execute()
}

/** Deletes a failed one, so that the next try starts over. */
export async function forgetFailedShared(db: Queryable, videoId: string): Promise<void> {
  await db.deleteFrom('shared_files').where('video_id', '=', videoId).where('status', '=', 'failed').execute()
}
