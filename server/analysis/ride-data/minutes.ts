import type { GaugeMeasure, GaugeSamples } from '#contract/gauges/schemas.ts'
import { altitudeSeries, movingMean, positionSeries, resample, speedSeries } from '#telemetry/derive.ts'
import type { Telemetry } from '#telemetry/types.ts'
import { round } from '../math.ts'
import { feltAcceleration } from '../sensors.ts'
import type { Samples } from '../types.ts'

/** What gauges show of one minute of a ride: from its first second to the first of the next, both included. */
export interface RideMinute {
  minute: number
  samples: Partial<Record<GaugeMeasure, Pick<GaugeSamples, 'hz' | 'values'>>>
}

/** Samples a second: no coarser than a receiver's, and for the g-meter finer than what is drawn. */
const rates: Record<GaugeMeasure, number> = { speed: 20, g: 25, height: 4 }
const decimals: Record<GaugeMeasure, number> = { speed: 2, g: 2, height: 1 }
/** Seconds that felt acceleration is averaged over: single samples of 200 a second can't be read. */
const gSeconds = 0.1
/** A receiver that falls silent for longer has not measured what lies between. */
const longestGap = 2
const minuteSeconds = 60

/** The measures of a ride that gauges show; empty without telemetry. */
export function measureMinutes(telemetry: Telemetry | null, durationSeconds: number): RideMinute[] {
  if (!telemetry) return []
  const gps = positionSeries(telemetry)
  const speed = speedSeries(telemetry)
  const accl = telemetry.series.get('ACCL')
  const measured: [GaugeMeasure, Samples | null][] = [
    ['speed', speed && { times: speed.times, values: speed.speed }],
    ['g', accl ? movingMean(feltAcceleration(accl), gSeconds) : null],
    ['height', gps && altitudeSeries(gps)],
  ]
  const minutes: RideMinute[] = Array.from(
    { length: Math.max(1, Math.ceil(durationSeconds / minuteSeconds)) },
    (_, minute) => ({ minute, samples: {} }),
  )
  for (const [measure, samples] of measured) {
    if (!samples || samples.times.length < 2) continue
    const hz = rates[measure]
    const values = resample(samples, hz, durationSeconds + 1 / hz, longestGap)
    for (const { minute, samples: kept } of minutes) {
      const from = minute * minuteSeconds * hz
      const list = values.slice(from, from + minuteSeconds * hz + 1)
      if (list.every(value => Number.isNaN(value))) continue
      kept[measure] = {
        hz,
        values: Array.from(list, value => (Number.isNaN(value) ? null : round(value, decimals[measure]))),
      }
    }
  }
  return minutes.filter(({ samples }) => Object.keys(samples).length > 0)
}

/** The minutes that spans lie in, rising. */
export function minutesOf(spans: readonly { start: number; end: number }[]): number[] {
  const minutes = spans.flatMap(({ start, end }) => {
    const first = Math.floor(start / minuteSeconds)
    return Array.from({ length: Math.floor(end / minuteSeconds) - first + 1 }, (_, i) => first + i)
  })
  return [...new Set(minutes)].sort((a, b) => a - b)
}

/** Seconds around a span that are sent along: the g-meter holds the peak of a moment before. */
const around = 2

/** The samples of one measure in the spans. */
export function samplesIn(
  minutes: readonly RideMinute[],
  measure: GaugeMeasure,
  spans: readonly { start: number; end: number }[],
): GaugeSamples[] {
  return minutes.flatMap(({ minute, samples }) => {
    const kept = samples[measure]
    if (!kept) return []
    const begin = minute * minuteSeconds
    const lastIndex = kept.values.length - 1
    return spans.flatMap(({ start, end }) => {
      const from = Math.max(0, Math.floor((start - around - begin) * kept.hz))
      const to = Math.min(lastIndex, Math.ceil((end + around - begin) * kept.hz))
      if (to < from) return []
      return [
        { start: round(begin + from / kept.hz, 4), hz: kept.hz, values: kept.values.slice(from, to + 1) },
      ]
    })
  })
}
