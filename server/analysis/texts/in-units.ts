import type { Highlight } from '#contract/analysis.ts'
import { type UnitSystem, unitsOf } from '#contract/gauges/units.ts'
import { inWordsFor } from '#server/platform/db/told.ts'
import { speedOf } from '../sentences/measured.ts'

/** "88 km/h", "100 m", "from 62 to 20 km/h", but not "1.5 m" or "5 m/s": with the number before "to", if there is one */
export const metricAmount = /(?<![\d.,])(?:(\d+) to )?(\d+) (km\/h|m)(?![\w/])/g

/** A metric speed in km/h or height in m, as a text says it, in mph or ft. */
function converted(amount: string): string {
  const [, before, value, unit] = [...amount.matchAll(metricAmount)][0] ?? []
  const kind = unit === 'm' ? 'height' : 'speed'
  const { name, factor } = unitsOf.imperial[kind]
  const inImperial = (shown: string) => Math.round((Number(shown) / unitsOf.metric[kind].factor) * factor)
  return `${before ? `${inImperial(before)} to ` : ''}${inImperial(value ?? '')} ${name}`
}

/** A text with its metric amounts in mph and ft: as `known` has them, otherwise converted from the numbers shown. */
const restated = (text: string, known: ReadonlyMap<string, string>): string =>
  text.replace(metricAmount, amount => known.get(amount) ?? converted(amount))

/**
 * A highlight in these units. Where it is older than stored sentences, its texts are converted, and a speed that was its
 * evidence is taken from the measurement, so that it is the same number everywhere.
 */
export function inUnits(highlight: Highlight, units: UnitSystem): Highlight {
  const { description, evidence, ...rest } = inWordsFor(highlight, { language: 'en', units })
  if (units === 'metric') return { ...rest, description, evidence }
  const known = new Map(
    evidence.flatMap(({ type, value }) => {
      const speed = { name: unitsOf.metric.speed.name, si: speedOf(value).si }
      const shown = `${Math.round(speed.si * unitsOf.metric.speed.factor)} ${speed.name}`
      const { name, factor } = unitsOf.imperial.speed
      return type === 'speed' ? [[shown, `${Math.round(speed.si * factor)} ${name}`] as const] : []
    }),
  )
  return {
    ...rest,
    description: restated(description, known),
    evidence: evidence.map(item => ({ ...item, text: restated(item.text, known) })),
  }
}
