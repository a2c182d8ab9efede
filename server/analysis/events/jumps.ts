import { sentences as measured } from '#sentences/measured.ts'
import { indexAt, movingMean } from '#telemetry/derive.ts'
import { withinOneShot } from '../cuts/index.ts'
import { argMax, argMin, remembered, round, runs } from '../math.ts'
import { speedOf } from '../quantities.ts'
import { movesAround, speedBetween } from '../ride-state.ts'
import { stepOf } from '../sensors.ts'
import type { Evidence, RideFacts, Samples } from '../types.ts'
import { evidenceOf } from './evidence.ts'

/** A period of free fall that ends in a landing. Seconds and g. */
export interface Flight {
  takeOff: number
  landing: number
  peakG: number
}

/** Specific force in free fall is near 0 g; a 60 ms mean below 0.45 g isn't a bump in the ground. */
const falling = 0.45
const smoothing = 0.06
const shortest = 0.25
/** A landing must press with this much within this time, otherwise it was a dip, not a flight. */
const landingG = 1.6
const landingWithin = 0.4
/**
 * Halfway between free fall and standing on the ground: where a 20 ms mean crosses it, the wheels leave or
 * touch.
 */
const edgeG = 0.55

/**
 * The time at which `level` crosses edgeG when searching from index `from` in steps of `way`, between the two
 * samples.
 */
function edgeFrom(times: Float64Array, level: Float32Array, from: number, way: 1 | -1): number {
  let i = from
  while (i + way >= 0 && i + way < level.length && level[i + way]! < edgeG) i += way
  const next = Math.min(level.length - 1, Math.max(0, i + way))
  const rise = level[next]! - level[i]!
  const share = rise > 0 ? Math.min(1, Math.max(0, (edgeG - level[i]!) / rise)) : 0
  return times[i]! + share * (times[next]! - times[i]!)
}

/** Every flight ends with an impact, so its landing says less than a hit without a flight. */
const expected = 0.85

/** Flights in specific force (g). */
export function findFlights(felt: Samples): Flight[] {
  const { times } = felt
  const count = times.length
  if (count < 8) return []
  const step = stepOf(times)
  const mean = movingMean(felt, smoothing).values
  const sharp = movingMean(felt, 0.02)
  const found = runs(count, i => mean[i]! < falling, Math.round(0.06 / step), Math.round(shortest / step))
  return found.flatMap(({ from, to }) => {
    const end = times[to - 1]!
    const until = indexAt(times, end + landingWithin)
    const peak = argMax(sharp.values, to - 1, Math.max(to, until))
    if (!(sharp.values[peak]! >= landingG)) return []
    const lowest = argMin(sharp.values, from, to)
    const takeOff = edgeFrom(times, sharp.values, lowest, -1)
    const landing = edgeFrom(times, sharp.values, lowest, 1)
    return landing - takeOff >= shortest ? [{ takeOff, landing, peakG: sharp.values[peak]! }] : []
  })
}

/** Jumps and their landings, for a vehicle that moves before and after. */
export const jumpEvidence = remembered((facts: RideFacts): Evidence[] => {
  if (!facts.felt) return []
  return findFlights(facts.felt).flatMap(({ takeOff, landing, peakG }) => {
    if (!withinOneShot(facts.shots, takeOff - 0.2, landing + 0.2)) return []
    if (!movesAround(facts.state, takeOff, landing)) return []
    const airtime = landing - takeOff
    const speed = speedBetween(facts.state, takeOff - 0.6, takeOff)
    return [
      evidenceOf({
        type: 'jump',
        source: 'imu',
        start: takeOff,
        end: landing,
        core: landing,
        value: airtime,
        says: measured.airtime({ seconds: round(airtime, 1), speed: speed === null ? null : speedOf(speed) }),
      }),
      evidenceOf(
        {
          type: 'hard_landing',
          source: 'imu',
          start: landing,
          end: landing + 0.4,
          core: landing,
          value: peakG,
          says: measured.landing({ g: round(peakG, 3) }),
        },
        expected,
      ),
    ]
  })
})
