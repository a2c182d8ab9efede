import type { Measure } from '#contract/platforms/limits.ts'
import { factsOf, type PostForm, platforms } from '#contract/publishing/constants.ts'
import type {
  Platform,
  PlatformMetadata,
  PostChoices,
  PublicationContent,
} from '#contract/publishing/publications.ts'
import type { CalendarEntry } from '#contract/publishing/scheduling.ts'
import { language } from '../../lib/language.ts'

export { viewerZone } from '../../lib/format.ts'

/** The counters of a platform's texts, by its own rules. */
export const measuresOf = (platform: Platform, { title, description = '', tags = [] }: Words): Measure[] =>
  factsOf(platform).measure({ title, description, tags })
type Words = Pick<PlatformMetadata, 'title'> & Partial<PlatformMetadata>

/** Content as the value of a select: 'auto', 'video', 'highlight:2', 'reel:0'. */
export function contentName(content: PublicationContent): string {
  if (content.kind === 'made') return `made:${content.reel}`
  return 'index' in content ? `${content.kind}:${content.index}` : content.kind
}
/** Parses such a value. */
export function contentOf(name: string): PublicationContent {
  const [kind, index = ''] = name.split(':')
  if (kind === 'made') return { kind, reel: index }
  if (kind === 'highlight' || kind === 'reel') return { kind, index: Number(index) }
  return { kind: kind === 'video' ? 'video' : 'auto' }
}

/** 0 to 100 of a limit. */
export const usedShare = (used: number, most: number): number =>
  most === 0 ? 100 : Math.min(100, Math.round((used / most) * 100))

/** 'YYYY-MM-DD' in the viewer's time zone. */
export const dateOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map(part => String(part).padStart(2, '0'))
    .join('-')

/** The grid's first moment and the first one after it, in the viewer's time zone. */
export function spanOf(weeks: readonly { date: string }[][]): { from: string; to: string } {
  const first = weeks[0]?.[0]?.date ?? dateOf(new Date())
  const last = weeks.at(-1)?.at(-1)?.date ?? first
  const from = new Date(`${first}T00:00`)
  const to = new Date(`${last}T00:00`)
  to.setDate(to.getDate() + 1)
  return { from: from.toISOString(), to: to.toISOString() }
}

/** The day and the time of an entry in the viewer's time zone: 'YYYY-MM-DD', 'HH:MM'. */
export function localOf(iso: string): { date: string; time: string } {
  const at = new Date(iso)
  const time = [at.getHours(), at.getMinutes()].map(part => String(part).padStart(2, '0')).join(':')
  return { date: dateOf(at), time }
}

/** The day that many days later, 'YYYY-MM-DD'. */
export function dayAfter(date: string, days: number): string {
  // Noon exists on every day, even when the clocks change.
  const at = new Date(`${date}T12:00`)
  at.setDate(at.getDate() + days)
  return dateOf(at)
}

/** Whether an entry can move to another day at the same time: it hasn't started, and the new time is in the future. */
export const mayStandOn = (entry: CalendarEntry, date: string, now: Date): boolean =>
  entry.canEdit && new Date(`${date}T${localOf(entry.date).time}`) > now

/** The entries with one of them moved to another day, whichever day it was on. */
export const withMoved = (
  entries: readonly CalendarEntry[],
  entry: CalendarEntry,
  date: string,
): CalendarEntry[] => [
  ...entries.filter(one => one.id !== entry.id),
  { ...entry, date: new Date(`${date}T${localOf(entry.date).time}`).toISOString() },
]

/** Entries by day, each day's in order. */
export const byDay = (entries: readonly CalendarEntry[]): Map<string, CalendarEntry[]> =>
  Map.groupBy(
    entries.toSorted((a, b) => a.date.localeCompare(b.date)),
    entry => localOf(entry.date).date,
  )

/** Views gained day by day, including days without any. */
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

const oneDecimal = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
/** A value that is in percent already: 95.5 as 95.5% */
export const percent = (value: number): string => `${oneDecimal.format(value)}%`

/**
 * Whether everything the platform requires is chosen. @param usual the channel's defaults, for what a post doesn't set
 */
export const isChosen = (
  form: PostForm,
  { privacy, disclosure }: PostChoices,
  usual: string | null = null,
): boolean => {
  const seenBy = privacy ?? usual
  return Boolean(seenBy) && !(disclosure?.brandedContent && form.notBranded.includes(seenBy ?? ''))
}
