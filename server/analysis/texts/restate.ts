import type { AnalysisResult, GeneratedTexts } from '#contract/analysis.ts'
import type { UnitSystem } from '#contract/gauges/units.ts'
import { inWordsFor } from '#server/platform/db/told.ts'
import { clock } from '../sentences/clock.ts'
import { inUnits, metricAmount } from './in-units.ts'
import { textLimits } from './index.ts'
import { shorten, superlative } from './words.ts'

/** What the texts of a result may quote, in the same order in all units. */
function quotedIn({ highlights, scenes }: AnalysisResult, units: UnitSystem): string[] {
  const worded = highlights.map(highlight => inUnits(highlight, units))
  return [
    // Of two values that are the same number in metric units, a title has the larger one.
    superlative(highlights, units) ?? '',
    // With its time, a moment is the same one even where another has the same words.
    ...worded.map(({ start, description }) => `${clock(start)} ${description}`),
    ...worded.flatMap(({ description, evidence }) => [description, ...evidence.map(({ text }) => text)]),
    ...inWordsFor(scenes, { language: 'en', units }).map(({ description }) => description),
  ]
}

const imperialAmount = /(?:\d+ to )?\d+ (?:mph|ft)\b/g

/** Metric phrases and amounts of a result, with the same in US units. */
function glossary(result: AnalysisResult): ReadonlyMap<string, string> {
  const imperial = quotedIn(result, 'imperial')
  const phrases = quotedIn(result, 'metric').map((phrase, i) => [phrase, imperial[i] ?? phrase] as const)
  const amounts = phrases.flatMap(([metric, said]) => {
    const found = said.match(imperialAmount) ?? []
    const amountsOf = metric.match(metricAmount) ?? []
    return amountsOf.flatMap((amount, i) => (found[i] ? [[amount, found[i]] as const] : []))
  })
  const pairs = [...phrases, ...amounts].filter(([metric, said]) => metric !== said)
  // The first of several pairs counts.
  return new Map(pairs.toReversed())
}

/** The length that a text of a set of texts may have. */
function limitOf(field: string, set: object): number {
  if (field === 'title') return textLimits.title
  if (field !== 'description') return Number.POSITIVE_INFINITY
  return 'hashtags' in set ? textLimits.caption : textLimits.description
}

/**
 * The texts of a result in US units, for results that were stored before both were: each measured speed and height in
 * them is restated, and nothing else. The same result gives the same texts.
 * @returns null if they have no speeds and heights
 */
export function restatedTexts(result: AnalysisResult): GeneratedTexts | null {
  const known = glossary(result)
  if (known.size === 0) return null
  const phrases = [...known.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map(phrase => `(?<![\\d.,])${phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w/])`)
  const any = new RegExp(phrases.join('|'), 'g')
  const { texts } = result
  const restated = JSON.parse(JSON.stringify(texts), function (this: object, key: string, value: unknown) {
    if (typeof value !== 'string') return value
    const said = value.replace(any, phrase => known.get(phrase) ?? phrase)
    // A longer unit may exceed the limit; what was longer before may stay so.
    return shorten(said, Math.max(limitOf(key, this), value.length))
  }) as GeneratedTexts
  return JSON.stringify(restated) === JSON.stringify(texts) ? null : restated
}
