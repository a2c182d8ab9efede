import type { z } from 'zod'
import { videoPage } from '#contract/paths.ts'
import type { decideReelBody } from '#contract/reels/schemas.ts'
import { sentences } from '#sentences/reels.ts'
import { unsafeFindClip } from '#server/clips/index.ts'
import type { Tx } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Deps } from '#server/deps.ts'
import { notify, notifyStaff } from '#server/notifications/index.ts'
import { type Ask, note, type ReelDeps, withReel } from './make.ts'
import { verdictOf } from './rules.ts'
import { awaitsReview, listWaiting, type ReelRow, updateReel } from './store.ts'

/** Sends the newest rendering of a reel to staff. @throws AppError conflict unless it is ready and up to date */
export function sendReel(deps: ReelDeps, ask: Ask): Promise<ReelRow> {
  return withReel(deps, ask, async (tx, reel) => {
    const verdict = verdictOf(reel)
    if (verdict === 'waiting') return reel
    if (verdict !== 'none') throw new AppError('conflict', sentences.decided)
    const clip = reel.clip_id ? await unsafeFindClip(tx, reel.clip_id) : null
    if (clip?.status !== 'ready') throw new AppError('conflict', sentences.notRendered)
    if (reel.clip_version !== reel.version) throw new AppError('conflict', sentences.changedSince)
    await note(tx, ask, 'reel.send')
    await tellStaff(tx, ask, clip.id)
    const now = deps.clock.now()
    return updateReel(tx, reel.id, { sent_clip: clip.id, sent_at: now, updated_at: now })
  })
}

/** Tells staff that a rider's reel awaits them: once, however many reels that rider sends before it is decided. */
async function tellStaff(tx: Tx, { video, reelId, by }: Ask, clipId: string): Promise<void> {
  if (by.actorId !== video.user_id || (await awaitsReview(tx, video.user_id))) return
  await notifyStaff(tx, {
    videoId: video.id,
    type: 'reel_sent',
    title: sentences.sentTitle({ title: video.title }),
    message: sentences.sentMessage,
    link: `${videoPage(video.id)}#reels`,
    eventKey: `reel_sent:${reelId}:${clipId}`,
  })
}

async function tell(
  tx: Tx,
  { video, reelId, by }: Ask,
  approved: boolean,
  words: string,
  clipId: string,
): Promise<void> {
  if (by.actorId === video.user_id) return
  const eventKey = `reel_decided:${reelId}:${clipId}`
  const link = `${videoPage(video.id)}#reels`
  await notify(
    tx,
    approved
      ? {
          userId: video.user_id,
          videoId: video.id,
          type: 'clip_selected',
          title: sentences.approvedTitle({ title: video.title }),
          message: sentences.approvedMessage,
          link,
          eventKey,
        }
      : {
          userId: video.user_id,
          videoId: video.id,
          type: 'video_rejected',
          title: sentences.refusedTitle({ title: video.title }),
          message: sentences.refusedMessage({ words }),
          link,
          eventKey,
        },
  )
}

/**
 * Staff's verdict on one rendering of a reel; its rider is notified.
 * @throws AppError conflict when that rendering doesn't await one, invalid_input for a rejection without
 * words
 */
export function decideReel(
  deps: ReelDeps,
  ask: Ask,
  body: z.output<typeof decideReelBody>,
): Promise<ReelRow> {
  const { decision, clipId, words } = body
  if (decision === 'reject' && !words)
    throw new AppError('invalid_input', sentences.sayWhy, { field: 'words' })
  return withReel(deps, ask, async (tx, reel) => {
    if (reel.clip_id !== clipId) throw new AppError('conflict', sentences.changedMeanwhile)
    if (verdictOf(reel) !== 'waiting') throw new AppError('conflict', sentences.notWaiting)
    const approved = decision === 'approve'
    await note(tx, ask, approved ? 'reel.approve' : 'reel.reject', { clipId, words })
    await tell(tx, ask, approved, words, clipId)
    const now = deps.clock.now()
    return updateReel(tx, reel.id, {
      decision: approved ? 'approved' : 'rejected',
      decided_clip: clipId,
      decided_by: ask.by.actorId,
      decided_at: now,
      words,
      updated_at: now,
    })
  })
}

/** The reels that await review, longest waiting first. */
export const waitingReels = async ({ db }: Pick<Deps, 'db'>) =>
  (await listWaiting(db)).map(({ sent_at, ...row }) => ({
    ...row,
    sentAt: (sent_at ?? new Date(0)).toISOString(),
  }))
