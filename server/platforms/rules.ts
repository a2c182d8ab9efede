import { captionText } from '#contract/platforms/caption.ts'
import type { Measure } from '#contract/platforms/limits.ts'
import type { PlatformMetadata } from '#contract/publishing/publications.ts'
import type { Moment } from './types.ts'

/** What platforms have in common: each takes what it needs of it. */

/**
 * A count as a platform sent it: a whole number from 0 that fits a double exactly, or the same as text. Null for
 * anything else. A count that is missing or malformed is no count, least of all 0: it would take earnings back.
 */
export function countFrom(sent: unknown): number | null {
  const value = typeof sent === 'string' && /^\d{1,16}$/.test(sent) ? Number(sent) : sent
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** The longest beginning of a text that fits, cut at a word where one is near. */
export const cut = (text: string, fits: (text: string) => boolean): string => {
  if (fits(text)) return text
  const points = [...text]
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(`${points.slice(0, middle).join('')}…`)) low = middle
    else high = middle - 1
  }
  const short = points.slice(0, low).join('')
  const word = short.replace(/\s+\S*$/, '')
  return `${(word.length > short.length / 2 ? word : short).trimEnd()}…`
}

/** Angle brackets are refused by some platforms and look broken on none as these. */
export const plainBrackets = (text: string): string => text.replaceAll('<', '‹').replaceAll('>', '›')

/** Title and description without what platforms refuse; a video without a title gets one. */
export const plainWords = (given: PlatformMetadata): { title: string; description: string } => ({
  title: plainBrackets(given.title).trim() || 'Off-road ride',
  description: plainBrackets(given.description),
})

/** What a platform refuses of what was measured. */
export const problemsIn = (measures: readonly Measure[]): { field: string; sentence: string }[] =>
  measures.flatMap(m => (m.problem ? [{ field: m.field, sentence: m.problem }] : []))

/** The one text of a platform that shows words as a caption. */
export const captionOf = ({ title, description, tags }: PlatformMetadata): string =>
  captionText({ title, description, hashtags: tags })

/** What the sentence of a moment says beyond its hook: "landing at 4.1 g"; empty when nothing. */
export function detailOf({ hook, sentence }: Pick<Moment, 'hook' | 'sentence'>): string {
  const facts = sentence.replace(/^[^:]*: /, '')
  return facts.toLowerCase() === hook.toLowerCase() ? '' : sentence
}

const hashtagsKept = 30

/** Of a caption, how much title and hashtags may take; the description gets what is left. */
const titleShare = 5 / 11
const hashtagShare = 10 / 11

/** Words that nobody wrote for a platform with one text, made to fit: the title keeps its place, then the hashtags. */
export function fittedCaption(given: PlatformMetadata, textUnits: number): PlatformMetadata {
  const { title, description } = plainWords(given)
  const tags = given.tags
    .map(t => t.replaceAll(/\s/g, ''))
    .filter(Boolean)
    .slice(0, hashtagsKept)
  const length = (t: string, d: string, h: string[]) =>
    captionOf({ title: t, description: d, tags: h }).length
  const shortTitle = cut(title, t => length(t, '', []) <= textUnits * titleShare)
  const kept = tags.filter((_, i) => length(shortTitle, '', tags.slice(0, i + 1)) <= textUnits * hashtagShare)
  return {
    ...given,
    title: shortTitle,
    tags: kept,
    description: cut(description, d => length(shortTitle, d, kept) <= textUnits),
  }
}

const hourMs = 3600_000
const dayMs = 24 * hourMs

/** Counters are asked for hourly on the first day of a post, then every six hours, after a week daily. */
export function usualCadence(ageMs: number): number {
  if (ageMs < dayMs) return hourMs
  return ageMs < 7 * dayMs ? 6 * hourMs : dayMs
}

const weekend = (weekday: number) => weekday === 0 || weekday === 6
/** Share of attention of an hour, 0 to 1: a bump around a peak. */
const near = (hour: number, peak: number, width: number) => Math.exp(-(((hour - peak) / width) ** 2))

/** When people watch long videos, by rule of thumb, nothing measured: in the afternoon before the evening, on weekends from the late morning. */
export const longVideoAttention = (weekday: number, hour: number): number =>
  0.4 + near(hour, weekend(weekday) ? 11 : 16, 2.5) + (weekday === 4 || weekday === 5 ? 0.1 : 0)

/** When people watch short ones, by rule of thumb: in the evening and around noon, a little more on weekends. */
export const shortVideoAttention = (weekday: number, hour: number): number =>
  0.4 + near(hour, 19, 2.5) + 0.4 * near(hour, 12, 1.5) + (weekend(weekday) ? 0.1 : 0)
