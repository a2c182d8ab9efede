import type { Temporal } from 'temporal-polyfill'
import { zonedTime } from '#server/core/time-zone.ts'

/** The local time in a zone at an instant, to the minute. */
export const wallTimeAt = (instant: Date, zone: string): Temporal.PlainDateTime =>
  zonedTime(instant, zone).toPlainDateTime().round({ smallestUnit: 'minute', roundingMode: 'floor' })

/** Minutes that the zone is ahead of UTC. */
export const offsetMinutes = (instant: Date, zone: string): number =>
  Math.round(zonedTime(instant, zone).offsetNanoseconds / 60e9)

/**
 * The instant of a local time in a zone: a time skipped in spring is moved by as much as the clocks skip
 * (02:30 becomes 03:30), and of a time that occurs twice in fall the first is used.
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

/** 0 Sunday to 6 Saturday, and the hour, in the zone's local time. */
export function slotOf(instant: Date, zone: string): { weekday: number; hour: number } {
  const { dayOfWeek, hour } = zonedTime(instant, zone)
  return { weekday: dayOfWeek % 7, hour }
}
