import { sentences } from '#sentences/videos.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { Deps } from '#server/deps.ts'
import { ingestJob } from '../jobs.ts'
import { setTryAnyway, unsafeFindForUpdate, type VideoRow } from '../store.ts'
import { openStream } from '../stream-store.ts'

/**
 * The owner objects to a refusal while the file is still kept: it is processed again, with whatever can be decoded of
 * it, as a new stream. @throws AppError not_found, conflict
 */
export function tryAnyway(
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  videoId: string,
  userId: string,
): Promise<VideoRow> {
  return db.transaction().execute(async tx => {
    const video = await unsafeFindForUpdate(tx, videoId)
    if (!video || video.held || video.user_id !== userId) throw notFound('video')
    if (!video.uploaded_at || !video.kept_until || video.kept_until <= clock.now())
      throw new AppError('conflict', sentences.notKept)
    await openStream(tx, videoId)
    await jobs.send(tx, ingestJob, { videoId })
    return (await setTryAnyway(tx, videoId)) ?? video
  })
}
