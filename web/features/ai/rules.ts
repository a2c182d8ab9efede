import { viralGreenFrom, viralYellowFrom } from '#contract/constants.ts'
import type { AiStatus } from '#contract/videos.ts'
import type { Tone } from '../../ui/badge.tsx'
import { texts } from './texts.ts'

export const aiLabel = (status: AiStatus | null): string => (status ? texts.labels[status] : texts.notStarted)

export function aiTone(status: AiStatus | null): Tone {
  if (status === 'completed') return 'green'
  if (status === 'processing') return 'yellow'
  return status === 'failed' ? 'danger' : 'grey'
}

/** The start action is offered when there is no analysis, it waits, or it failed. */
export const mayStart = (status: AiStatus | null): boolean =>
  status !== 'processing' && status !== 'completed'

/** Text colour of a viral score: green from 0.8, yellow from 0.6, otherwise red. */
export function viralColour(score: number): string {
  if (score >= viralGreenFrom) return 'text-published'
  return score >= viralYellowFrom ? 'text-processing' : 'text-danger'
}
