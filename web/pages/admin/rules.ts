import { texts } from '#texts/pages/admin.ts'
import { formatLength } from '../../lib/format.ts'

/** m:ss, or that the duration is unknown. */
export const durationOf = (seconds: number): string =>
  seconds > 0 ? formatLength(seconds) : texts.videos.unknownDuration
