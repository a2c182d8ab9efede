import { sentences as measured } from '#sentences/measured.ts'
import {
  axisOf,
  indexAt,
  movingMean,
  positionSeries,
  resample,
  STANDARD_GRAVITY,
  slope,
} from '#telemetry/derive.ts'
import { rideContinues, runsInShots, shotAt, withinOneShot } from '../cuts/index.ts'
import { argMax, median, peaksIn, pick, round, runs } from '../math.ts'
import { bare, heightOf, speedOf } from '../quantities.ts'
import { isTimeLapse } from '../recorded.ts'
import type { Evidence, RideFacts, Samples, Shot } from '../types.ts'
import { evidenceOf } from './evidence.ts'

const hardAcceleration = 4.2
const hardSeconds = 0.4
const slowestBraking = 7
/** minimum speed change, m/s, as in forces.ts */
const leastChange = 3.5
/** Start and end are where this share of the peak is reached. */
const hardEdge = 0.6
/** A viewer sees the speed that is lost: full strength from this many m/s, and this much less at zero. */
const wholeChange = { metersPerSecond: 10, less: 0.3 }
const worthOfChange = (change: number) =>
  1 - wholeChange.less * (1 - Math.min(1, change / wholeChange.metersPerSecond))
/** Coming to a stop is no moment in itself: below this speed in m/s at its end, braking counts this much. */
const stopping = { below: 3, counts: 0.85 }
const fastFloor = 14
const fastRatio = 1.4
/**
 * A lower speed counts as fast on a steep descent and for this many seconds after it, while its speed lasts: a
 * bicycle's run down a trail. Minimum in m/s, and as a multiple of the ride's median.
 */
const descending = { least: 11, ratio: 1.25, rollsOut: 5 }
const fastShare = 0.85
const steepGrade = 15
const steepSeconds = 3
/** No vehicle climbs 45°; a receiver that says so has the wrong altitude. */
const impossibleGrade = 100
/** After this many seconds without a fix the altitude is wrong at first, and recovers within `settles`. */
const lost = { seconds: 2, settles: 5 }

/** The part of a series that lies in a shot, because position and speed jump across a cut. */
function partOf({ times, values }: Samples, shot: Shot): Samples {
  const from = indexAt(times, shot.start)
  const to = indexAt(times, shot.end)
  return { times: times.subarray(from, to), values: values.subarray(from, to) }
}

/**
 * Hard braking (4.4 m/s² is the usual mark; softer braking counts less) and acceleration, from the slope of
 * GPS speed.
 */
function changesOfSpeed(facts: RideFacts): Evidence[] {
  const gps = facts.pace
  if (!gps || gps.times.length < 8) return []
  const { times, speed, acceleration } = gps
  const step = (times.at(-1)! - times[0]!) / (times.length - 1)
  const find = (type: 'hard_braking' | 'acceleration', sign: 1 | -1) =>
    runs(
      times.length,
      i => sign * acceleration[i]! > hardAcceleration,
      1,
      Math.round(hardSeconds / step),
    ).flatMap(({ from, to }) => {
      const peak = argMax(
        acceleration.map(a => sign * a),
        from,
        to,
      )
      const hardest = sign * acceleration[peak]!
      let [first, last] = [from, to - 1]
      while (first > 0 && sign * acceleration[first - 1]! > hardEdge * hardest) first--
      while (last < times.length - 1 && sign * acceleration[last + 1]! > hardEdge * hardest) last++
      const [start, end] = [times[first]!, times[last]!]
      const [before, after] = [speed[Math.max(0, first - 1)]!, speed[Math.min(speed.length - 1, last + 1)]!]
      const change = sign * (after - before)
      if (!(Math.max(before, after) >= slowestBraking && change > leastChange)) return []
      if (!withinOneShot(facts.shots, start - 0.5, end + 0.5)) return []
      const value = hardest / STANDARD_GRAVITY
      return evidenceOf(
        {
          type,
          source: 'gps',
          start,
          end,
          core: times[peak]!,
          value,
          says: measured.changeOfSpeed({
            before: bare(speedOf(before * 3.6)),
            after: speedOf(after * 3.6),
            g: round(value, 3),
          }),
        },
        worthOfChange(change) * (type === 'hard_braking' && after < stopping.below ? stopping.counts : 1),
      )
    })
  return [...find('hard_braking', -1), ...find('acceleration', 1)]
}

/** A speed's strength by how far it stands out: full from 2.6 times the ride's median. */
const standingOut = (ratio: number) => Math.min(1, 0.8 + (0.2 * (ratio - fastRatio)) / 1.2)

