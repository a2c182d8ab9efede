import type { Video } from '#contract/videos.ts'
import { formatClock } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { texts } from './texts.ts'

/** How much of a damaged file there is, for its rider and for reviewers; nothing for a whole one. */
export const Damaged = ({ damage }: Pick<Video, 'damage'>) =>
  damage && (
    <Alert
      tone="warning"
      title={texts.damaged(formatClock(damage.readableSeconds), formatClock(damage.promisedSeconds))}
    />
  )
