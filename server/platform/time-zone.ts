import { Temporal } from 'temporal-polyfill'

/** What the clocks of a zone show at an instant. @throws RangeError for a zone that this server does not know */
export const zonedTime = (instant: Date, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)

/** Whether a text is an IANA time zone that this server knows. Bare offsets are not: they have no daylight saving. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    zonedTime(new Date(0), name)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
