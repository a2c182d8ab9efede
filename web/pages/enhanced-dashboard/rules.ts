import type { Highlight } from '#contract/analysis.ts'
import { compilationThreshold, premiumClipThreshold } from '#contract/constants.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/pages/enhanced-dashboard.ts'

type Found = Pick<Highlight, 'score' | 'clipType'>

/**
 * A video's progress, 0 to 100: 100 once published, approved or ready to watch; 60 while the stream is being made; 40
 * while processing; 20 while uploading.
 */
export function trackingProgress(
  video: Pick<Video, 'status' | 'cfReadyToStream' | 'cfProcessingStatus'>,
): number {
  const { status, cfProcessingStatus } = video
  if (status === 'published' || status === 'approved') return 100
  if (video.cfReadyToStream || cfProcessingStatus === 'ready') return 100
  if (cfProcessingStatus === 'inprogress') return 60
  if (status === 'processing') return 40
  return status === 'uploading' ? 20 : 0
}

/** Complete, In Progress, Failed, or Pending for everything before. */
export function aiStateLabel(status: Video['aiProcessingStatus']): string {
  if (status === 'completed') return texts.aiStates.completed
  if (status === 'processing') return texts.aiStates.processing
  return status === 'failed' ? texts.aiStates.failed : texts.aiStates.pending
}

/** Mean of the existing scores, to two decimals. */
export function averageViralScore(videos: readonly Pick<Video, 'aiViralPotentialScore'>[]): string {
  const scores = videos.flatMap(video => video.aiViralPotentialScore ?? [])
  return (scores.reduce((sum, score) => sum + score, 0) / (scores.length || 1)).toFixed(2)
}

const count = (found: readonly Found[], type: Found['clipType']) =>
  found.filter(highlight => highlight.clipType === type).length

export const aiResults = (found: readonly Found[]) => ({
  highlights: found.length,
  action: count(found, 'action'),
  scenic: count(found, 'scenic'),
})

/** What a reel could be made of: highlights above 0.7; premium ones are above 0.8. */
export function compilationOf(found: readonly Found[]) {
  const worthy = found.filter(highlight => highlight.score > compilationThreshold)
  return {
    worthy: worthy.length,
    action: count(worthy, 'action'),
    scenic: count(worthy, 'scenic'),
    premium: found.filter(highlight => highlight.score > premiumClipThreshold).length,
  }
}

/** Dollars a video could earn: 50 × (1 + 2 × the mean score of its highlights). */
export function projectionOf(found: readonly Found[]): number {
  const mean = found.reduce((sum, highlight) => sum + highlight.score, 0) / (found.length || 1)
  return 50 * (1 + 2 * mean)
}
