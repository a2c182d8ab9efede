import { publishUndoSeconds } from '#contract/rejections.ts'
import { type Auditor, bySettings } from '#server/audit/index.ts'
import { allPlatforms } from '#server/platforms/index.ts'
import type { Publisher } from '#server/review/index.ts'
import { cancelPublicationIn, tooLate } from './change-publication.ts'
import type { PublishingDeps } from './deps.ts'
import { untouched } from './rules.ts'
import { previewSchedule, scheduleVideoIn } from './schedule-video.ts'
import { findPublication } from './store.ts'

const takers = allPlatforms.filter(({ takesReleased }) => takesReleased)

/** Whether any channel for released videos can be connected. */
export const releasesGoOut = ({ networks }: Pick<PublishingDeps, 'networks'>): boolean =>
  takers.some(({ channel }) => networks[channel.kind].connector !== null)

/** What a release posts: on the platforms that take released videos, once it can't be undone any more. */
const releaseOf = (videoId: string, by: Auditor, zone = 'UTC') => ({
  videoId,
  platforms: takers.map(({ facts }) => facts.id),
  immediate: true,
  waitSeconds: publishUndoSeconds,
  useOptimalTiming: false,
  customSchedule: '',
  content: { kind: 'auto' as const },
  metadata: {},
  uploadEarly: false,
  again: false,
  zone,
  by,
})

/** What a release would post; nothing on a server that has only its own video host. @throws AppError if it can't */
export const previewRelease = (
  deps: PublishingDeps,
  { videoId, by, zone }: { videoId: string; by: Auditor; zone: string },
): ReturnType<typeof previewSchedule> =>
  releasesGoOut(deps)
    ? previewSchedule(deps, releaseOf(videoId, by, zone))
    : Promise.resolve({ items: [], warnings: [] })

/**
 * Publishes released videos: queues them for the platforms that take them, in the transaction of the staff's
 * decision, and cancels them in the one that undoes it.
 */
export function publishForReview(deps: PublishingDeps): Publisher {
  return {
    async publish(tx, { videoId, requestedBy }) {
      const { rows } = await scheduleVideoIn(
        tx,
        deps,
        releaseOf(videoId, { ...bySettings, actorId: requestedBy }),
      )
      return { posts: rows.map(({ id }) => id) }
    },
    async cancel(tx, posts, by) {
      for (const id of posts) {
        const row = await findPublication(tx, id)
        if (!row || row.state === 'cancelled') continue
        // Before its lock: a post that goes live holds that one and waits for the video's.
        if (!untouched(row)) throw tooLate(row)
        await cancelPublicationIn(tx, deps, { id, by })
      }
    },
  }
}