/** Takes, joined where GPS continues across the change between them: one fast run stays one. */
function rides({ shots, telemetry }: RideFacts): Shot[] {
  const joined: Shot[] = []
  for (const shot of shots) {
    const last = joined.at(-1)
    if (last && telemetry && rideContinues(telemetry, shot.start)) last.end = shot.end
    else joined.push({ ...shot })
  }
  return joined
}

/**
 * Sections of speed that stand out from the ride and are fast by any measure; for one across a cut, the part
 * with its peak.
 */
function fastStretches(facts: RideFacts, descents: readonly Evidence[]): Evidence[] {
  const { state } = facts
  const { speed } = state
  if (!speed) return []
  const shots = rides(facts)
  const usual = median(pick(speed, i => state.moving[i] === 1))
  const downhill = (time: number) =>
    descents.some(({ start, end }) => time >= start && time <= end + descending.rollsOut)
  const least = (i: number) =>
    downhill(i / state.hz)
      ? Math.max(descending.least, descending.ratio * usual)
      : Math.max(fastFloor, fastRatio * usual)
  const fast = runsInShots(shots, state.hz, state.length, i => speed[i]! > least(i), state.hz, 1.5 * state.hz)
  return fast
    .flatMap(run => peaksIn(speed, run, run.shot, top => fastShare * top))
    .filter(({ from, to }) => to - from >= 1.5 * state.hz)
    .map(({ from, to, peak }) => {
      const core = peak / state.hz
      const shot = shotAt(facts.shots, core)
      return evidenceOf(
        {
          type: 'speed',
          source: 'gps',
          start: Math.max(shot.start, from / state.hz),
          end: Math.min(shot.end, to / state.hz),
          core,
          value: speed[peak]! * 3.6,
          says: measured.speed({ speed: speedOf(speed[peak]! * 3.6) }),
        },
        standingOut(speed[peak]! / usual),
      )
    })
}

/** Removes the rates from altitudes right after the receiver had lost its fix. */
function forgetUnsettled({ times }: Samples, rates: Float32Array): void {
  let settled = Number.NEGATIVE_INFINITY
  for (let i = 1; i < times.length; i++) {
    if (times[i]! - times[i - 1]! > lost.seconds) settled = times[i]! + lost.settles
    if (times[i]! < settled) rates[i] = Number.NaN
  }
}

/** Climb rate in m/s at the state's rate, computed shot by shot; null without heights, and in a time lapse. */
function climbRate({ telemetry, state, durationSeconds, shots }: RideFacts): Float32Array | null {
  const series = telemetry && positionSeries(telemetry)
  if (!series || isTimeLapse(telemetry)) return null
  const height = axisOf(series, 'altitude')
  const rates = new Float32Array(height.values.length)
  for (const shot of shots) {
    const part = partOf(height, shot)
    rates.set(movingMean(slope(movingMean(part, 2), 3), 1).values, indexAt(height.times, shot.start))
  }
  forgetUnsettled(height, rates)
  return resample({ times: height.times, values: rates }, state.hz, durationSeconds)
}

/** Steep climbs and descents from GPS altitude over distance. */
function slopes(facts: RideFacts): Evidence[] {
  const { state, shots } = facts
  const { speed } = state
  const rise = climbRate(facts)
  if (!rise || !speed) return []
  const grade = rise.map((meters, i) => {
    const v = speed[i]!
    // Below walking pace the receiver's own drift looks like a cliff.
    return v > 2 ? (100 * meters) / Math.sqrt(Math.max(v * v - meters * meters, 1)) : 0
  })
  const find = (type: 'climb' | 'descent', sign: 1 | -1) =>
    runsInShots(
      shots,
      state.hz,
      grade.length,
      i => sign * grade[i]! > steepGrade,
      state.hz,
      steepSeconds * state.hz,
    ).flatMap(({ from, to }) => {
      const start = from / state.hz
      const end = to / state.hz
      const value = Math.abs(median(grade.subarray(from, to)))
      const meters = Math.abs(
        rise.subarray(from, to).reduce((sum, v) => sum + (Number.isNaN(v) ? 0 : v) / state.hz, 0),
      )
      if (meters < 5 || value > impossibleGrade) return []
      return evidenceOf({
        type,
        source: 'gps',
        start,
        end,
        core:
          argMax(
            grade.map(v => sign * v),
            from,
            to,
          ) / state.hz,
        value,
        says: (sign > 0 ? measured.up : measured.down)({ height: heightOf(meters), grade: round(value, 1) }),
      })
    })
  return [...find('climb', 1), ...find('descent', -1)]
}

export function speedEvidence(facts: RideFacts): Evidence[] {
  const steep = slopes(facts)
  const descents = steep.filter(({ type }) => type === 'descent')
  return [...changesOfSpeed(facts), ...fastStretches(facts, descents), ...steep]
}
