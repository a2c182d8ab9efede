import { bySettings } from '#server/audit/index.ts'
import type { Publisher } from '#server/review/index.ts'
import type { PublishingDeps } from './deps.ts'
import { scheduleVideoIn } from './schedule-video.ts'

/** Takes released videos over: queues them for YouTube, in the transaction of staff's decision. */
export function publishForReview(deps: PublishingDeps): Publisher {
  return {
    async publish(tx, { videoId, requestedBy }) {
      await scheduleVideoIn(tx, deps, {
        videoId,
        platforms: ['youtube'],
        immediate: true,
        useOptimalTiming: false,
        customSchedule: '',
        content: { kind: 'auto' },
        metadata: {},
        uploadEarly: false,
        again: false,
        zone: 'UTC',
        by: { ...bySettings, actorId: requestedBy },
      })
      return null
    },
  }
}
