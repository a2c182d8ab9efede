import { undoSeconds } from '#contract/rejections.ts'
import { sentences } from '#sentences/review.ts'
import { lockResult, replaceResult } from '#server/analysis/index.ts'
import { record } from '#server/audit/index.ts'
import type { Tx } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { fromStored } from '#server/core/sentences.ts'
import { deleteLabelsOf } from '#server/learning/index.ts'
import { takeBack } from '#server/notifications/index.ts'
import { noPrice, unsafeFindForUpdate, type VideoRow } from '#server/videos/index.ts'
import { type Ask, namedLast, type ReviewDeps } from './decide.ts'
import { overtaken } from './rules.ts'
import {
  deleteApproval,
  deleteRejection,
  dropTrimAt,
  keepOriginal,
  lastDecision,
  marksOf,
  markUndone,
} from './store.ts'
import type { Undo } from './types.ts'
import { type Decided, setReviewDecision } from './video-store.ts'

/** The previous values to restore. */
const asBefore = (was: NonNullable<Undo['video']>): Decided => ({
  status: was.status,
  sentence: was.processing_error && fromStored(was.processing_error),
  thumbnailAt: was.thumbnail_at,
  coverPicture: was.cover_picture,
  hiddenAt: typeof was.hidden_at === 'string' ? new Date(was.hidden_at) : was.hidden_at,
  publishTexts: was.publish_texts,
  price: was.priced_at === null ? noPrice : null,
})

async function restoreResult(tx: Tx, video: VideoRow, { trim, compilation }: Undo): Promise<void> {
  const runId = trim?.runId ?? compilation?.runId
  const found = runId ? await lockResult(tx, video.id) : null
  // Analyzed again since: the current highlights were never trimmed.
  if (!found || found.runId !== runId) return
  const { result } = found
  if (trim) {
    const { index, start, end } = trim
    const highlight = result.highlights[index]
    if (!highlight) return
    await keepOriginal(tx, { runId, index, start: highlight.start, end: highlight.end })
    await dropTrimAt(tx, { runId, index, start, end })
    const highlights = result.highlights.with(index, { ...highlight, start, end })
    await replaceResult(tx, { runId, videoId: video.id, result: { ...result, highlights } })
  }
  if (compilation && compilation.index === result.compilations.length - 1) {
    const compilations = result.compilations.slice(0, -1)
    await replaceResult(tx, { runId, videoId: video.id, result: { ...result, compilations } })
  }
}

async function forget(tx: Tx, video: VideoRow, { told, approval }: Undo): Promise<void> {
  if (!told) return
  // One mail covers all highlights: it is sent while any of them is still approved.
  const others = approval ? (await marksOf(tx, video.id)).approvals.some(a => a.kind === 'highlight') : false
  await takeBack(tx, {
    userId: video.user_id,
    eventKey: told.eventKey,
    mailKey: others ? null : told.mailKey,
  })
}

/**
 * Undoes the last decision about a video: only by the person who made it, within minutes, and only if nothing
 * else was decided since; a release only before its first post starts.
 * @throws AppError not_found, conflict when there is nothing to undo, with the reason
 */
export function undoDecision({ db, clock, publisher }: ReviewDeps, ask: Ask): Promise<void> {
  const { videoId, by, expected } = ask
  return db.transaction().execute(async tx => {
    const video = await unsafeFindForUpdate(tx, videoId)
    if (!video || video.held) throw notFound('video')
    if (expected !== undefined && expected !== video.review_version)
      throw new AppError('conflict', overtaken(await namedLast(tx, videoId), by.actorId))
    const last = await lastDecision(tx, videoId)
    const now = clock.now()
    if (!last?.undo || last.version !== video.review_version)
      throw new AppError('conflict', sentences.nothingToUndo)
    if (last.actorId !== by.actorId) throw new AppError('conflict', sentences.undoOthers)
    if (now.getTime() - last.at.getTime() > undoSeconds * 1000)
      throw new AppError('conflict', sentences.tooLateToUndo)
    const { undo } = last
    if (undo.posts) {
      // Another post of it may be live already.
      if (video.status === 'published') throw new AppError('conflict', sentences.tooLateToCancel)
      await publisher.cancel(tx, undo.posts, by)
    }
    await markUndone(tx, last.id, now)
    await deleteLabelsOf(tx, videoId, last.version)
    await setReviewDecision(tx, videoId, asBefore(undo.video ?? {}))
    if (undo.approval) await deleteApproval(tx, undo.approval)
    if (undo.rejection) await deleteRejection(tx, undo.rejection)
    await restoreResult(tx, video, undo)
    await forget(tx, video, undo)
    await record(tx, {
      ...by,
      action: 'video.undo',
      objectType: 'video',
      objectId: videoId,
      before: { decision: last.kind, status: video.status },
      after: { status: undo.video?.status ?? video.status },
    })
  })
}
