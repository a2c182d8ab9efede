import { axisOf, movingMean, positionSeries, slope } from '#telemetry/derive.ts'
import type { Telemetry, TelemetrySeries } from '#telemetry/types.ts'
import { levelMotion } from '../attitude/index.ts'
import { withinOneShot } from '../cuts/index.ts'
import type { LevelMotion, Pace, Samples, Shot } from '../types.ts'
import { matchReceiver, summed } from './match.ts'

/**
 * Seconds: fixes further apart are filled in, up to the longest time without one, at this many values per
 * second.
 */
const filling = { from: 0.3, longest: 10, hz: 5 }
/** Seconds over which speed is smoothed, and over which its slope is computed. */
const smoothing = { speed: 0.5, acceleration: 1 }

/** Telemetry with the receiver's clock aligned to the motion sensor. */
export interface Receiver {
  telemetry: Telemetry | null
  /** the receiver's delay in seconds */
  lag: number
  /**
   * m/s gained along the direction of travel since the start, from the motion sensor; 0 if forward is unknown
   */
  felt: (seconds: number) => number
  /** motion level with the ground; null without both motion sensors */
  level: LevelMotion | null
}

/** Telemetry with positions and speeds shifted to when they were true. */
function setBack(telemetry: Telemetry, lag: number): Telemetry {
  const series = new Map<string, TelemetrySeries>(telemetry.series)
  for (const name of ['GPS5', 'GPS9']) {
    const gps = series.get(name)
    if (gps) series.set(name, { ...gps, times: gps.times.map(time => time - lag) })
  }
  return { ...telemetry, series }
}

/**
 * Values between distant fixes: the speed of the last fix plus the measured acceleration since, adjusted to
 * meet the next fix. This removes the sensor's slow errors and keeps its fast changes.
 */
function filledIn({ times, values }: Samples, felt: (seconds: number) => number, shots: readonly Shot[]) {
  const outTimes: number[] = []
  const outValues: number[] = []
  times.forEach((time, i) => {
    const before = times[i - 1] ?? time
    const gap = time - before
    if (gap > filling.from && gap <= filling.longest && withinOneShot(shots, before, time)) {
      const steps = Math.ceil(gap * filling.hz)
      const rest = values[i]! - values[i - 1]! - (felt(time) - felt(before))
      for (let step = 1; step < steps; step++) {
        const share = step / steps
        const at = before + share * gap
        outTimes.push(at)
        outValues.push(Math.max(0, values[i - 1]! + felt(at) - felt(before) + share * rest))
      }
    }
    outTimes.push(time)
    outValues.push(values[i]!)
  })
  return { times: Float64Array.from(outTimes), values: Float32Array.from(outValues) }
}

const standing = () => 0

/** Compares a receiver's speeds with a motion sensor. */
export function receiverOf(telemetry: Telemetry | null, durationSeconds: number): Receiver {
  const gps = telemetry && positionSeries(telemetry)
  const level =
    telemetry && levelMotion(telemetry.series.get('ACCL'), telemetry.series.get('GYRO'), durationSeconds)
  const match = gps && level && matchReceiver(axisOf(gps, 3), level)
  if (!match) return { telemetry, lag: 0, felt: standing, level }
  const [first, second] = [summed(level.first), summed(level.second)]
  return {
    telemetry: match.lag > 0 ? setBack(telemetry, match.lag) : telemetry,
    lag: match.lag,
    felt: seconds => match.forward[0] * first(seconds) + match.forward[1] * second(seconds),
    level,
  }
}

/**
 * Speed along the direction of travel in m/s and its change in m/s²; gaps between fixes are filled from the
 * motion sensor. Null without GPS. Changes are NaN where the telemetry isn't in real time.
 * @param shots nothing is filled in across a cut
 */
export function paceOf({ telemetry, felt }: Receiver, shots: readonly Shot[]): Pace | null {
  const gps = telemetry && positionSeries(telemetry)
  if (!gps) return null
  const inRealTime = (telemetry.pace ?? 1) === 1
  const raw = filledIn(axisOf(gps, 3), felt, shots)
  return {
    times: raw.times,
    speed: movingMean(raw, smoothing.speed).values,
    acceleration: slope(raw, smoothing.acceleration).values.map(change => (inRealTime ? change : Number.NaN)),
  }
}
