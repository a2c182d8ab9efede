import { texts } from '#texts/pages/admin.ts'
import { formatClock } from '../../lib/format.ts'

/** m:ss, or that the duration is unknown. */
export const durationOf = (seconds: number): string =>
  seconds > 0 ? formatClock(seconds) : texts.videos.unknownDuration

/** The days of a filter as the times that the audit log takes; the last day is included. */
export function instants(from: string, until: string): { from?: string; to?: string } {
  const end = until ? new Date(`${until}T00:00:00`) : null
  end?.setDate(end.getDate() + 1)
  return {
    ...(from ? { from: new Date(`${from}T00:00:00`).toISOString() } : {}),
    ...(end ? { to: end.toISOString() } : {}),
  }
}
