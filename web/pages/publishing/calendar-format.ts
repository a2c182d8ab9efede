import { perVisit } from '../../lib/visit.ts'

/** Writes times of the viewer's own zone, as in their country. */
const format = (options: Intl.DateTimeFormatOptions) =>
  perVisit(({ locale, zone }) => new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }))
const time = format({ timeStyle: 'short' })
const weekday = format({ weekday: 'short' })
const longWeekday = format({ weekday: 'long' })
const hour = format({ hour: 'numeric' })
const day = format({ dateStyle: 'medium' })
const weekdayAndTime = format({
  ...{ weekday: 'short', month: 'short', day: 'numeric' },
  ...{ hour: 'numeric', minute: '2-digit' },
})

// Noon exists on every day, even when the clocks change.
const noonOf = (date: string) => new Date(`${date}T12:00`)

/** 6:30 PM, or 18:30 where that is usual */
export const formatTime = (iso: string): string => time().format(new Date(iso))
/** Sun, Nov 29, 6:30 PM */
export const formatPlanned = (iso: string): string => weekdayAndTime().format(new Date(iso))
/** 2026-11-29 as Sun */
export const formatWeekday = (date: string): string => weekday().format(noonOf(date))
export const formatLongWeekday = (date: string): string => longWeekday().format(noonOf(date))
/** 18 as 6 PM. @param of 0 to 23 */
export const formatHour = (of: number): string => hour().format(new Date(2026, 0, 15, of))
/** Nov 23 – 29, 2026. @param dates the first and the last, 'YYYY-MM-DD' */
export const formatDays = (first: string, last: string): string =>
  day().formatRange(noonOf(first), noonOf(last))
