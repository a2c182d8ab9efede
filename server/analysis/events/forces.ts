import { sentences as measured } from '#sentences/measured.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { STANDARD_GRAVITY } from '#telemetry/derive.ts'
import { levelHz } from '../attitude/level.ts'
import { type TravelMotion, travelMotion } from '../attitude/travel.ts'
import { withinOneShot } from '../cuts/index.ts'
import { argMax, type Run, round, runs } from '../math.ts'
import { knowsSpeed, stepsOf } from '../ride-state.ts'
import type { Evidence, LevelMotion, RideFacts } from '../types.ts'
import { evidenceOf } from './evidence.ts'
import { jumpEvidence } from './jumps.ts'
import { bendsOf, sharpPart, turningEvidence, underway } from './turning.ts'

/**
 * Braking, acceleration and sharp turns from the forces level with the ground, where GPS has no data. The
 * limits were chosen on half of a set of labeled drives; docs/evaluation.md, "Real sensor logs", has the
 * results for the other half.
 */
const limits = {
  /** m/s² */
  braking: 4.4,
  acceleration: 4.2,
  turn: 3.6,
  /** the forward direction is unknown, so either one needs as much as braking */
  either: 4.4,
}
/** Start and end are where this share of the limit is reached. */
const edge = 0.5
/** Minimum speed change of a vehicle, m/s: a hand or a jolt pushes as hard, but not as long. */
const leastChange = 3.5
/**
 * If the gyroscope lost track of a slope, "up" is wrong and a false push is measured: it lasts longer than a
 * brake, or looks like an acceleration harder than most vehicles have. These count for less. Seconds and
 * share.
 */
const doubtful = { seconds: 4, worth: 0.9 }
/** Seconds around a flight in which ramp and landing push as well. */
const jumpPushes = 1

/** Whether GPS has a speed nearby, in which case it is used instead of the sensors. */
function hasSpeed({ state }: RideFacts, start: number, end: number): boolean {
  if (!state.speed) return false
  const { from, to } = stepsOf(state, start - 1, end + 1)
  return state.speed.subarray(from, to).some(speed => !Number.isNaN(speed))
}

const sumOver = (values: Float32Array, { from, to }: Run) => {
  let sum = 0
  for (let i = from; i < to; i++) sum += (values[i] || 0) / levelHz
  return sum
}

/** Runs that reach a limit, extended to where half of it is reached. */
const pushes = (push: Float32Array, limit: number) =>
  runs(push.length, i => push[i]! > edge * limit, 2).flatMap(run => {
    const peak = argMax(push, run.from, run.to)
    return push[peak]! >= limit ? [{ ...run, peak }] : []
  })

interface Push {
  type: 'hard_braking' | 'acceleration'
  push: Float32Array
  /** the sideways push, if both are known */
  aside: Float32Array | null
  limit: number
  known: 0 | 1
  says: (found: { g: number; seconds: number }) => Sentence
}

function kinds({ forward, left, known }: TravelMotion): Push[] {
  const level = forward.map((value, i) => Math.hypot(value, left[i]!))
  const where = (values: Float32Array, wanted: 0 | 1) =>
    values.map((value, i) => (known[i] === wanted ? value : 0))
  return [
    {
      type: 'hard_braking',
      push: where(
        forward.map(value => -value),
        1,
      ),
      aside: left,
      limit: limits.braking,
      known: 1,
      says: measured.braking,
    },
    {
      type: 'acceleration',
      push: where(forward, 1),
      aside: left,
      limit: limits.acceleration,
      known: 1,
      says: measured.acceleration,
    },
    // If no bend has shown the forward direction, braking and acceleration are indistinguishable.
    {
      type: 'acceleration',
      push: where(level, 0),
      aside: null,
      limit: limits.either,
      known: 0,
      says: measured.eitherWay,
    },
  ]
}

