import type { Measure } from '#contract/platforms/limits.ts'
import { factsOf, type PostForm, platforms } from '#contract/publishing/constants.ts'
import type {
  CalendarEntry,
  Platform,
  PlatformMetadata,
  PostChoices,
  PublicationContent,
} from '#contract/publishing/publications.ts'

export { viewerZone } from '../../lib/format.ts'

/** The counters of a platform's words, measured as it measures them. */
export const measuresOf = (platform: Platform, { title, description = '', tags = [] }: Words): Measure[] =>
  factsOf(platform).measure({ title, description, tags })
type Words = Pick<PlatformMetadata, 'title'> & Partial<PlatformMetadata>

/** A piece as the value of a choice: 'auto', 'video', 'highlight:2', 'reel:0', 'made:ID'. */
export function contentName(content: PublicationContent): string {
  if (content.kind === 'made') return `made:${content.reel}`
  return 'index' in content ? `${content.kind}:${content.index}` : content.kind
}
/** The same back. */
export function contentOf(name: string): PublicationContent {
  const [kind, index = ''] = name.split(':')
  if (kind === 'made') return { kind, reel: index }
  if (kind === 'highlight' || kind === 'reel') return { kind, index: Number(index) }
  return { kind: kind === 'video' ? 'video' : 'auto' }
}

/** 0 to 100 of a limit. */
export const usedShare = (used: number, most: number): number =>
  most === 0 ? 100 : Math.min(100, Math.round((used / most) * 100))

const dateOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map(part => String(part).padStart(2, '0'))
    .join('-')

export interface MonthDay {
  /** 'YYYY-MM-DD' by the viewer's clock */
  date: string
  inMonth: boolean
}

/** The weeks, Monday first, that a month touches. @param month 0 to 11 */
export function weeksOf(year: number, month: number): MonthDay[][] {
  const first = new Date(year, month, 1)
  const lead = (first.getDay() + 6) % 7
  const length = new Date(year, month + 1, 0).getDate()
  const weeks = Math.ceil((lead + length) / 7)
  return Array.from({ length: weeks }, (_week, row) =>
    Array.from({ length: 7 }, (_day, column) => {
      const day = new Date(year, month, row * 7 + column - lead + 1)
      return { date: dateOf(day), inMonth: day.getMonth() === first.getMonth() }
    }),
  )
}

/** From the first moment of the grid to the first one after it, by the viewer's clock. */
export function spanOf(weeks: readonly MonthDay[][]): { from: string; to: string } {
  const first = weeks[0]?.[0]?.date ?? dateOf(new Date())
  const last = weeks.at(-1)?.at(-1)?.date ?? first
  const from = new Date(`${first}T00:00`)
  const to = new Date(`${last}T00:00`)
  to.setDate(to.getDate() + 1)
  return { from: from.toISOString(), to: to.toISOString() }
}

/** The day an entry stands on and its time, by the viewer's clock: 'YYYY-MM-DD', 'HH:MM'. */
export function localOf(iso: string): { date: string; time: string } {
  const at = new Date(iso)
  const time = [at.getHours(), at.getMinutes()].map(part => String(part).padStart(2, '0')).join(':')
  return { date: dateOf(at), time }
}

/** So many days after that one, 'YYYY-MM-DD'. */
export function dayAfter(date: string, days: number): string {
  // Noon is there on every day, also when the clocks change.
  const at = new Date(`${date}T12:00`)
  at.setDate(at.getDate() + days)
  return dateOf(at)
}

/** Whether an entry can be put on another day, at the time of day it has: it has not begun, and that is to come. */
export const mayStandOn = (entry: CalendarEntry, date: string, now: Date): boolean =>
  entry.canEdit && new Date(`${date}T${localOf(entry.date).time}`) > now

/** The entries as they are with one of them on another day; it comes along from wherever it was. */
export const withMoved = (
  entries: readonly CalendarEntry[],
  entry: CalendarEntry,
  date: string,
): CalendarEntry[] => [
  ...entries.filter(one => one.id !== entry.id),
  { ...entry, date: new Date(`${date}T${localOf(entry.date).time}`).toISOString() },
]

/** Entries by their day, each day's in order. */
export const byDay = (entries: readonly CalendarEntry[]): Map<string, CalendarEntry[]> =>
  Map.groupBy(
    entries.toSorted((a, b) => a.date.localeCompare(b.date)),
    entry => localOf(entry.date).date,
  )

/** Views gained day by day, every day of the span there, also those without any. */
export function gainsOf(
  series: readonly { day: string; platform: Platform; views: number }[],
  until: Date,
  days: number,
): { day: string; views: number; perPlatform: Record<Platform, number> }[] {
  return Array.from({ length: days }, (_one, index) => {
    const day = new Date(until.getTime() - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10)
    const of = series.filter(one => one.day.slice(0, 10) === day)
    const perPlatform = Object.fromEntries(
      platforms.map(platform => [
        platform,
        of.filter(one => one.platform === platform).reduce((sum, one) => sum + one.views, 0),
      ]),
    ) as Record<Platform, number>
    return { day, views: of.reduce((sum, one) => sum + one.views, 0), perPlatform }
  })
}

const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
/** A figure that is in percent already: 95.5 as 95.5% */
export const percent = (value: number): string => `${oneDecimal.format(value)}%`

/**
 * Whether everything that the platform has people choose is chosen.
 * @param usual what staff chose for the channel, which counts where a post names nothing else
 */
export const isChosen = (
  form: PostForm,
  { privacy, disclosure }: PostChoices,
  usual: string | null = null,
): boolean => {
  const seenBy = privacy ?? usual
  return Boolean(seenBy) && !(disclosure?.brandedContent && form.notBranded.includes(seenBy ?? ''))
}
