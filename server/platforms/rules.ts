import type { PlatformMetadata } from '#contract/publishing.ts'

/** What platforms have in common: each takes what it needs of it. */

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
