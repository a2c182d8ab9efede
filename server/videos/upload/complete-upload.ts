import { sentences } from '#sentences/videos.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { Deps } from '#server/deps.ts'
import { mailUploadReceived } from '#server/mail/index.ts'
import { ingestJob } from '../jobs.ts'
import { deleteUnfinished, setStatus, unsafeFind, unsafeFindForUpdate, type VideoRow } from '../store.ts'
import { openStream } from '../stream-store.ts'
import type { Incoming, Sealed } from './incoming.ts'
import { originalKey } from './original.ts'
import { markUploaded } from './store.ts'
import type { Turns } from './turns.ts'

export type UploadDeps = Pick<Deps, 'db' | 'jobs' | 'objects' | 'clock' | 'log' | 'config'> & {
  incoming: Incoming
  /** Writing, completing or refusing an upload requires its turn. */
  turns: Turns
}

/**
 * Turns the bytes of a complete attempt into the original: a copy that no one else can write to, named by its hash; the
 * row changes to processing, and a job probes it. The first attempt to get here becomes the video; another changes
 * nothing. May be repeated at any point, even after a kill in between, and by several servers at once.
 * @param seal copies and hashes the bytes, which are deleted afterwards
 * @throws AppError not_found when the video is deleted, not_a_video when the bytes aren't a video (both are
 * deleted)
 */
export async function completeUpload(
  deps: UploadDeps,
  videoId: string,
  seal: () => Promise<Sealed>,
): Promise<VideoRow> {
  const video = await unsafeFind(deps.db, videoId)
  if (!video) throw notFound('video')
  if (video.uploaded_at) return video
  let sealed: Sealed
  try {
    sealed = await seal()
  } catch (error) {
    // Another server completed it meanwhile, and deleted what was being read here.
    const now = await unsafeFind(deps.db, videoId)
    if (now?.uploaded_at) return now
    throw error
  }
  const { sha256, size, container } = sealed
  try {
    if (!container) {
      await refuseUpload(deps, videoId)
      throw new AppError('not_a_video', size === 0 ? sentences.empty : sentences.notAVideo, { field: 'file' })
    }
    const { contentType, extension } = container
    const key = originalKey(videoId, sha256, extension)
    await sealed.keep(key, contentType)
    const completed = await record(deps, videoId, { key, contentType, sha256, size })
    if (completed?.original_key !== key) await deps.objects.delete(key)
    await deps.incoming.forget(videoId)
    if (!completed) throw notFound('video')
    return completed
  } finally {
    await sealed.discard()
  }
}

function record(
  deps: UploadDeps,
  videoId: string,
  original: { key: string; contentType: string; sha256: string; size: number },
): Promise<VideoRow | null> {
  return deps.db.transaction().execute(async tx => {
    const current = await unsafeFindForUpdate(tx, videoId)
    if (!current || current.uploaded_at) return current
    await markUploaded(tx, videoId, { ...original, at: deps.clock.now() })
    await openStream(tx, videoId)
    const row = await setStatus(tx, videoId, 'processing')
    await deps.jobs.send(tx, ingestJob, { videoId })
    if (!current.held)
      await mailUploadReceived(tx, { userId: current.user_id, videoId, title: current.title })
    return row
  })
}

/** The attempts that this process is completing, so that requests about one share its copy of the whole file. */
const underWay = new Map<string, Promise<VideoRow>>()

/** Completes a resumable attempt if all its bytes are here. @returns whether it was complete */
export async function completeIfWhole(deps: UploadDeps, videoId: string): Promise<boolean> {
  const current = await deps.incoming.current(videoId)
  if (!current || current.length === null || current.arrived !== current.length) return false
  const { attempt } = current
  const completing =
    underWay.get(attempt) ??
    completeUpload(deps, videoId, () => deps.incoming.seal(videoId, current)).finally(() =>
      underWay.delete(attempt),
    )
  underWay.set(attempt, completing)
  await completing
  return true
}

/** Deletes a refused upload's bytes and row, unless another attempt completed it meanwhile. */
export async function refuseUpload(
  deps: Pick<UploadDeps, 'db' | 'incoming'>,
  videoId: string,
): Promise<void> {
  await deps.incoming.forget(videoId)
  await deleteUnfinished(deps.db, videoId)
}
