import { paceLimits } from '#contract/telemetry.ts'
import type { Telemetry, TelemetrySeries } from './types.ts'

/**
 * What satellite clocks tell of a video: when it began, and whether it shows its ride in real time. Cameras write the
 * clock's reading at the first fix of each payload (GPSU) or with each fix (GPS9), in UTC. Sources:
 * https://github.com/gopro/gpmf-parser and its issues 46 about GPSU, 118 and 124 about TimeWarp.
 */

/** One reading of the clock. */
export interface ClockReading {
  /** seconds of the video */
  time: number
  /** Unix seconds */
  at: number
}

const rules = {
  /** Unix seconds: the earliest that a reading can be true; receivers whose week counter ran over are 20 years late */
  earliest: Date.UTC(2010) / 1000,
  /** readings that it takes to know the pace */
  least: 5,
  /** steps between readings that are looked at together: a clock that stands still for a payload catches up */
  together: 4,
  /** share of the steps that may be far from the usual one */
  few: 0.25,
  /** how far from the usual pace is far, as a share of it */
  far: 0.2,
} as const

/** A time as GPSU has it, yymmddhhmmss.sss in UTC, in Unix seconds; NaN for anything else. */
export function gpsuSeconds(text: string): number {
  const [, year, month, day, hours, minutes, seconds] =
    /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d(?:\.\d+)?)$/.exec(text) ?? []
  return Date.parse(`20${year}-${month}-${day}T${hours}:${minutes}:00Z`) / 1000 + Number(seconds)
}

/** A reading for each second of GPS9, whose samples have days since 2000 and seconds of the day, in UTC. */
export function readingsOf({ times, values, axes }: TelemetrySeries): ClockReading[] {
  const readings: ClockReading[] = []
  for (const [row, time] of times.entries()) {
    const [days, seconds] = [values[row * axes + 5]!, values[row * axes + 6]!]
    if (time - (readings.at(-1)?.time ?? Number.NEGATIVE_INFINITY) >= 0.95)
      readings.push({ time, at: Date.UTC(2000) / 1000 + days * 86_400 + seconds })
  }
  return readings
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}

/** Seconds of the ride per second of the video, over every `steps` steps. */
const pacesOf = (readings: readonly ClockReading[], steps: number): number[] =>
  readings.slice(steps).map(({ time, at }, i) => (at - readings[i]!.at) / (time - readings[i]!.time))

/** The usual pace, if it isn't real time; and whether the video keeps it. */
function paceOf(readings: readonly ClockReading[]): { pace?: number; steady: boolean } {
  if (readings.length < rules.least) return { steady: true }
  const paces = pacesOf(readings, rules.together)
  const usual = quantile(paces, 0.5)
  // A clock that was set while recording jumps once, which moves several of these, but not most single steps.
  const single = quantile(pacesOf(readings, 1), 0.5)
  const isMany = (isFar: (pace: number) => boolean) => {
    const far = paces.filter(isFar).length
    return far > rules.together && far > rules.few * paces.length
  }
  const varies = isMany(pace => Math.abs(pace - usual) > rules.far * usual)
  if (usual > paceLimits.lapse && single > paceLimits.lapse) return { pace: usual, steady: !varies }
  if (usual < paceLimits.slow && single < paceLimits.slow && !varies) return { pace: usual, steady: true }
  if (isMany(pace => pace > paceLimits.lapse || pace < paceLimits.slow))
    return { pace: Math.max(paceLimits.slow, quantile(paces, 0.9)), steady: false }
  return { steady: true }
}

/**
 * When the video's second 0 was, and its pace.
 * @param readings of a receiver with a fix, in order; the first may be an old one
 */
export function clockOf(readings: readonly ClockReading[]): Pick<Telemetry, 'satellite' | 'pace'> {
  const known = readings.slice(1).filter(({ at }) => at >= rules.earliest)
  if (known.length === 0) return {}
  const { pace, steady } = paceOf(known)
  const begins = known.map(({ time, at }) => at - time * (pace ?? 1))
  return {
    ...(steady ? { satellite: quantile(begins, 0.5) } : {}),
    ...(pace === undefined ? {} : { pace }),
  }
}
