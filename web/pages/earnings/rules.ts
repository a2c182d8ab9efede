import type { EarningsSeries } from '#contract/money/earnings.ts'

const dayMs = 24 * 3600_000

export interface Period {
  /** 'YYYY-MM-DD' in the zone, both included */
  startDate: string
  endDate: string
  /** the viewer's, an IANA name */
  timeZone: string
}

/** The date in a time zone: 'YYYY-MM-DD'. */
const dayIn = (zone: string, now: Date): string => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find(p => p.type === type)?.value
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** The viewer's today and the days before it. Calendar days, so clock changes don't matter. */
export function periodOf(days: number, now: Date, timeZone: string): Period {
  const endDate = dayIn(timeZone, now)
  const start = new Date(Date.parse(endDate) - days * dayMs)
  return { startDate: start.toISOString().slice(0, 10), endDate, timeZone }
}

export interface Bar {
  /** first and last day */
  from: string
  to: string
  earnings: number
  views: number
}

/** Periods with more days than this show weeks: on a phone, bars under three pixels run together. */
const mostBars = 92

/** One bar per day, or per week if there would be too many. Sums are in whole cents, so that none is lost. */
export function barsOf(days: EarningsSeries['days']): Bar[] {
  const width = days.length > mostBars ? 7 : 1
  const bars: Bar[] = []
  for (let start = 0; start < days.length; start += width) {
    const part = days.slice(start, start + width)
    const [first, last] = [part[0], part.at(-1)]
    if (first && last)
      bars.push({
        from: first.date,
        to: last.date,
        earnings: part.reduce((sum, day) => sum + Math.round(day.earnings * 100), 0) / 100,
        views: part.reduce((sum, day) => sum + day.views, 0),
      })
  }
  return bars
}
