import { axisOf, indexAt, movingMean, positionSeries, slope } from '#telemetry/derive.ts'
import type { Telemetry, TelemetrySeries } from '#telemetry/types.ts'
import { levelHz, levelMotion } from './attitude/level.ts'
import { withinOneShot } from './cuts/index.ts'
import { mean } from './math.ts'
import type { LevelMotion, Pace, Samples, Shot } from './types.ts'

/**
 * Aligns a recording's GPS receiver with its motion sensor. A receiver filters its measurements, so its speed
 * shows a brake up to a second after the sensor. The lag is the delay at which its speed changes best fit the
 * measured acceleration; the same fit gives the forward direction.
 */
const rules = {
  /** seconds: longest lag, and the search step */
  longest: 1.5,
  step: 0.05,
  /**
   * seconds over which speed changes are compared, their spacing, and the longest gap between fixes of a slow
   * receiver
   */
  change: 1,
  every: 0.25,
  slowest: 1.5,
  /** minimum number of compared changes */
  least: 30,
  /** m/s: minimum root mean square of the changes; a walk's are the receiver's own noise */
  varied: 0.4,
  /** minimum share of the speed changes that is explained; below, the relation is unknown */
  known: 0.1,
  /** a lag must explain this much more than none */
  better: 0.02,
}

interface ReceiverMatch {
  /** the receiver's delay in seconds */
  lag: number
  /** m/s² along the direction of travel per m/s² along each level axis; shorter than 1 when uncertain */
  forward: readonly [first: number, second: number]
}

/** The running integral of level motion in m/s, readable at any second. */
function summed(values: Float32Array): (seconds: number) => number {
  const sums = new Float64Array(values.length + 1)
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i]! + (values[i] || 0) / levelHz
  return seconds => {
    const at = Math.min(values.length, Math.max(0, seconds * levelHz))
    const row = Math.min(values.length - 1, Math.floor(at))
    return sums[row]! + (at - row) * (sums[row + 1]! - sums[row]!)
  }
}

interface Change {
  from: number
  to: number
  speed: number
}

function changesOf({ times, values }: Samples): Change[] {
  const changes: Change[] = []
  let next = Number.NEGATIVE_INFINITY
  times.forEach((from, i) => {
    if (from < next) return
    const j = indexAt(times, from + rules.change - 0.05)
    const to = times[j] ?? Infinity
    const speed = values[j]! - values[i]!
    if (to - from > rules.slowest || Number.isNaN(speed)) return
    changes.push({ from, to, speed })
    next = from + rules.every
  })
  return changes
}

/** Least squares on three centered columns: the factors of the first two that give the third. */
function regress(rows: readonly (readonly [number, number, number])[]) {
  const mean = (column: 0 | 1 | 2) => rows.reduce((sum, row) => sum + row[column], 0) / rows.length
  const means = [mean(0), mean(1), mean(2)] as const
  let [xx, xy, yy, xv, yv, vv] = [0, 0, 0, 0, 0, 0]
  for (const row of rows) {
    const [x, y, v] = [row[0] - means[0], row[1] - means[1], row[2] - means[2]]
    xx += x * x
    xy += x * y
    yy += y * y
    xv += x * v
    yv += y * v
    vv += v * v
  }
  const spread = xx * yy - xy * xy
  if (!(spread > 0) || !(vv > 0)) return null
  const first = (yy * xv - xy * yv) / spread
  const second = (xx * yv - xy * xv) / spread
  return { first, second, explained: (first * xv + second * yv) / vv }
}

/** @param speed m/s from the receiver @returns null when the two are unrelated */
function matchReceiver(speed: Samples, level: LevelMotion): ReceiverMatch | null {
  const changes = changesOf(speed)
  const varied = Math.sqrt(mean(changes.map(({ speed }) => speed ** 2)))
  if (changes.length < rules.least || varied < rules.varied) return null
  const [first, second] = [summed(level.first), summed(level.second)]
  const fitAt = (lag: number) =>
    regress(
      changes.map(
        ({ from, to, speed }) =>
          [first(to - lag) - first(from - lag), second(to - lag) - second(from - lag), speed] as const,
      ),
    )
  const now = fitAt(0)
  let best = { lag: 0, fit: now }
  for (let step = 1; step * rules.step <= rules.longest; step++) {
    const fit = fitAt(step * rules.step)
    if (fit && fit.explained > (best.fit?.explained ?? 0)) best = { lag: step * rules.step, fit }
  }
  if (!best.fit || best.fit.explained < rules.known) return null
  if (best.fit.explained - (now?.explained ?? 0) < rules.better) best = { lag: 0, fit: now }
  return best.fit && { lag: best.lag, forward: [best.fit.first, best.fit.second] }
}

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
