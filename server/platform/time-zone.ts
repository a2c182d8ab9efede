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

/** When a day begins in a zone. @param day 'YYYY-MM-DD' */
export const startOfDay = (day: string, zone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone }).epochMilliseconds)

/** The day after so many. @param day 'YYYY-MM-DD' */
export const daysAfter = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString()
