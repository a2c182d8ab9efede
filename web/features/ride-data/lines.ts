import type { RideMarker, RideSeries } from '#contract/ride-data.ts'
import { after } from '#gauges/geometry.ts'

/** One measure over time, ready for lookups: a NaN between two series, at the time where the first one ends. */
export interface Line {
  times: Float64Array
  values: Float64Array
  least: number
  most: number
}

export function lineOf({ stretches }: Pick<RideSeries, 'stretches'>): Line {
  const points = stretches.flatMap((stretch, i) => {
    const end = stretch.at(-1)
    return end && i < stretches.length - 1 ? [...stretch, [end[0], Number.NaN] as const] : stretch
  })
  const values = Float64Array.from(points, ([, value]) => value)
  const numbers = values.filter(value => !Number.isNaN(value))
  return {
    times: Float64Array.from(points, ([time]) => time),
    values,
    least: numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    most: numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
  }
}

/** Seconds before the first and after the last point for which it is still used. */
const reach = 1

/** The value at a time, interpolated linearly; null where nothing was measured. */
export function valueAt({ times, values }: Pick<Line, 'times' | 'values'>, time: number): number | null {
  const right = after(times, time)
  const [before, next] = [times[right - 1], times[right]]
  const [a, b] = [values[right - 1], values[right]]
  if (before === undefined || a === undefined)
    return next !== undefined && b !== undefined && next - time <= reach ? b : null
  if (next === undefined || b === undefined) return time - before <= reach && !Number.isNaN(a) ? a : null
  const value = a + ((b - a) * (time - before)) / (next - before || 1)
  return Number.isNaN(value) ? null : value
}

/** The values at the bottom and the top of a plot. */
export function rangeOf(measure: RideSeries['measure'], { least, most }: Pick<Line, 'least' | 'most'>) {
  if (measure === 'height') {
    // GPS heights drift: show a flat ride as flat.
    const room = Math.max(0, 20 - (most - least)) / 2
    return { low: least - room, high: most + room }
  }
  return { low: 0, high: Math.max(most, { speed: 1, g: 2, turn: 20 }[measure]) }
}

/** The marker at a time, a jump before the highlight around it. */
export function markerAt(markers: readonly RideMarker[], time: number): RideMarker | null {
  const inside = markers.filter(({ start, end }) => time >= start && time <= end)
  return inside.find(({ kind }) => kind === 'jump') ?? inside[0] ?? null
}
