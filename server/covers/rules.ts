import { isArriving, type VideoStatus } from '#contract/video-statuses.ts'

/**
 * Why the cover of a video can't change now, a sentence; null when it can. What staff have approved goes out as they saw
 * it, or waits for them again.
 * @param underWay whether any post of it is on its way to a platform
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

/** Where a video stands after its cover changed: an approval was for the cover that staff saw. */
export const statusAfterCover = (status: VideoStatus): VideoStatus =>
  status === 'approved' ? 'pending' : status
