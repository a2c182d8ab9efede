import type { Evidence } from '#contract/analysis.ts'
import { withinOneShot } from '../cuts.ts'
import { argMax, round, runs } from '../math.ts'
import { movesAround, speedBetween } from '../ride-state.ts'
import { accelerationInG, indexAt, movingMean, type Samples } from '../telemetry/derive.ts'
import type { RideFacts } from '../types.ts'
import { evidenceOf } from './evidence.ts'

/** A stretch of free fall that ends in a landing. Seconds and g. */
export interface Flight {
  takeOff: number
  landing: number
  peakG: number
}

/** Felt acceleration in free fall is near 0 g; a mean of 60 ms under 0.45 g is no bump of the ground. */
const falling = 0.45
const smoothing = 0.06
const shortest = 0.25
/** A landing must press with this much within this time, else it was a dip, not a flight. */
const landingG = 1.6
const landingWithin = 0.4
/** Edges are sought this far around the coarse ones. */
const edgeReach = 0.15

/**
 * The place between `from` and `to` that splits the samples into two levels best (least squares): the moment at
 * which the wheels leave or touch the ground, free of the delay of any smoothing.
 */
function splitAt({ times, values }: Samples, from: number, to: number): number {
  const first = indexAt(times, from)
  const last = indexAt(times, to)
  let total = 0
  for (let i = first; i < last; i++) total += values[i]!
  let best = -1
  let at = (from + to) / 2
  let left = 0
  for (let i = first + 1; i < last; i++) {
    left += values[i - 1]!
    const n = i - first
    const m = last - i
    const gap = left / n - (total - left) / m
    const gain = (gap * gap * n * m) / (n + m)
    if (gain > best) {
      best = gain
      at = (times[i - 1]! + times[i]!) / 2
    }
  }
  return at
}

/** Flights in felt acceleration (g). */
export function findFlights(felt: Samples): Flight[] {
  const { times } = felt
  const count = times.length
  if (count < 8) return []
  const step = (times[count - 1]! - times[0]!) / (count - 1)
  const mean = movingMean(felt, smoothing).values
  const sharp = movingMean(felt, 0.02)
  const found = runs(count, i => mean[i]! < falling, Math.round(0.06 / step), Math.round(shortest / step))
  return found.flatMap(({ from, to }) => {
    const end = times[to - 1]!
    const until = indexAt(times, end + landingWithin)
    const peak = argMax(sharp.values, to - 1, Math.max(to, until))
    if (!(sharp.values[peak]! >= landingG)) return []
    const takeOff = splitAt(felt, times[from]! - edgeReach, times[from]! + edgeReach)
    const landing = splitAt(felt, end - edgeReach, Math.min(end + edgeReach, times[peak]! + 0.02))
    return landing - takeOff >= shortest ? [{ takeOff, landing, peakG: sharp.values[peak]! }] : []
  })
}

/** Jumps and their landings, for a vehicle that moves before and after. */
export function jumpEvidence(facts: RideFacts): Evidence[] {
  const accl = facts.telemetry?.series.get('ACCL')
  if (!accl) return []
  return findFlights(accelerationInG(accl)).flatMap(({ takeOff, landing, peakG }) => {
    if (!withinOneShot(facts.shots, takeOff - 0.2, landing + 0.2)) return []
    if (!movesAround(facts.state, takeOff, landing)) return []
    const airtime = landing - takeOff
    const speed = speedBetween(facts.state, takeOff - 0.6, takeOff)
    const at = speed === null ? '' : `, ${Math.round(speed)} km/h at take-off`
    return [
      evidenceOf({
        type: 'jump',
        source: 'imu',
        start: takeOff,
        end: landing,
        core: landing,
        value: airtime,
        text: `${round(airtime, 1).toFixed(1)} s of airtime${at}`,
      }),
      evidenceOf({
        type: 'hard_landing',
        source: 'imu',
        start: landing,
        end: landing + 0.4,
        core: landing,
        value: peakG,
        text: `landing at ${peakG.toFixed(1)} g`,
      }),
    ]
  })
}
