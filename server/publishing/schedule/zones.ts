import type { Temporal } from 'temporal-polyfill'
import { zonedTime } from '#server/platform/time-zone.ts'

/** What the clocks of a zone show at an instant, to the minute. */
export const wallTimeAt = (instant: Date, zone: string): Temporal.PlainDateTime =>
  zonedTime(instant, zone).toPlainDateTime().round({ smallestUnit: 'minute', roundingMode: 'floor' })

/** Minutes that the zone's clocks are ahead of UTC. */
export const offsetMinutes = (instant: Date, zone: string): number =>
  Math.round(zonedTime(instant, zone).offsetNanoseconds / 60e9)

/**
 * The instant at which the clocks of a zone show a time: a time that the clocks skip in spring is moved on by as much
 * as they skip (02:30 becomes 03:30), of a time that they show twice in autumn the first one is meant.
 */
export function instantOf(
  wall: Temporal.PlainDateTime,
  zone: string,
): { instant: Date; shifted: 'skipped' | 'twice' | null } {
  const found = wall.toZonedDateTime(zone, { disambiguation: 'compatible' })
  const later = wall.toZonedDateTime(zone, { disambiguation: 'later' })
  const instant = new Date(found.epochMilliseconds)
  if (!found.toPlainDateTime().equals(wall)) return { instant, shifted: 'skipped' }
  return { instant, shifted: later.equals(found) ? null : 'twice' }
}

/** '2026-11-29 18:00' */
export const wallText = (instant: Date, zone: string): string =>
  wallTimeAt(instant, zone).toString({ smallestUnit: 'minute' }).replace('T', ' ')

/** 0 Sunday to 6 Saturday, and the hour, by the zone's clocks. */
export function slotOf(instant: Date, zone: string): { weekday: number; hour: number } {
  const { dayOfWeek, hour } = zonedTime(instant, zone)
  return { weekday: dayOfWeek % 7, hour }
}
