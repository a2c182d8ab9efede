import { sentences as measured } from '#sentences/measured.ts'
import { STANDARD_GRAVITY } from '#telemetry/derive.ts'
import { levelHz } from '../attitude/level.ts'
import { withinOneShot } from '../cuts/index.ts'
import { argMax, inDegrees, type Run, round, runs, smooth } from '../math.ts'
import { strengthBy } from '../products/anchors.ts'
import { speedOf } from '../quantities.ts'
import { movesAround, speedBetween } from '../ride-state.ts'
import { integral, smoothedLength, stepOf } from '../sensors.ts'
import type { Evidence, LevelMotion, RideFacts } from '../types.ts'
import { evidenceOf, halfBy } from './evidence.ts'

/** rad/s about the vertical from which a vehicle is turning, for the angle of a turn. */
export const underway = 0.2
/**
 * A turn is sharp if it is this tight, in rad/s, or if its speed makes this much sideways force of it, in g: a fast bend
 * is wide.
 */
const sharp = { rate: 0.7, pull: 0.36 }
/** A turn is shown where it is tighter than this share of its peak, and it lasts this many seconds there. */
const edge = { share: 0.6, shortest: 1 }
/** Seconds over which the tightest part of a turn is measured; a shorter glance into the bend evens out. */
const tightPart = 1.2
const smallestTurn = 40
const slowestKmh = 10
/** g, the least sideways force that is mentioned */
const leastPull = 0.3
/**
 * A turning vehicle is pulled to the inside: at least this share of the force that its speed implies, from this force
 * on. Otherwise the head, the arm or the handlebar turned.
 */
const felt = { from: 0.2, share: 0.45 }
/** A rotation is about any axis, at this many rad/s, and this many degrees. */
const rotation = { rate: 0.7, least: 270 }

/** A stretch that turns to one side, in steps of `levelHz`. */
interface Bend extends Run {
  /** 1 to the left, -1 to the right */
  side: 1 | -1
  peak: number
  degrees: number
}

/** Where a vehicle turns to the left or to the right by at least 40°. */
export function bendsOf(yaw: Float32Array): Bend[] {
  return ([1, -1] as const).flatMap(side =>
    runs(yaw.length, i => side * yaw[i]! > underway, Math.round(0.2 * levelHz)).flatMap(run => {
      const turned = yaw.subarray(run.from, run.to).map(rate => side * rate)
      const degrees = inDegrees(turned.reduce((sum, rate) => sum + (rate || 0) / levelHz, 0))
      return degrees < smallestTurn ? [] : [{ ...run, side, degrees, peak: run.from + argMax(turned) }]
    }),
  )
}

/** The part of a bend that is nearly as tight as its peak. */
export function sharpPart(yaw: Float32Array, { from, to, side, peak }: Bend): Run {
  const least = edge.share * side * yaw[peak]!
  let [first, last] = [peak, peak + 1]
  while (first > from && side * yaw[first - 1]! > least) first--
  while (last < to && side * yaw[last]! > least) last++
  return { from: first, to: last }
}

/** The force towards the inside of a bend that the motion sensor measured, in g. */
function pullMeasured({ first, second }: LevelMotion, from: number, to: number): number {
  let [x, y, count] = [0, 0, 0]
  for (let i = Math.max(0, from); i < Math.min(first.length, to); i++) {
    if (Number.isNaN(first[i]!)) continue
    x += first[i]!
    y += second[i]!
    count++
  }
  return count > 0 ? Math.hypot(x, y) / count / STANDARD_GRAVITY : Number.NaN
}

/** Turns of the vehicle to one side, by its turn rate about the vertical. */
function sharpTurns(facts: RideFacts, level: LevelMotion): Evidence[] {
  const { yaw } = level
  const width = Math.round(tightPart * levelHz)
  const steady = smooth(yaw, width)
  return bendsOf(yaw).flatMap(bend => {
    const part = sharpPart(yaw, bend)
    const [start, end] = [part.from / levelHz, part.to / levelHz]
    if (end - start < edge.shortest) return []
    if (!withinOneShot(facts.shots, start, end) || !movesAround(facts.state, start, end)) return []
    const speed = speedBetween(facts.state, start, end)
    if (speed !== null && speed < slowestKmh) return []
    const tightest = part.from + argMax(steady.subarray(part.from, part.to).map(rate => bend.side * rate))
    const [from, to] = [tightest - (width >> 1), tightest + (width >> 1) + 1]
    const fast = speedBetween(facts.state, from / levelHz, to / levelHz) ?? speed
    const pull = fast === null ? null : (Math.abs(steady[tightest]!) * fast) / 3.6 / STANDARD_GRAVITY
    if (bend.side * yaw[bend.peak]! < sharp.rate && (pull === null || pull < sharp.pull)) return []
    if (pull !== null && pull >= felt.from && pullMeasured(level, from, to) < felt.share * pull) return []
    const turn = evidenceOf({
      type: 'sharp_turn',
      source: 'imu',
      start,
      end,
      core: bend.peak / levelHz,
      value: bend.degrees,
      says: measured.turn({
        degrees: round(bend.degrees, 1),
        seconds: round(end - start, 3),
        speed: speed === null ? null : speedOf(speed),
        pull: pull === null || pull < leastPull ? null : round(pull, 3),
      }),
    })
    return pull === null ? turn : halfBy(turn, strengthBy('pull', pull))
  })
}

/** Rotations of more than 270° about any axis. Each axis is smoothed first, so that shaking doesn't add up to a turn. */
function rotations(facts: RideFacts): Evidence[] {
  const gyro = facts.telemetry?.series.get('GYRO')
  if (!gyro || gyro.times.length < 8) return []
  const { times } = gyro
  const rate = smoothedLength(gyro, 0.4)
  const step = stepOf(times)
  return runs(rate.length, i => rate[i]! > rotation.rate, Math.round(0.3 / step)).flatMap(({ from, to }) => {
    const [start, end] = [times[from]!, times[to - 1]!]
    if (!withinOneShot(facts.shots, start, end) || !movesAround(facts.state, start, end)) return []
    const degrees = inDegrees(Math.hypot(...integral(gyro, from, to)))
    const speed = speedBetween(facts.state, start, end)
    if (degrees < rotation.least || (speed !== null && speed < slowestKmh)) return []
    return evidenceOf({
      type: 'rotation',
      source: 'imu',
      start,
      end,
      core: times[argMax(rate, from, to)]!,
      value: degrees,
      says: measured.rotation({
        degrees: round(degrees, 1),
        seconds: round(end - start, 3),
        speed: speed === null ? null : speedOf(speed),
      }),
    })
  })
}

/** Turns of the vehicle: sharp corners, and rotations of more than 270°. */
export function turningEvidence(facts: RideFacts): Evidence[] {
  const whole = rotations(facts)
  if (!facts.level) return whole
  const turns = sharpTurns(facts, facts.level).filter(
    turn => !whole.some(other => turn.start < other.end && turn.end > other.start),
  )
  return [...whole, ...turns]
}
