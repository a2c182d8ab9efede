import type { UnitSystem } from '#contract/gauges/units.ts'
import { inWordsFor } from '#server/core/sentences.ts'
import { leadType, nameOf, tally } from '../highlights/names.ts'
import type { Highlight, Scene } from '../types.ts'
import { hashtagsOf, rideNames, tagsOf } from './index.ts'
import { capital, listed, superlative } from './words.ts'

/** What a clip shows, for the texts it is published with. */
export interface MomentFacts {
  /** the ride's own name, otherwise the kind of ride: "Moab 2026", "forest ride" */
  ride: string
  /** the largest measured value of these highlights, or what they are: "1.2 s of airtime", "Likely jump" */
  hook: string
  /** the best highlight in a sentence without its period */
  sentence: string
  /** how many of what, "3 jumps and 1 scenic view"; null for a single highlight */
  counted: string | null
  seconds: number
  tags: string[]
  /** with # */
  hashtags: string[]
}

/**
 * Facts about some of a ride's highlights, which every platform words in its own style.
 * @returns null when there is none
 */
export function momentOf(
  found: readonly Highlight[],
  given: { title: string; scenes: readonly Scene[]; seconds: number; units: UnitSystem },
): MomentFacts | null {
  const { units } = given
  const highlights = inWordsFor(found, { language: 'en', units })
  const [best] = highlights.toSorted((a, b) => b.strength - a.strength || a.start - b.start)
  if (!best) return null
  const { scenes } = given
  const { name, ride } = rideNames({ input: { title: given.title }, scenes })
  const counted = highlights.length > 1 ? listed(tally(highlights)) || null : null
  const lead = leadType(best)
  const facts = { highlights, scenes }
  return {
    ride: name ?? ride,
    hook: capital(superlative(highlights, units) ?? counted ?? (lead ? nameOf(lead) : best.description)),
    sentence: best.description.replace(/[.\s]+$/, ''),
    counted,
    seconds: Math.round(given.seconds),
    tags: tagsOf(facts),
    hashtags: hashtagsOf(facts),
  }
}
