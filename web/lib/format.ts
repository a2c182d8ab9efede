import { texts } from '#texts/lib/format.ts'
import { language } from './language.ts'
import { perVisit, visit } from './visit.ts'

const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' })
const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })
const percentage = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
const list = new Intl.ListFormat(language)

/** Writes times for the visitor. @param zone the visitor's own by default */
const timeFormat = (options: Intl.DateTimeFormatOptions, zone?: string) =>
  perVisit(viewer => new Intl.DateTimeFormat(viewer.locale, { ...options, timeZone: zone ?? viewer.zone }))
const day = timeFormat({ dateStyle: 'medium' })
const dayAndTime = timeFormat({ dateStyle: 'medium', timeStyle: 'short' })
const dayAndTimeOfYear = timeFormat({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
const year = timeFormat({ year: 'numeric' })
// A day without a time is the same day in every zone.
const calendarDay = timeFormat({ dateStyle: 'medium' }, 'UTC')
const calendarMonth = timeFormat({ month: 'long', year: 'numeric' }, 'UTC')

/** The visitor's time zone, an IANA name. */
export const viewerZone = (): string => visit().zone

/** Dollars with two decimals: $412.60 */
export const formatMoney = (dollars: number): string => money.format(dollars)
/** 18,204 */
export const formatNumber = (value: number): string => whole.format(value)
/** 1 view, 18,204 views */
export const formatViews = (count: number): string => texts.views({ count })
/** 0 to 1 as 95% */
export const formatPercent = (share: number): string => percentage.format(share)
/** one, two, and three */
export const formatList = (items: readonly string[]): string => list.format(items)
export const formatDate = (iso: string): string => day().format(new Date(iso))
/** 2026-12-01 as Dec 1, 2026 */
export const formatDay = (date: string): string =>
  calendarDay().format(new Date(`${date.slice(0, 10)}T00:00:00Z`))
/** 2026-11 as November 2026 */
export const formatMonth = (month: string): string =>
  calendarMonth().format(new Date(`${month}-01T00:00:00Z`))
export const formatDateTime = (iso: string): string => dayAndTime().format(new Date(iso))
/** A recent time in short: Oct 18, 12:00 PM; with the year if it is another one. */
export function formatMoment(iso: string, now = new Date()): string {
  const moment = new Date(iso)
  const thisYear = year().format(moment) === year().format(now)
  return (thisYear ? dayAndTimeOfYear : dayAndTime)().format(moment)
}

/** A point in time, in seconds, as m:ss, the product's only time format: the second that is running. */
export function formatClock(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds))
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`
}
/** How long something takes, in seconds, as m:ss: rounded, as titles and link previews say it. */
export const formatLength = (seconds: number): string => formatClock(Math.round(seconds))