/** Braking and acceleration, mostly straight ahead: a bend pushes sideways. */
function changesOfSpeed(travel: TravelMotion, yaw: Float32Array): Evidence[] {
  return kinds(travel).flatMap(({ type, push, aside, limit, says }) =>
    pushes(push, limit).flatMap(({ from, to, peak }) => {
      if (aside && Math.abs(aside[peak]!) > push[peak]!) return []
      if (Math.abs(yaw[peak]!) > underway && !aside) return []
      if (sumOver(push, { from, to }) < leastChange) return []
      const value = push[peak]! / STANDARD_GRAVITY
      const seconds = (to - from) / levelHz
      return evidenceOf(
        {
          type,
          source: 'imu',
          start: from / levelHz,
          end: to / levelHz,
          core: peak / levelHz,
          value,
          says: says({ g: round(value, 3), seconds: round(seconds, 3) }),
        },
        type === 'acceleration' || seconds > doubtful.seconds ? doubtful.worth : 1,
      )
    }),
  )
}

/** Bends in which the vehicle is pulled to the inside; a camera that only looks around is not. */
function turns({ left }: TravelMotion, yaw: Float32Array): Evidence[] {
  return bendsOf(yaw).flatMap(bend => {
    const part = sharpPart(yaw, bend)
    const inward = left.subarray(part.from, part.to).map(value => value * bend.side)
    const pull = inward[argMax(inward)]!
    if (!(pull >= limits.turn)) return []
    return evidenceOf({
      type: 'sharp_turn',
      source: 'imu',
      start: part.from / levelHz,
      end: part.to / levelHz,
      core: bend.peak / levelHz,
      value: bend.degrees,
      says: measured.turn({
        degrees: round(bend.degrees, 1),
        seconds: round((part.to - part.from) / levelHz, 3),
        speed: null,
        pull: round(pull / STANDARD_GRAVITY, 1),
      }),
    })
  })
}

/** Minimum share of the rotation about the vertical for calculating the speed. */
const upright = 0.5
/** m/s, the slowest turn accepted with GPS */
const slowest = 10 / 3.6

/**
 * Whether a turn is that of a moving vehicle, by the speed that its inward pull implies: a person who walks,
 * or turns the camera by hand, has none. True when the speed can't be calculated.
 */
function isTravel({ start, end }: Evidence, level: LevelMotion): boolean {
  const { yaw, rate, first, second } = level
  let [x, y, turned, all] = [0, 0, 0, 0]
  for (let i = Math.floor(start * levelHz); i < Math.min(yaw.length, Math.ceil(end * levelHz)); i++) {
    if (Number.isNaN(first[i]!) || Number.isNaN(yaw[i]!)) continue
    x += yaw[i]! * first[i]!
    y += yaw[i]! * second[i]!
    turned += yaw[i]! ** 2
    all += rate[i]! ** 2
  }
  return turned < upright * all || turned === 0 || Math.hypot(x, y) / turned >= slowest
}

/** Turns, and other forces level with the ground. The starts and ends of jumps push as well. */
export function forceEvidence(facts: RideFacts): Evidence[] {
  const { level, state, shots } = facts
  const found = turningEvidence(facts)
  if (!level || knowsSpeed(state)) return found
  const jumps = jumpEvidence(facts)
  const turning = found.filter(turn => hasSpeed(facts, turn.start, turn.end) || isTravel(turn, level))
  const travel = travelMotion(level)
  const felt = [...changesOfSpeed(travel, level.yaw), ...turns(travel, level.yaw)].filter(
    ({ type, start, end }) =>
      withinOneShot(shots, start, end) &&
      !hasSpeed(facts, start, end) &&
      !jumps.some(jump => start < jump.end + jumpPushes && end > jump.start - jumpPushes) &&
      !(type === 'sharp_turn' && turning.some(turn => start < turn.end && end > turn.start)),
  )
  return [...turning, ...felt]
}
