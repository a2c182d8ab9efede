import { dateOf, dayAfter } from './rules.ts'

export interface MonthDay {
  /** 'YYYY-MM-DD' in the viewer's time zone */
  date: string
  inMonth: boolean
}

interface WeekData {
  weekInfo?: { firstDay: number }
  getWeekInfo?: () => { firstDay: number }
}
/** Where weeks start on Sunday among the countries that we write for. */
const sundayFirst = ['US', 'CA', 'MX']

/** The day on which weeks start where a locale is used, 1 for Monday to 7 for Sunday. Some browsers don't know it. */
export function firstWeekday(tag: string): number {
  const locale: Intl.Locale & WeekData = new Intl.Locale(tag).maximize()
  const known = locale.getWeekInfo?.() ?? locale.weekInfo
  return known?.firstDay ?? (sundayFirst.includes(locale.region ?? '') ? 7 : 1)
}

/** Days from the start of its week to a day. @param firstDay of weeks, 1 to 7 */
const daysInto = (date: Date, firstDay: number): number => (date.getDay() - firstDay + 7) % 7

/** The week with a day in it. @param firstDay of weeks, 1 for Monday to 7 for Sunday */
export function weekOf(date: string, firstDay: number): MonthDay[] {
  const start = dayAfter(date, -daysInto(new Date(`${date}T12:00`), firstDay))
  return Array.from({ length: 7 }, (_day, column) => ({ date: dayAfter(start, column), inMonth: true }))
}

/** The weeks of a month's grid. @param month 0 to 11 @param firstDay of weeks, 1 for Monday to 7 for Sunday */
export function weeksOf(year: number, month: number, firstDay: number): MonthDay[][] {
  const first = new Date(year, month, 1)
  const lead = daysInto(first, firstDay)
  const length = new Date(year, month + 1, 0).getDate()
  const weeks = Math.ceil((lead + length) / 7)
  return Array.from({ length: weeks }, (_week, row) =>
    Array.from({ length: 7 }, (_day, column) => {
      const day = new Date(year, month, row * 7 + column - lead + 1)
      return { date: dateOf(day), inMonth: day.getMonth() === first.getMonth() }
    }),
  )
}
