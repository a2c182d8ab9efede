import type { RejectionReason } from '#contract/rejections.ts'
import type { selectableStatuses } from '#contract/review.ts'
import { isArriving } from '#contract/video-statuses.ts'
import { sentences } from '#sentences/review.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import { refuseTwice } from '#server/chapters/index.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { Text } from '#server/core/sentences.ts'
import type { Deps } from '#server/deps.ts'
import { firstPrice, unsafeFindForUpdate, type VideoRow } from '#server/videos/index.ts'
import { fixApproval, keepApproval } from './approve-as.ts'
import { type Ask, decide, type ReviewDeps, type Scene } from './decide.ts'
import { notifyHidden, notifyRejected, notifySelected } from './notify.ts'
import { publishHere, publishVideo } from './publish-video.ts'
import { mayDecide, rejectionSentence, type Verdict } from './rules.ts'
import { setReviewDecision } from './video-store.ts'

export interface Rejection {
  reason: RejectionReason
  words: string
}

function sentenceOf({ reason, words }: Rejection): Text {
  const sentence = rejectionSentence(reason, words)
  if (!sentence)
    throw new AppError('invalid_input', sentences.sayWhy, {
      field: 'words',
    })
  return sentence
}

const before = ({ video }: Scene) => ({
  video: { status: video.status, processing_error: video.processing_error },
})

/** Whether to continue. @throws AppError conflict when this decision isn't possible for the video */
function goes(verdict: Verdict, { video, last }: Scene, { by, expected }: Ask): boolean {
  const answer = mayDecide(verdict, {
    status: video.status,
    playable: video.stream_status === 'ready',
    knowsState: expected !== undefined,
    last,
    me: by.actorId,
  })
  if (typeof answer === 'object') throw new AppError('conflict', answer.refusal)
  return answer === 'go'
}

/** Removes the price set by an approval. */
const undoPrice = { priced_score: null, priced_version: null, priced_at: null }

async function approved(scene: Scene) {
  const { tx, video, version, now } = scene
  await fixApproval(tx, video)
  const told = await notifySelected(tx, video, version, now)
  const price = firstPrice(video, now)
  const was = before(scene)
  return {
    video: { status: 'approved' as const, sentence: null, price },
    before: { status: video.status },
    after: { status: 'approved', ...(price ? { pricedScore: price.priced_score } : {}) },
    undo: { ...was, video: { ...was.video, ...(price ? undoPrice : {}) }, told },
    said: { about: 'video' as const, verdict: 'approved' as const, empty: false },
  }
}

async function rejected(scene: Scene, rejection: Rejection) {
  const { tx, video, version, now } = scene
  const sentence = sentenceOf(rejection)
  const told = await notifyRejected(tx, video, sentence, version, now)
  return {
    video: { status: 'rejected' as const, sentence },
    before: { status: video.status },
    after: {
      status: 'rejected',
      reason: rejection.reason,
      ...(rejection.words ? { words: rejection.words } : {}),
    },
    undo: { ...before(scene), told },
    reason: rejection.reason,
    sentence,
    said: {
      about: 'video' as const,
      verdict: 'rejected' as const,
      empty: rejection.reason === 'nothing_happens',
    },
  }
}

async function published(deps: ReviewDeps, { by }: Ask, scene: Scene) {
  const { tx, video, now } = scene
  await refuseTwice(tx, video.id)
  await keepApproval(tx, video)
  const released = await publishVideo(tx, deps.publisher, video, { by: by.actorId, now })
  const change = { before: { status: video.status }, after: { status: released ? 'approved' : 'published' } }
  // What is published is hidden, not undone.
  if (!released) return { ...change, undo: null }
  const was = before(scene)
  const { posts, price } = released
  return { ...change, undo: { ...was, video: { ...was.video, ...(price ? undoPrice : {}) }, posts } }
}

/** Selects a video. @returns false when the same person already had @throws AppError conflict, not_found */
export const approveVideo = (deps: ReviewDeps, ask: Ask): Promise<boolean> =>
  decide(deps, ask, 'approve', async scene => (goes('approve', scene, ask) ? approved(scene) : null))

/** Rejects a video; its owner sees why. @throws AppError invalid_input when 'other' comes without a text */
export const rejectVideo = (deps: ReviewDeps, ask: Ask, rejection: Rejection): Promise<boolean> =>
  decide(deps, ask, 'reject', async scene => (goes('reject', scene, ask) ? rejected(scene, rejection) : null))

/** Releases a video. */
export const releaseVideo = (deps: ReviewDeps, ask: Ask): Promise<boolean> =>
  decide(deps, ask, 'publish', async scene =>
    goes('publish', scene, ask) ? published(deps, ask, scene) : null,
  )

/**
 * An admin's override: any of the four statuses from any other, once the video has been processed.
 * @returns false when it already has that status
 */
export const setStatus = (
  deps: ReviewDeps,
  ask: Ask,
  status: (typeof selectableStatuses)[number],
  rejection: Rejection,
): Promise<boolean> =>
  decide(deps, ask, 'status', async scene => {
    const { video } = scene
    if (video.status === status) return null
    if (isArriving(video.status) || video.status === 'failed')
      throw new AppError('conflict', sentences.notProcessed({ title: video.title }))
    if (status === 'approved') return approved(scene)
    if (status === 'rejected') return rejected(scene, rejection)
    // Only the status: publishing on platforms needs a release or a schedule.
    if (status === 'published') return published({ ...deps, publisher: publishHere }, ask, scene)
    return {
      video: { status, sentence: null },
      before: { status: video.status },
      after: { status },
      undo: before(scene),
    }
  })

/** Hides a published video from everyone but its owner and staff. @param words for the owner */
export const hideVideo = (deps: ReviewDeps, ask: Ask, words: string): Promise<boolean> =>
  decide(deps, ask, 'hide', async ({ tx, video, version, now }) => {
    if (video.status !== 'published') throw new AppError('conflict', sentences.onlyPublished)
    if (video.hidden_at) return null
    const told = await notifyHidden(tx, video, words, version, now)
    return {
      video: { hiddenAt: now },
      before: { hidden: false },
      after: { hidden: true, ...(words ? { words } : {}) },
      undo: { video: { hidden_at: null }, told },
    }
  })

/** Shows a hidden video again. */
export const unhideVideo = (deps: ReviewDeps, ask: Ask): Promise<boolean> =>
  decide(deps, ask, 'unhide', async ({ video }) =>
    video.hidden_at
      ? {
          video: { hiddenAt: null },
          before: { hidden: true },
          after: { hidden: false },
          undo: { video: { hidden_at: video.hidden_at.toISOString() } },
        }
      : null,
  )

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
