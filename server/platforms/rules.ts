import { shortened } from '#contract/clean-text.ts'
import { captionText } from '#contract/platforms/caption.ts'
import { measuresOfTexts, type SomeTexts } from '#contract/platforms/index.ts'
import type { Measure, TextProblem } from '#contract/platforms/limits.ts'
import type { PlatformMetadata } from '#contract/publishing/publications.ts'
import { sentences } from '#sentences/platforms.ts'
import { type Micros, micros, microsPerDollar } from '#server/core/money.ts'
import type { Sentence } from '#server/core/sentences.ts'
import type { Moment, Problem } from './types.ts'

/** Helpers that several platforms share. */

/**
 * Parses a count from a platform: a whole number from 0 that fits a double exactly, or the same as a string.
 * Null for anything else, and never 0, which would reverse earnings.
 */
export function countFrom(sent: unknown): number | null {
  const value = typeof sent === 'string' && /^\d{1,16}$/.test(sent) ? Number(sent) : sent
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** An amount in dollars from a platform. Null for anything that isn't one, and never 0. */
export const amountFrom = (sent: unknown): Micros | null =>
  typeof sent === 'number' && Number.isFinite(sent)
    ? micros(Math.round(sent * Number(microsPerDollar)))
    : null

/** Some platforms refuse angle brackets; these look fine on all of them. */
export const plainBrackets = (text: string): string => text.replaceAll('<', '‹').replaceAll('>', '›')

/** Title and description without what platforms refuse; a video without a title gets one. */
export const plainWords = (given: PlatformMetadata): { title: string; description: string } => ({
  title: plainBrackets(given.title).trim() || 'Off-road ride',
  description: plainBrackets(given.description),
})

function problemSentence(problem: TextProblem): Sentence {
  switch (problem.code) {
    case 'titleMissing':
      return sentences.titleMissing
    case 'hashtagSpace':
      return sentences.hashtagSpace
    case 'tooManyHashtags':
      return sentences.tooManyHashtags({ most: problem.most })
    case 'brackets':
      return sentences.brackets({ part: problem.part })
    case 'tooLong':
      return sentences.textTooLong({ part: problem.part, over: problem.over, unit: problem.unit })
  }
}

/** The limits that the measured texts exceed. */
export const problemsIn = (measures: readonly Measure[]): Problem[] =>
  measures.flatMap(m => (m.problem ? [{ field: m.field, sentence: problemSentence(m.problem) }] : []))

/** Why a platform would refuse some of the texts that staff edit; null when it wouldn't. */
export const problemOfTexts = (texts: SomeTexts): Problem | null =>
  problemsIn(measuresOfTexts(texts))[0] ?? null

/** The single text of a platform that shows a caption. */
export const captionOf = ({ title, description, tags }: PlatformMetadata): string =>
  captionText({ title, description, hashtags: tags })

/** What a highlight's sentence adds to its hook: "landing at 4.1 g"; empty when nothing. */
export function detailOf({ hook, sentence }: Pick<Moment, 'hook' | 'sentence'>): string {
  const facts = sentence.replace(/^[^:]*: /, '')
  return facts.toLowerCase() === hook.toLowerCase() ? '' : sentence
}

/** A title of a ride and what happens in it; only the longer of them if one says the other already. */
export function together(ride: string, hook: string, both: string): string {
  const [longer, shorter] = [ride, hook].sort((a, b) => b.length - a.length) as [string, string]
  return longer.toLowerCase().includes(shorter.toLowerCase()) ? longer : both
}

const hashtagsKept = 30

/** The share of a caption that title and hashtags may use; the rest is for the description. */
const titleShare = 5 / 11
const hashtagShare = 10 / 11

/** Texts fitted to a platform with a single text: the title comes first, then the hashtags. */
export function fittedCaption(given: PlatformMetadata, textUnits: number): PlatformMetadata {
  const { title, description } = plainWords(given)
  const tags = given.tags
    .map(t => t.replaceAll(/\s/g, ''))
    .filter(Boolean)
    .slice(0, hashtagsKept)
  const length = (t: string, d: string, h: string[]) =>
    captionOf({ title: t, description: d, tags: h }).length
  const shortTitle = shortened(title, t => length(t, '', []) <= textUnits * titleShare)
  const kept = tags.filter((_, i) => length(shortTitle, '', tags.slice(0, i + 1)) <= textUnits * hashtagShare)
  return {
    ...given,
    title: shortTitle,
    tags: kept,
    description: shortened(description, d => length(shortTitle, d, kept) <= textUnits),
  }
}

const hourMs = 3600_000
const dayMs = 24 * hourMs

/** Counters are fetched hourly on a post's first day, then every six hours, after a week daily. */
export function usualCadence(ageMs: number): number {
  if (ageMs < dayMs) return hourMs
  return ageMs < 7 * dayMs ? 6 * hourMs : dayMs
}

const weekend = (weekday: number) => weekday === 0 || weekday === 6
/** An hour's share of attention, 0 to 1: a bump around a peak. */
const near = (hour: number, peak: number, width: number) => Math.exp(-(((hour - peak) / width) ** 2))

/**
 * When people watch long videos, a rule of thumb without measurements: in the afternoon before the evening,
 * on weekends from late morning.
 */
export const longVideoAttention = (weekday: number, hour: number): number =>
  0.4 + near(hour, weekend(weekday) ? 11 : 16, 2.5) + (weekday === 4 || weekday === 5 ? 0.1 : 0)

/**
 * When people watch short videos, a rule of thumb: in the evening and around noon, slightly more on weekends.
 */
export const shortVideoAttention = (weekday: number, hour: number): number =>
  0.4 + near(hour, 19, 2.5) + 0.4 * near(hour, 12, 1.5) + (weekend(weekday) ? 0.1 : 0)
