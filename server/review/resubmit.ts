import { sentences } from '#sentences/review.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { Deps } from '#server/deps.ts'
import { unsafeFindForUpdate, type VideoRow } from '#server/videos/index.ts'
import { setReviewDecision } from './video-store.ts'

/**
 * The owner submits a rejected video again: it awaits another review. @throws AppError not_found, conflict
 */
export function resubmitVideo(
  { db }: Pick<Deps, 'db'>,
  videoId: string,
  by: Auditor & { actorId: string },
): Promise<VideoRow> {
  return db.transaction().execute(async tx => {
    const video = await unsafeFindForUpdate(tx, videoId)
    if (!video || video.held || video.user_id !== by.actorId) throw notFound('video')
    if (video.status !== 'rejected') throw new AppError('conflict', sentences.onlyRejected)
    const changed = await setReviewDecision(tx, videoId, { status: 'pending', sentence: null })
    await record(tx, {
      ...by,
      action: 'video.resubmit',
      objectType: 'video',
      objectId: videoId,
      before: { status: 'rejected', sentence: video.processing_error },
      after: { status: 'pending' },
    })
    return changed ?? video
  })
}
