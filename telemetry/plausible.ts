import { STANDARD_GRAVITY } from './derive.ts'
import { haversine } from './sidecar/positions.ts'
import type { Telemetry, TelemetrySeries } from './types.ts'

/**
 * What no vehicle does that rides off the road. A receiver that loses its satellites, or a bit that flips, says more.
 * Speeds: the fastest production side-by-sides reach 50 m/s and the fastest bikes 60. Changes: tires on dirt hold 10 m/s²,
 * and a crash stops a vehicle for good, it doesn't bring its speed back with the next fix.
 */
const most = {
  /** m/s over ground */
  speed: 70,
  /** m/s² */
  speedChange: 15,
  grip: 10,
  /** m/s up or down */
  climb: 30,
  /** g beyond both neighbors of a sample */
  force: 8,
  /** rad/s */
  turn: 15,
} as const

/** How far a fix may be off without being wrong: meters on the map, from the next one and in height, m/s. */
const noise = { place: 30, step: 1, height: 20, speed: 1 } as const

/** A vehicle goes up and falls at 60° at most: this share of its whole speed, or more, is over ground. */
const overGround = 0.5

/** Fixes on each side that a fix is compared with, and by how many deviations it may differ (Hampel's filter). */
const hampel = { reach: 4, deviations: 3 } as const
/** The standard deviation of normal noise per median absolute deviation. */
const perDeviation = 1.4826

/**
 * A hit lasts for several samples of a fast motion sensor, so a single one stays near its neighbors: outside of their
 * range by 1 g or 1 rad/s, and by this share of that range. Of the 34,000 samples of a racing kart and two calm cameras
 * none is further away, also not by half of that.
 */
const alone = { hz: 100, reach: 8, force: 1, turn: 1, share: 0.5 } as const

/** Degrees around 0° N 0° E, where receivers without a fix are, and no rider. */
const nowhere = 0.05

/** Whether a rider can be there: degrees. */
export const isPlace = (latitude: number, longitude: number): boolean =>
  Math.abs(latitude) <= 90 &&
  Math.abs(longitude) <= 180 &&
  (Math.abs(latitude) > nowhere || Math.abs(longitude) > nowhere)

function medianOf(values: number[]): number {
  values.sort((a, b) => a - b)
  const middle = values.length >> 1
  return values.length % 2 ? values[middle]! : (values[middle - 1]! + values[middle]!) / 2
}

/** Rows that stay when those are left out whose neighbors, both of them, contradict them; at an end, the next two. */
const without = (rows: readonly number[], isOdd: (before: number, row: number, after: number) => boolean) =>
  rows.filter((row, i) => {
    const [before, after] = [rows[i - 1] ?? rows[i + 2], rows[i + 1] ?? rows[i - 2]]
    return before === undefined || after === undefined || !isOdd(before, row, after)
  })

/** Whether a value sticks out from both neighbors, in the same direction, by more than is possible in that time. */
const sticksOut = (before: number, value: number, after: number, possible: (sooner: boolean) => number) =>
  Math.sign(value - before) === Math.sign(value - after) &&
  Math.abs(value - before) > possible(true) &&
  Math.abs(value - after) > possible(false)

/**
 * Rows of a series with positions and speeds that can be true, in order.
 * @param pace seconds of the ride per second of the video
 */
