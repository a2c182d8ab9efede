import { texts } from '#texts/pages/admin.ts'
import { formatClock } from '../../lib/format.ts'

/** m:ss, or that the duration is unknown. */
export const durationOf = (seconds: number): string =>
  seconds > 0 ? formatClock(seconds) : texts.videos.unknownDuration
