import type { Queryable } from '#server/platform/db/database.ts'
import type { SharedStatus } from './rules.ts'

/** The file of a whole video that platforms get. */
export interface SharedFile {
  status: SharedStatus
  key: string | null
  size: number | null
}

/** null: nobody asked for it yet */
export async function findShared(db: Queryable, videoId: string): Promise<SharedFile | null> {
  const row = await db
    .selectFrom('shared_files')
    .select(['status', 'object_key', 'size'])
    .where('video_id', '=', videoId)
    .executeTakeFirst()
  if (!row) return null
  return { status: row.status, key: row.object_key, size: row.size }
}

/** Writes down that it is wanted; one that is there already or failed stays as it is. */
export async function openShared(tx: Queryable, videoId: string): Promise<void> {
  await tx
    .insertInto('shared_files')
    .values({ video_id: videoId, status: 'pending' })
    .onConflict(c => c.column('video_id').doNothing())
    .execute()
}

/** @returns false when nobody wants it any more, its video deleted */
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

/** Forgets a failed one, so that the next try begins anew. */
export async function forgetFailedShared(db: Queryable, videoId: string): Promise<void> {
  await db.deleteFrom('shared_files').where('video_id', '=', videoId).where('status', '=', 'failed').execute()
}
