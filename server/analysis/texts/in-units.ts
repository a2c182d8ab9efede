import type { Highlight } from '#contract/analysis.ts'
import type { UnitSystem } from '#contract/gauges/units.ts'
import { inWordsFor } from '#server/platform/db/told.ts'

/**
 * Highlights that say speeds and heights in these units, and the units: metric ones if a highlight is older than stored
 * sentences and can only be said in those, so that no text has both.
 */
export function inUnits(
  highlights: readonly Highlight[],
  wanted: UnitSystem,
): { highlights: readonly Highlight[]; units: UnitSystem } {
  const sayable = highlights.every(({ evidence }) => evidence.every(item => 'said' in item))
  const units = sayable ? wanted : 'metric'
  return { highlights: inWordsFor(highlights, { language: 'en', units }), units }
}
