import { z } from 'zod'
import type { AnalysisResult, Evidence, GeneratedTexts, Highlight } from '#contract/analysis.ts'

/** A language model's input: measured facts and nothing else. */
export interface Facts {
  rideTitle: string
  durationSeconds: number
  highlights: { from: string; kind: string; score: number; facts: string[] }[]
  scenes: string[]
}

/** A language model's output. */
export const draft = z.object({
  title: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  videoTitle: z.string(),
  videoIntroduction: z.string(),
  caption: z.string(),
  hashtags: z.array(z.string()),
})
export type Draft = z.infer<typeof draft>

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** The part of an analysis that a model receives. */
export interface Told extends Pick<AnalysisResult, 'durationSeconds' | 'scenes'> {
  highlights: readonly (Pick<Highlight, 'description' | 'score' | 'start' | 'clipType'> & {
    evidence: readonly Pick<Evidence, 'text' | 'source'>[]
  })[]
}

/** A label is a model's guess, not a measurement: texts that others see don't repeat it. */
export function factsOf(result: Told, rideTitle: string): Facts {
  return {
    rideTitle,
    durationSeconds: Math.round(result.durationSeconds),
    highlights: result.highlights.map(h => ({
      from: clock(h.start),
      kind: h.clipType,
      score: Math.round(h.score * 100),
      facts: [h.description, ...h.evidence.filter(e => e.source !== 'tagger').map(e => e.text)],
    })),
    scenes: [...new Set(result.scenes.map(s => `${s.sceneType}: ${s.description}`))],
  }
}

const numberPattern = /\d+(?:[.,]\d+)?/g
const numbersIn = (text: string): number[] =>
  (text.match(numberPattern) ?? []).map(n => Number(n.replace(',', '.')))

const quantityPattern = /\d+ (?:km\/h|mph|m|ft)\b/g

// Words that claim an action; each needs evidence that names it.
const claims =
  /\b(back ?flip|front ?flip|barrel roll|360|540|720|wheelie|whip|crash|roll ?over|record|fastest|highest|biggest)\b/gi

/**
 * Whether a draft may be shown: every number in it is a measured one in its units, it claims no unmeasured action, and it
 * keeps the platforms' limits (title 100 characters, no angle brackets, tags 500 in total; caption 150 here,
 * 3 to 5 hashtags).
 * @returns why not, or null when it may
 */
export function refuseDraft(d: Draft, facts: Facts): string | null {
  const known = JSON.stringify(facts)
  const measured = numbersIn(known)
  const texts = [
    d.title,
    d.description,
    d.videoTitle,
    d.videoIntroduction,
    d.caption,
    ...d.tags,
    ...d.hashtags,
  ]
  for (const text of texts) {
    const invented = numbersIn(text).find(n => !measured.some(m => Math.abs(m - n) < 1e-9))
    if (invented !== undefined) return `the number ${invented} was not measured`
    const restated = text.match(quantityPattern)?.find(quantity => !known.includes(quantity))
    if (restated) return `'${restated}' was not measured in these units`
    const claim = text.match(claims)?.find(c => !known.toLowerCase().includes(c.toLowerCase()))
    if (claim) return `'${claim}' was not measured`
    if (/[<>]/.test(text)) return 'angle brackets are not allowed'
  }
  if (!d.title.trim() || !d.videoTitle.trim()) return 'a title is empty'
  if (d.title.length > 100 || d.videoTitle.length > 100) return 'a title has more than 100 characters'
  if (Buffer.byteLength(d.videoIntroduction) > 3000) return 'the introduction is too long'
  if (d.tags.join(',').length > 500) return 'the tags have more than 500 characters'
  if (d.caption.length > 150) return 'the caption has more than 150 characters'
  if (d.hashtags.length < 3 || d.hashtags.length > 5) return 'there are not 3 to 5 hashtags'
  if (d.hashtags.some(tag => !/^#?[\p{L}\p{N}_]+$/u.test(tag)))
    return 'a hashtag has other than letters and digits'
  return null
}

const chapterLine = /^\d+:\d{2}/

/** The draft in place of the default texts, keeping the default's chapters. */
export function textsFrom(d: Draft, standard: GeneratedTexts): GeneratedTexts {
  const chapters = standard.youtube.description.split('\n').filter(line => chapterLine.test(line))
  return {
    title: d.title,
    description: d.description,
    tags: d.tags,
    youtube: {
      title: d.videoTitle,
      description: [d.videoIntroduction, ...(chapters.length ? [chapters.join('\n')] : [])].join('\n\n'),
      tags: d.tags,
    },
    tiktok: {
      title: d.caption,
      description: d.caption,
      hashtags: d.hashtags.map(tag => (tag.startsWith('#') ? tag : `#${tag}`)),
    },
  }
}
