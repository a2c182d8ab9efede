import { bySettings } from '#server/audit/index.ts'
import { allPlatforms } from '#server/platforms/index.ts'
import type { Publisher } from '#server/review/index.ts'
import type { PublishingDeps } from './deps.ts'
import { scheduleVideoIn } from './schedule-video.ts'

const takers = allPlatforms.filter(({ takesReleased }) => takesReleased)

/** Whether any channel for released videos can be connected. */
export const releasesGoOut = ({ networks }: Pick<PublishingDeps, 'networks'>): boolean =>
  takers.some(({ channel }) => networks[channel.kind].connector !== null)

/**
 * Publishes released videos: queues them for the platforms that take them, in the transaction of the staff's
 * decision.
 */
export function publishForReview(deps: PublishingDeps): Publisher {
  return {
    async publish(tx, { videoId, requestedBy }) {
      await scheduleVideoIn(tx, deps, {
        videoId,
        platforms: takers.map(({ facts }) => facts.id),
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
