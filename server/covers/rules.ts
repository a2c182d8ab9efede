import { isArriving, type VideoStatus } from '#contract/video-statuses.ts'

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
}): string | null {
  if (status === 'failed') return 'This video could not be processed, so it has no cover.'
  if (status === 'published')
    return 'This video is published, so its cover can’t change any more. Ask staff if it has to.'
  if (underWay) return 'This video is on its way to a platform, so its cover can’t change now.'
  if (isArriving(status) || !playable)
    return 'This video can’t be played yet. You can choose its cover once it can.'
  return null
}

/** A video's status after its cover changed: an approval applied to the cover that staff saw. */
export const statusAfterCover = (status: VideoStatus): VideoStatus =>
  status === 'approved' ? 'pending' : status
