import { Temporal } from 'temporal-polyfill'

/** The local time in a zone at an instant. @throws RangeError for a zone unknown to this server */
export const zonedTime = (instant: Date, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)

/**
 * Whether a text is an IANA time zone known to this server. Bare offsets are not: they have no daylight
 * saving time.
 */
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

/** The start of a day in a zone. @param day 'YYYY-MM-DD' */
export const startOfDay = (day: string, zone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone }).epochMilliseconds)

/** The day this many days later. @param day 'YYYY-MM-DD' */
export const daysAfter = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString()

/** @param month 'YYYY-MM' */
export const monthsAfter = (month: string, months: number): string =>
  Temporal.PlainYearMonth.from(month).add({ months }).toString()

/** A month's last day. @param month 'YYYY-MM' */
export const lastDayOf = (month: string): string => daysAfter(`${monthsAfter(month, 1)}-01`, -1)
