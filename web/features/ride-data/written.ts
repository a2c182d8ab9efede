import type { RideMeasure } from '#contract/ride-data.ts'
import { formatNumber } from '../../lib/format.ts'
import type { Units } from '../../lib/units.ts'

/** A value with its unit, as the viewer sees it. @param value m/s, m, g or degrees a second */
export function written(measure: RideMeasure, value: number, units: Units): string {
  switch (measure) {
    case 'speed':
      return `${formatNumber(value * units.speed.factor)} ${units.speed.name}`
    case 'height':
      return `${formatNumber(value * units.height.factor)} ${units.height.name}`
    case 'g':
      return `${value.toFixed(1)} g`
    case 'turn':
      return `${formatNumber(value)}°/s`
  }
}

/** A length in a round unit: "250 m", "1.2 km". */
export function writtenDistance(meters: number, units: Units): string {
  const far = meters * units.far.factor
  const near = meters * units.height.factor
  return near >= 1000
    ? `${Number(far.toPrecision(3))} ${units.far.name}`
    : `${formatNumber(near)} ${units.height.name}`
}
