import type { KnownTexts } from '#contract/platforms/limits.ts'
import { isReleased, type VideoStatus } from '#contract/video-statuses.ts'

/** What a rider or a later analysis could change of a video, as it stood when staff approved it. */
export interface ApprovedAs {
  /** of the original */
  sha256: string | null
  title: string
  description: string
  tags: string[]
  /** what the analysis wrote for the platforms; staff's own words lie beside it and stay theirs */
  texts: KnownTexts | null
  /** the analysis whose highlights and reels may go out; null: there was none */
  runId: string | null
}

/** What was approved of a video; null while nothing is, or where it was approved before this was kept. */
export const approvedOf = (video: {
  status: VideoStatus
  approved_as: ApprovedAs | null
}): ApprovedAs | null => (isReleased(video.status) ? video.approved_as : null)
