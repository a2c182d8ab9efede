import type { AiStatus } from '#contract/videos.ts'

export const texts = {
  labels: {
    pending: 'Not Started',
    processing: 'Processing',
    completed: 'Complete',
    failed: 'Failed',
  } satisfies Record<AiStatus, string>,
  notStarted: 'Not Started',
} as const
