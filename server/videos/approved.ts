import type { KnownTexts } from '#contract/platforms/limits.ts'
import { isReleased, type VideoStatus } from '#contract/video-statuses.ts'

/** What a rider or a later analysis could change in a video, frozen at the staff's approval. */
export interface ApprovedAs {
  /** of the original */
  sha256: string
  title: string
  description: string
  tags: string[]
  /** the analysis's texts for the platforms; staff's own texts are stored separately and stay editable */
  texts: KnownTexts | null
  /** the analysis whose highlights and reels may be published; null: there was none */
  runId: string | null
}

/** What was approved of a video; null while nothing is. */
export const approvedOf = (video: {
  status: VideoStatus
  approved_as: ApprovedAs | null
}): ApprovedAs | null => (isReleased(video.status) ? video.approved_as : null)