function plausibleFixes({ times, values, axes }: TelemetrySeries, pace: number): number[] {
  const of = (row: number, axis: number) => values[row * axes + axis]!
  const [latitude, longitude, height, ground, whole] = [0, 1, 2, 3, 4] as const
  const isSpeed = (speed: number) => speed >= 0 && speed <= most.speed
  const hasPlace = (row: number) => !Number.isNaN(of(row, latitude))
  let rows = Array.from(times.keys()).filter(
    row =>
      (!hasPlace(row) || isPlace(of(row, latitude), of(row, longitude))) &&
      isSpeed(of(row, ground)) &&
      isSpeed(of(row, whole)),
  )
  const agreeing = rows.filter(
    row =>
      of(row, ground) <= of(row, whole) + noise.speed &&
      of(row, ground) >= overGround * of(row, whole) - noise.speed,
  )
  // A receiver may have no whole speed at all.
  if (agreeing.length > rows.length / 2) rows = agreeing
  const seconds = (a: number, b: number) => pace * Math.abs(times[a]! - times[b]!)
  const within =
    (axis: number, perSecond: number, tolerance: number) => (before: number, row: number, after: number) =>
      sticksOut(
        of(before, axis),
        of(row, axis),
        of(after, axis),
        sooner => perSecond * seconds(row, sooner ? before : after) + tolerance,
      )
  rows = without(rows, within(ground, most.speedChange, noise.speed))
  rows = without(rows, within(height, most.climb, noise.height))
  const meters = (a: number, b: number) =>
    haversine(of(a, latitude), of(a, longitude), of(b, latitude), of(b, longitude))
  rows = without(rows, (before, row, after) =>
    [before, after].every(other => meters(row, other) > most.speed * seconds(row, other) + noise.place),
  )
  // Speeds too low for the way: at full grip, a vehicle speeds up and brakes again between two fixes.
  rows = without(rows, (before, row, after) =>
    [before, after].every(other => {
      const time = seconds(row, other)
      const [slower, faster] = [of(row, ground), of(other, ground)]
      const spurt = Math.max(0, most.grip * time ** 2 - (faster - slower) ** 2 / most.grip) / 4
      return slower < faster && meters(row, other) > (time * (slower + faster)) / 2 + spurt + noise.step
    }),
  )
  return rows.filter((row, i) => {
    const around = rows.slice(Math.max(0, i - hampel.reach), i + hampel.reach + 1)
    if (around.length <= hampel.reach) return true
    const middle = medianOf(around.map(other => of(other, ground)))
    const deviation = medianOf(around.map(other => Math.abs(of(other, ground) - middle)))
    const possible = most.speedChange * seconds(around[0]!, around.at(-1)!)
    const allowed = Math.max(hampel.deviations * perDeviation * deviation, possible / 2 + noise.speed)
    return Math.abs(of(row, ground) - middle) <= allowed
  })
}

/** How far number `at` of a series is outside of the range of those of its axis around it, less a share of that range. */
function outside({ values, axes }: TelemetrySeries, at: number): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let step = 1; step <= alone.reach; step++)
    for (const other of [values[at - step * axes], values[at + step * axes]])
      if (other !== undefined && Number.isFinite(other)) {
        low = Math.min(low, other)
        high = Math.max(high, other)
      }
  return Math.max(values[at]! - high, low - values[at]!) - alone.share * (high - low)
}

/**
 * Rows of a motion sensor that can be true: no single sample that those around it don't know of.
 * @param limits how far a sample of a slow and of a fast sensor may be outside of the others, in its unit
 */
function plausibleMotion(series: TelemetrySeries, limits: { slow: number; fast: number }): number[] | null {
  const { times, values, axes } = series
  const isFast = times.length > 1 && (times.length - 1) / (times.at(-1)! - times[0]!) >= alone.hz
  const limit = isFast ? limits.fast : limits.slow
  const odd = new Set<number>()
  // An hour has millions of numbers, so nothing is made for each of them.
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!
    const before = values[at - axes] ?? values[at + 2 * axes] ?? value
    const after = values[at + axes] ?? values[at - 2 * axes] ?? value
    const isOdd =
      value > before ? value - Math.max(before, after) > limit : Math.min(before, after) - value > limit
    if (!Number.isFinite(value) || (isOdd && (!isFast || outside(series, at) > limit)))
      odd.add(Math.floor(at / axes))
  }
  return odd.size ? Array.from(times.keys()).filter(row => !odd.has(row)) : null
}

function withRows(series: TelemetrySeries, rows: readonly number[]): TelemetrySeries {
  const { times, values, axes } = series
  const kept = new (values.constructor as typeof Float64Array)(rows.length * axes)
  rows.forEach((row, i) => {
    kept.set(values.subarray(row * axes, (row + 1) * axes), i * axes)
  })
  return { ...series, times: Float64Array.from(rows, row => times[row]!), values: kept }
}

/** What stays of a stream; null for all of it. */
const checks: Record<string, (series: TelemetrySeries, pace: number) => number[] | null> = {
  GPS5: plausibleFixes,
  GPS9: plausibleFixes,
  ACCL: series =>
    plausibleMotion(series, {
      slow: most.force * STANDARD_GRAVITY,
      fast: alone.force * STANDARD_GRAVITY,
    }),
  GYRO: series => plausibleMotion(series, { slow: most.turn, fast: alone.turn }),
}

/**
 * Telemetry without the samples that can't be true. Every reader ends with it, so nothing behind it meets a glitch.
 * A stream of which nothing is left is left out.
 */
export function plausible(telemetry: Telemetry): Telemetry {
  const series = new Map<string, TelemetrySeries>()
  let dropped = 0
  for (const [name, one] of telemetry.series) {
    const rows = checks[name]?.(one, telemetry.pace ?? 1)
    if (!rows || rows.length === one.times.length) series.set(name, one)
    else {
      dropped += one.times.length - rows.length
      if (rows.length) series.set(name, withRows(one, rows))
    }
  }
  return dropped ? { ...telemetry, series, dropped } : telemetry
}
