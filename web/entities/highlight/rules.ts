import { viralGreenFrom, viralYellowFrom } from '#contract/constants.ts'
import type { AiStatus, Video } from '#contract/videos.ts'
import { texts } from '#texts/entities/highlight.ts'
import type { Tone } from '../../ui/badge.tsx'

export const aiLabel = (status: AiStatus | null): string => (status ? texts.labels[status] : texts.notStarted)

export function aiTone(status: AiStatus | null): Tone {
  if (status === 'completed') return 'green'
  if (status === 'processing') return 'yellow'
  return status === 'failed' ? 'danger' : 'gray'
}

/** The analysis can be started if there is none, it is pending, or it failed. */
export const mayStart = (status: AiStatus | null): boolean =>
  status !== 'processing' && status !== 'completed'

/** Text color of a viral score in whole percent: green from 80, yellow from 60, otherwise red. */
export function viralColor(value: number): string {
  const score = Math.round(value * 100) / 100
  if (score >= viralGreenFrom) return 'text-published'
  return score >= viralYellowFrom ? 'text-processing' : 'text-danger'
}

type Generated = Pick<Video, 'aiGeneratedTitle' | 'aiGeneratedDescription'>

/** Whether the generated metadata is already applied, so that all that's left is to undo it. */
export const isApplied = (video: Pick<Video, 'title' | 'description'>, generated: Generated): boolean =>
  !!generated.aiGeneratedTitle &&
  video.title === generated.aiGeneratedTitle &&
  (generated.aiGeneratedDescription === null || video.description === generated.aiGeneratedDescription)
