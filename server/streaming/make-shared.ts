import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Queryable } from '#server/core/db/database.ts'
import { isDiskFull } from '#server/core/disk-full.ts'
import { MediaProcessError, runMedia } from '#server/core/media/process.ts'
import { canShareCopy, shareCommand } from './commands.ts'
import type { StreamDeps, StreamSource } from './make-playable.ts'
import type { SharedStatus } from './rules.ts'

const name = 'video.mp4'

/** The file of a whole video for platforms. */
interface SharedFile {
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
async function markSharedReady(
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

/**
 * Creates the file of the whole video for platforms: video and audio, copied if their codecs allow it, and
 * nothing else from the original. Each run writes under its own name; the row refers to the valid one.
 * @throws as runMedia
 */
export async function makeShared(deps: StreamDeps, source: StreamSource, signal: AbortSignal): Promise<void> {
  const { file, probe, videoId } = source
  if ((await findShared(deps.db, videoId))?.status !== 'pending') return
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-share-'))
  const write = (copy: boolean) =>
    runMedia(shareCommand({ file, probe, folder, name, copy }), {
      signal,
      timeoutMs: 5 * 60_000 + probe.durationSeconds * (copy ? 4000 : 40_000),
      niceness: 5,
    })
  try {
    try {
      await write(canShareCopy(probe))
    } catch (error) {
      // Some files have timestamps that can't be copied into an MP4; encoding creates new ones.
      if (!(error instanceof MediaProcessError && canShareCopy(probe)) || isDiskFull(error)) throw error
      await rm(path.join(folder, name), { force: true })
      await write(false)
    }
    const out = path.join(folder, name)
    const { size } = await stat(out)
    const key = `streams/${source.streamId}/shared/${randomUUID()}.mp4`
    await deps.objects.putFile(key, out, 'video/mp4')
    if (!(await markSharedReady(deps.db, videoId, { key, size }))) await deps.objects.delete(key)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
