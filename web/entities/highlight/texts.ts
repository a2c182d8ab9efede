import type { AiStatus } from '#contract/videos.ts'

export const texts = {
  labels: {
    pending: 'Not Started',
    processing: 'Processing',
    completed: 'Complete',
    failed: 'Failed',
  } satisfies Record<AiStatus, string>,
  clip: (score: string, description: string, start: string, end: string) =>
    `${score}: ${description}, ${start} to ${end}`,
  timeline: (length: string, count: number) =>
    `Excitement over ${length}, ${count} ${count === 1 ? 'highlight' : 'highlights'}`,
  position: (clock: string, length: string) => `${clock} of ${length}`,
  excitement: (percent: string) => `excitement ${percent}`,
  notStarted: 'Not Started',
} as const
