import type { Evidence } from '#contract/analysis.ts'
import { indexAt, STANDARD_GRAVITY } from '#telemetry/derive.ts'
import { withinOneShot } from '../cuts/index.ts'
import { argMax, median, round, runs } from '../math.ts'
import { strengthBy } from '../products/also-measured.ts'
import { movesAround, speedBetween } from '../ride-state.ts'
import { integral, smoothedLength, stepOf } from '../sensors.ts'
import { measured, speedOf } from '../sentences/measured.ts'
import type { RideFacts } from '../types.ts'
import { evidenceOf, halfBy } from './evidence.ts'

/** rad/s: where a turn is sharp, and where it starts and ends for its angle. */
const turning = 0.7
const underway = 0.2
const shortest = 0.6
/** Seconds over which the tightest part of a turn is measured; a shorter glance into the bend evens out. */
const tightPart = 1.2
const smallestTurn = 40
const fullRotation = 270
const slowestKmh = 10
/** g, the least sideways force that is mentioned */
const leastPull = 0.3
/**
 * A turning vehicle is pulled sideways, which adds to gravity: at least this share of the expected force.
 * Otherwise the head, the arm or the handlebar turned.
 */
const felt = { from: 0.5, share: 0.4 }

/** Whether the motion sensor measured the force of a vehicle's turn; a turn of the head causes none. */
function pulls({ felt: samples }: RideFacts, start: number, end: number, pull: number): boolean {
  if (!samples || pull < felt.from) return true
  const { times, values } = samples
  const strength = median(values.subarray(indexAt(times, start), indexAt(times, end)))
  const must = Math.hypot(1, pull) - 1
  return Number.isNaN(strength) || strength - 1 >= felt.share * must
}

/**
 * Turns of the vehicle: sharp corners, and rotations of more than 270°. Each axis is smoothed before
 * computing the magnitude, so that shaking doesn't add up to a turn.
 */
export function turningEvidence(facts: RideFacts): Evidence[] {
  const gyro = facts.telemetry?.series.get('GYRO')
  if (!gyro || gyro.times.length < 8) return []
  const { times } = gyro
  const rate = smoothedLength(gyro, 0.4)
  const steady = smoothedLength(gyro, tightPart)
  const step = stepOf(times)
  const found = runs(
    rate.length,
    i => rate[i]! > turning,
    Math.round(0.3 / step),
    Math.round(shortest / step),
  )
  return found.flatMap(({ from, to }) => {
    const start = times[from]!
    const end = times[to - 1]!
    if (!withinOneShot(facts.shots, start, end) || !movesAround(facts.state, start, end)) return []
    let [first, last] = [from, to]
    while (first > 0 && rate[first - 1]! > underway) first--
    while (last < rate.length && rate[last]! > underway) last++
    const degrees = (Math.hypot(...integral(gyro, first, last)) * 180) / Math.PI
    const speed = speedBetween(facts.state, start, end)
    if (degrees < smallestTurn || (speed !== null && speed < slowestKmh)) return []
    const sharpest = argMax(rate, from, to)
    const isRotation = degrees >= fullRotation
    const tightest = argMax(steady, from, to)
    const tight = [times[tightest]! - tightPart / 2, times[tightest]! + tightPart / 2] as const
    const fast = speedBetween(facts.state, ...tight) ?? speed
    const pull = fast === null || isRotation ? null : (steady[tightest]! * fast) / 3.6 / STANDARD_GRAVITY
    if (pull !== null && !pulls(facts, ...tight, pull)) return []
    const fact = {
      degrees: round(degrees, 1),
      seconds: round(end - start, 3),
      speed: speed === null ? null : speedOf(speed),
    }
    const turn = evidenceOf({
      type: isRotation ? 'rotation' : 'sharp_turn',
      source: 'imu',
      start,
      end,
      core: times[sharpest]!,
      value: degrees,
      says: isRotation
        ? measured.rotation(fact)
        : measured.turn({ ...fact, pull: pull === null || pull < leastPull ? null : round(pull, 3) }),
    })
    return pull === null ? turn : halfBy(turn, strengthBy('pull', pull))
  })
}
