import { heldReasons, publicationStates } from '#contract/publishing/publications.ts'
import type { Figure } from '#server/core/http/metrics.ts'
import type { PublishingDeps } from './deps.ts'
import { countOverdue, countsByState } from './figures/figures.ts'
import { countHeld } from './figures/list-held.ts'

/** Publishing's part of /metrics: alarms depend on the overdue ones. */
export const publishingMetrics = ({ db, time }: Pick<PublishingDeps, 'db' | 'time'>): Figure[] => [
  {
    name: 'publications',
    help: 'Publications by state; overdue: due for more than a minute and not begun',
    label: 'state',
    async count() {
      const counts = await countsByState(db)
      const overdue = await countOverdue(db, await time(db))
      return { ...Object.fromEntries(publicationStates.map(s => [s, counts.get(s) ?? 0])), overdue }
    },
  },
  {
    name: 'trailcut_held_counts',
    help: 'Posts whose counts are on hold, by reason',
    label: 'reason',
    async count() {
      const counts = await countHeld(db)
      return Object.fromEntries(heldReasons.map(reason => [reason, counts.get(reason) ?? 0]))
    },
  },
]
