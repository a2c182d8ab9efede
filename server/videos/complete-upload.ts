import { randomBytes } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { mailUploadReceived } from '#server/mail/index.ts'
import { AppError, notFound } from '#server/platform/http/errors.ts'
import { containerOf } from '#server/platform/media/container.ts'
import type { Incoming } from './incoming.ts'
import { ingestJob } from './jobs.ts'
import { sentences } from './rules.ts'
import { deleteVideo, unsafeFind, unsafeFindForUpdate, updateVideo, type VideoRow } from './store.ts'

export type UploadDeps = Pick<Deps, 'db' | 'jobs' | 'objects' | 'clock' | 'log'> & { incoming: Incoming }

/**
 * Takes a whole upload over: the file goes to the originals, the row to processing, a job looks at it.
 * Can be called again at any point, also after a kill in between; the second call changes nothing.
 * @throws AppError not_found when the video is gone, not_a_video when the bytes are no video (both are forgotten)
 */
export async function completeUpload(deps: UploadDeps, videoId: string): Promise<VideoRow> {
  const video = await unsafeFind(deps.db, videoId)
  if (!video) throw notFound('The video')
  if (video.uploaded_at) return video

  const arrived = await deps.incoming.size(videoId)
  let key = video.original_key
  if (arrived !== null) {
    const container = await containerOf(deps.incoming.file(videoId))
    if (!container) {
      await refuseUpload(deps, videoId)
      throw new AppError('not_a_video', arrived === 0 ? sentences.empty : sentences.notAVideo, {
        field: 'file',
      })
    }
    key = `originals/${videoId}/source.${container.extension}`
    // Written before the move, so that after a kill the moved file is found again.
    await updateVideo(deps.db, videoId, { original_key: key, original_type: container.contentType })
    await deps.objects.putFile(key, deps.incoming.file(videoId), container.contentType)
  }
  const stored = key ? await deps.objects.head(key) : null
  if (!stored) throw notFound('The upload')

  const completed = await deps.db.transaction().execute(async tx => {
    const current = await unsafeFindForUpdate(tx, videoId)
    if (!current || current.uploaded_at) return current
    const row = await updateVideo(tx, videoId, {
      status: 'processing',
      file_size: stored.size,
      uploaded_at: deps.clock.now(),
      stream_id: randomBytes(16).toString('hex'),
      stream_status: 'inprogress',
    })
    await deps.jobs.send(tx, ingestJob, { videoId })
    if (!current.held)
      await mailUploadReceived(tx, { userId: current.user_id, videoId, title: current.title })
    return row
  })
  await deps.incoming.forget(videoId)
  if (!completed) throw notFound('The video')
  return completed
}

/** Nothing of a refused upload stays: neither bytes nor row. */
export async function refuseUpload(
  deps: Pick<UploadDeps, 'db' | 'incoming'>,
  videoId: string,
): Promise<void> {
  await deps.incoming.forget(videoId)
  await deleteVideo(deps.db, videoId)
}
