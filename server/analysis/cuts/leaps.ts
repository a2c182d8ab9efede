import { indexAt, positionSeries } from '#telemetry/derive.ts'
import { haversine } from '#telemetry/sidecar/positions.ts'
import type { Telemetry, TelemetrySeries } from '#telemetry/types.ts'
import { mad, median } from '../math.ts'
import type { Signals } from '../types.ts'

/**
 * Where the camera was stopped and restarted in the same country and light, the picture hardly shows it. The
 * sensors, however, contradict a single take: no one moves 30 m instantly, and the gravity vector can't turn
 * by more than the gyroscope measured. A GPS receiver that regains its fix jumps too, so the picture must
 * also lose matching blocks, though fewer than when it is the only evidence; only a jump between two good
 * fixes that no receiver could cause needs no picture.
 */
const rules = {
  meters: 30,
  /** a smaller distance is the receiver's own drift, not a jump */
  rideContinues: 8,
  /**
   * meters that reflections don't explain, between fixes at most `seconds` apart, because those without a fix
   * are left out
   */
  certain: { meters: 300, seconds: 0.5 },
  /** fixes further apart than this don't show when the jump was, seconds */
  longestGap: 2.5,
  /**
   * a real camera's two streams (GoPro Max) agree to 0.2°, with `slack` seconds between their clocks to
   * within 0
   */
  degrees: 0.5,
  slack: 0.01,
  /** a noisy gravity vector turns by itself: a jump is this many times the usual change between samples */
  noise: 8,
  /** maximum distance between picture change and jump, frames */
  near: 1,
  around: 1,
  rise: 0.05,
  spreads: 2,
}

/** The interval of a jump, seconds. */
interface Leap {
  from: number
  to: number
  certain: boolean
}

/**
 * Meters from the previous fix to fix `row` that the nearby speed doesn't explain.
 * @param pace seconds of the ride per second of the video
 */
function unexplainedMetres({ times, values, axes }: TelemetrySeries, row: number, pace = 1): number {
  const [a, b] = [(row - 1) * axes, row * axes]
  const meters = haversine(values[a]!, values[a + 1]!, values[b]!, values[b + 1]!)
  const fastest = Math.max(values[a + 3]! || 0, values[b + 3]! || 0)
  return meters - 2 * fastest * pace * (times[row]! - times[row - 1]!)
}

/** Whether the ride continues across a time: good fixes on both sides, none of which jumps. */
export function rideContinues(telemetry: Telemetry, time: number): boolean {
  const series = positionSeries(telemetry)
  if (!series) return false
  const from = indexAt(series.times, time - rules.longestGap / 2)
  const to = indexAt(series.times, time + rules.longestGap / 2)
  if (!(series.times[from]! < time && series.times[to - 1]! > time)) return false
  for (let row = from + 1; row < to; row++)
    if (unexplainedMetres(series, row, telemetry.pace) > rules.rideContinues) return false
  return true
}

/** Fixes whose distance the nearby speed doesn't explain. */
function leapsOfPlace(telemetry: Telemetry): Leap[] {
  const series = positionSeries(telemetry)
  if (!series) return []
  const { times } = series
  const found: Leap[] = []
  for (let row = 1; row < times.length; row++) {
    const [from, to] = [times[row - 1]!, times[row]!]
    if (to - from > rules.longestGap) continue
    const unexplained = unexplainedMetres(series, row, telemetry.pace)
    const certain = unexplained > rules.certain.meters && to - from <= rules.certain.seconds
    if (unexplained > rules.meters) found.push({ from, to, certain })
  }
  return found
}

/** Maximum rotation of the camera between two times in radians: the integral of its turn rate. */
function turnedBetween({ times, values, axes }: TelemetrySeries, from: number, to: number): number {
  let sum = 0
  for (let row = indexAt(times, from); row < times.length && times[row]! < to; row++) {
    const until = row + 1 < times.length ? times[row + 1]! : times[row]!
    const rate = Math.hypot(values[row * axes]!, values[row * axes + 1]!, values[row * axes + 2]!)
    sum += (rate || 0) * (until - times[row]!)
  }
  return sum
}

const degrees = 180 / Math.PI

/** Angle in rad between the two 3D vectors that start at `a` and `b`. */
function angleBetween(values: ArrayLike<number>, a: number, b: number): number {
  let [along, first, second] = [0, 0, 0]
  for (let axis = 0; axis < 3; axis++) {
    along += values[a + axis]! * values[b + axis]!
    first += values[a + axis]! ** 2
    second += values[b + axis]! ** 2
  }
  return Math.acos(Math.min(1, Math.max(-1, along / Math.sqrt(first * second))))
}

/** Samples of the gravity vector between which it turns by more than the camera did. */
function leapsOfGravity(telemetry: Telemetry): Leap[] {
  const [gravity, gyro] = [telemetry.series.get('GRAV'), telemetry.series.get('GYRO')]
  if (!gravity || !gyro || gyro.times.length < 2) return []
  const { times, values, axes } = gravity
  const [first, last] = [gyro.times[0]!, gyro.times.at(-1)!]
  /**
   * Degrees by which gravity turned since the previous sample beyond the camera's rotation; negative when the
   * camera turned more.
   */
  const unfelt = Float64Array.from(times, (to, row) => {
    const from = times[row - 1] ?? to
    if (row === 0 || from < first || to > last || to - from > rules.longestGap) return Number.NaN
    const angle = angleBetween(values, (row - 1) * axes, row * axes)
    return degrees * (angle - turnedBetween(gyro, from - rules.slack, to + rules.slack))
  })
  const least = Math.max(rules.degrees, rules.noise * Math.max(0, median(unfelt) || 0))
  const found: Leap[] = []
  for (let row = 1; row < times.length; row++)
    if (unfelt[row]! > least) found.push({ from: times[row - 1]!, to: times[row]!, certain: false })
  return found
}

/**
 * The frame near a jump at which most blocks lose their match, if it stands out; otherwise the jump's own
 * frame, or none.
 */
function frameOf(
  { from, to, certain }: Leap,
  { picture: { residual }, pictureHz: hz }: Signals,
): { frame: number; certain: boolean } | null {
  const first = Math.max(1, Math.ceil(from * hz) - rules.near)
  const last = Math.min(residual.length - 1, Math.ceil(to * hz) + rules.near)
  if (last < first) return null
  let best = first
  for (let i = first; i <= last; i++) if (residual[i]! > residual[best]!) best = i
  const reach = Math.round(rules.around * hz)
  const beside = [
    ...residual.subarray(Math.max(1, best - reach), best),
    ...residual.subarray(best + 1, best + 1 + reach),
  ]
  const usual = median(beside)
  if (residual[best]! - usual >= Math.max(rules.rise, rules.spreads * mad(beside, usual)))
    return { frame: best, certain }
  return certain ? { frame: Math.min(residual.length - 1, Math.ceil(to * hz)), certain } : null
}

/**
 * Frames at which a new shot starts because position or attitude jumps and the picture agrees; `certain` when
 * the picture isn't needed.
 */
export function leapCuts(signals: Signals, telemetry: Telemetry): { frame: number; certain: boolean }[] {
  const found = [...leapsOfPlace(telemetry), ...leapsOfGravity(telemetry)]
    .map(leap => frameOf(leap, signals))
    .filter(leap => leap !== null)
  return [...new Map(found.map(leap => [leap.frame, leap])).values()].sort((a, b) => a.frame - b.frame)
}
