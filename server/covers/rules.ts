import { isArriving, type VideoStatus } from '#contract/video-statuses.ts'
import { sentences } from '#sentences/covers.ts'
import type { Sentence } from '#server/core/sentences.ts'

/**
 * Why a video's cover can't change now, as a sentence; null when it can. An approved video is published as
 * staff saw it, or needs another review.
 * @param underWay whether any post of it is being sent to a platform
 */
export function refusalOfCover({
  status,
  playable,
  underWay,
}: {
  status: VideoStatus
  playable: boolean
  underWay: boolean
}): Sentence | null {
  if (status === 'failed') return sentences.notProcessed
  if (status === 'published') return sentences.published
  if (underWay) return sentences.onItsWay
  if (isArriving(status) || !playable) return sentences.notPlayable
  return null
}

/** A video's status after its cover changed: an approval applied to the cover that staff saw. */
export const statusAfterCover = (status: VideoStatus): VideoStatus =>
  status === 'approved' ? 'pending' : status
