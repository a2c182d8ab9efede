import { landingSigns } from '#server/analysis/events/seen/landing-signs.ts'
import {
  likelihoodsOf,
  meanAirtime,
  possibleTakeoffs,
  type Takeoff,
  type TakeoffWeights,
  takeoffSigns,
} from '#server/analysis/events/seen/takeoffs.ts'
import { mean, median, round } from '#server/analysis/math.ts'
import type { RideFacts } from '#server/analysis/types.ts'
import type { Truth } from '../types.ts'
import { spreadOf } from './logistic.ts'

/** A true jump whose landing is seen or heard, with all its possible takeoffs. */
export interface Flight {
  /** the film it is from */
  group: string
  /** true airtime, seconds */
  airtime: number
  takeoffs: Takeoff[]
}

/** Seconds from a true landing to the jolt that is it. */
const sameLanding = 0.35
/** Seconds within which a takeoff is about as right as the true one. */
const tolerance = 0.08
/** Strength of the normal prior around zero on standardized weights. */
const ridge = 0.5
const steps = 500
const rate = 2

/** The jumps of a film, each once with the sound and once without. */
export function flightsOf(group: string, { seen, heard }: RideFacts, truth: Truth): Flight[] {
  if (!seen) return []
  const jumps = truth.events.filter(({ type }) => type === 'jump')
  return (heard ? [heard, null] : [null]).flatMap(levels => {
    const landings = landingSigns(seen, levels).map(({ core }) => core)
    return jumps.flatMap(({ core, value }) => {
      const nearest = landings.toSorted((a, b) => Math.abs(a - core!) - Math.abs(b - core!))[0]
      if (nearest === undefined || Math.abs(nearest - core!) > sameLanding) return []
      return { group, airtime: value!, takeoffs: possibleTakeoffs(seen, levels, nearest) }
    })
  })
}

/** How right each takeoff is: a normal distribution around the true one. */
function targetsOf({ airtime, takeoffs }: Flight): number[] {
  const within = Math.max(airtime, takeoffs[0]!.airtime)
  const parts = takeoffs.map(one => Math.exp(-0.5 * ((one.airtime - within) / tolerance) ** 2))
  const sum = parts.reduce((total, part) => total + part, 0)
  return parts.map(part => part / sum)
}

/** Ridge conditional logit by gradient descent on standardized signs; the same flights give the same weights. */
export function fitTakeoffs(flights: readonly Flight[]): TakeoffWeights {
  const weights = Object.fromEntries(takeoffSigns.map(sign => [sign, 0])) as TakeoffWeights
  if (flights.length === 0) return weights
  const deviations = takeoffSigns.map(
    sign => spreadOf(flights.flatMap(({ takeoffs }) => takeoffs.map(({ signs }) => signs[sign]))).deviation,
  )
  const targets = flights.map(targetsOf)
  for (let step = 0; step < steps; step++) {
    // On the standardized scale the prior pulls each weight by itself, and signs count in deviations.
    const slopes = takeoffSigns.map((sign, k) => ridge * weights[sign] * deviations[k]!)
    for (const [i, { takeoffs }] of flights.entries()) {
      const likely = likelihoodsOf(takeoffs, weights)
      for (const [j, { signs }] of takeoffs.entries()) {
        const excess = likely[j]! - targets[i]![j]!
        takeoffSigns.forEach((sign, k) => {
          slopes[k]! += (excess * signs[sign]) / deviations[k]!
        })
      }
    }
    takeoffSigns.forEach((sign, k) => {
      weights[sign] -= (rate * slopes[k]!) / flights.length / deviations[k]!
    })
  }
  return Object.fromEntries(takeoffSigns.map(sign => [sign, round(weights[sign], 3)])) as TakeoffWeights
}

/** A line that says how far the airtimes are off, each film judged by weights from all the others. */
export function takeoffLine(flights: readonly Flight[]): string {
  if (flights.length === 0) return 'There are no flights to learn from.'
  const errors = [...new Set(flights.map(({ group }) => group))].flatMap(group => {
    const weights = fitTakeoffs(flights.filter(flight => flight.group !== group))
    return flights
      .filter(flight => flight.group === group)
      .map(({ airtime, takeoffs }) => Math.abs(meanAirtime(takeoffs, weights) - airtime))
  })
  const [middle, all] = [median(errors), mean(errors)].map(error => error.toFixed(2))
  return `Airtimes of ${flights.length} flights are off by ${middle} s (median) and ${all} s (mean).`
}
