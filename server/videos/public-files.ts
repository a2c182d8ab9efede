import type { Deps } from '#server/deps.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { JobContext } from '#server/platform/jobs/definition.ts'
import {
  findShared,
  makeShared,
  markSharedFailed,
  openShared,
  stripRenditions,
  videosToStrip,
} from '#server/streaming/index.ts'
import { shareJob, stripJob } from './jobs.ts'
import { unsafeFind } from './store.ts'
import { type StreamJobDeps, withSource } from './stream-jobs.ts'
import { markThumbnailsStripped } from './stream-store.ts'

/** Requests the file of the whole video for platforms, in the caller's transaction. May be repeated. */
export async function requestShared(
  tx: Queryable,
  { jobs }: Pick<Deps, 'jobs'>,
  videoId: string,
): Promise<void> {
  await openShared(tx, videoId)
  if ((await findShared(tx, videoId))?.status === 'pending') await jobs.send(tx, shareJob, { videoId })
}

/** The job that creates it. */
export async function runShare(deps: StreamJobDeps, videoId: string, context: JobContext): Promise<void> {
  const stillThere = () => unsafeFind(deps.db, videoId)
  await withSource(deps, videoId, context, stillThere, ({ source, signal }) =>
    makeShared(deps, source, signal),
  )
}

export const giveUpShare = (deps: Pick<Deps, 'db'>, videoId: string): Promise<void> =>
  markSharedFailed(deps.db, videoId)

/** The job that rewrites a video's files from an earlier version. Thumbnails are recreated when requested. */
export async function runStrip(deps: StreamJobDeps, videoId: string, { signal }: JobContext): Promise<void> {
  const video = await unsafeFind(deps.db, videoId)
  if (!video) return
  if (video.stream_id) {
    if (!video.thumbnails_stripped) await deps.objects.deleteAll(`thumbnails/${video.stream_id}/`)
    await stripRenditions(deps, { videoId, streamId: video.stream_id }, signal)
  }
  await markThumbnailsStripped(deps.db, videoId)
}

const atOnce = 500

/** Enqueues videos with public files from an earlier version for rewriting. @returns how many */
export async function enqueueStripping(deps: Pick<Deps, 'db' | 'jobs'>): Promise<number> {
  const ids = await videosToStrip(deps.db, atOnce)
  for (const videoId of ids) await deps.jobs.send(deps.db, stripJob, { videoId })
  return ids.length
}
