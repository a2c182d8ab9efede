import { sentences as measured } from '#sentences/measured.ts'
import { runsInShots, withinOneShot } from '../../cuts/index.ts'
import { argMax, clamp, median, pick, quantile, round } from '../../math.ts'
import { strengthBy } from '../../products/anchors.ts'
import { movesAround, movesAt } from '../../ride-state.ts'
import type { Evidence, RideFacts, SeenRide, Signals } from '../../types.ts'
import { evidenceOf, halfBy } from '../evidence.ts'
import { blurIn, diveIn, louderThanUsual, parallaxIn } from './around.ts'
import { type Candidate, likelyOnes } from './likelihood.ts'
import { leastApproach, seenBetween } from './seen-ride.ts'

/**
 * Frame widths per second at which a turn may be sharp, the share of its rate at which it starts and ends, and frame
 * widths that it turns in all. A width is 70° to 120°.
 */
const swing = { rate: 0.15, top: 0.6, edge: 0.6, least: 0.2, shortest: 0.8, longest: 12, gap: 0.3 }

/** A turn in frames: from its first to after its last. */
interface Turn {
  first: number
  last: number
  peak: number
  /** frame widths per second */
  rate: number
}

function turnsTo(side: 1 | -1, seen: SeenRide, shots: RideFacts['shots']): Turn[] {
  const { hz } = seen
  const level = seen.turn.map(value => (Number.isNaN(value) ? 0 : side * value))
  const skip = Math.round(0.1 * hz)
  return runsInShots(
    shots,
    hz,
    seen.length,
    i => level[i]! >= swing.rate,
    Math.round(swing.gap * hz),
    Math.round(swing.shortest * hz * swing.edge),
  ).map(({ from, to, shot }) => {
    const peak = argMax(level, from, to)
    const rate = Math.max(swing.rate, quantile(level.subarray(from, to), swing.top))
    const turns = (i: number, on: number) => Math.max(level[i]!, level[on] ?? 0) >= swing.edge * rate
    let [first, last] = [peak, peak + 1]
    while (first > shot.from && turns(first - 1, first - skip)) first--
    while (last < shot.to && turns(last, last + skip)) last++
    return { first, last, peak, rate }
  })
}

/**
 * Signs of a sharp turn of the vehicle. It goes far, is faster than this ride's other turns, keeps the scenery from
 * approaching, and blurs the picture. A look to the side does none of these for long, and what is near moves against
 * what is far only where the camera also travels.
 */
function signsOf(
  { first, last, rate }: Turn,
  widths: number,
  usualRate: number,
  seen: SeenRide,
  signals: Signals,
) {
  const between = (values: Float32Array) => seenBetween(seen, values, first / seen.hz, last / seen.hz)
  return {
    widths: Math.log(clamp(widths, swing.least, 2)),
    rate: Math.log(clamp(rate / usualRate, 0.3, 3)),
    approach: clamp(median(between(seen.approach)) / seen.usualApproach, -0.5, 1.5),
    blur: blurIn(seen, signals, first / seen.hz, last / seen.hz),
    parallax: parallaxIn(signals, first / seen.hz, last / seen.hz),
    dive: diveIn(seen, first / seen.hz, last / seen.hz),
  }
}

/** Turns that may be sharp, for rides whose turns no gyroscope measured. */
export function possibleSwings({ seen, signals, state, shots, telemetry }: RideFacts): Candidate[] {
  if (!seen || telemetry?.series.has('GYRO') || !(seen.usualApproach >= leastApproach)) return []
  const { hz } = seen
  const riding = (i: number) => movesAt(state, i / hz)
  const usualRate = quantile(pick(seen.turn.map(Math.abs), riding), 0.95)
  return ([1, -1] as const).flatMap(side =>
    turnsTo(side, seen, shots).flatMap(turn => {
      const [start, end] = [turn.first / hz, turn.last / hz]
      let widths = 0
      for (const rate of seen.turn.subarray(turn.first, turn.last))
        if (!Number.isNaN(rate)) widths += (side * rate) / hz
      if (widths < swing.least || end - start < swing.shortest || end - start > swing.longest) return []
      if (!withinOneShot(shots, start, end) || !movesAround(state, start, end)) return []
      const signs = signsOf(turn, widths, usualRate, seen, signals)
      return { start, end, core: turn.peak / hz, value: widths, signs }
    }),
  )
}

/** Sharp turns, as the picture shows them. A fast turn pulls harder, and wheels and wind say how fast it is. */
export const swingEvidence = (facts: RideFacts): Evidence[] =>
  likelyOnes(possibleSwings(facts), 'swing').map(({ start, end, core, value, trust }) => {
    const turn = evidenceOf(
      {
        ...{ type: 'swing', source: 'picture', start, end, core, value },
        says: measured.swing({ widths: round(value, 3), seconds: round(end - start, 3) }),
      },
      trust,
    )
    const louder = louderThanUsual(facts.heard, 'rush', start, end)
    return louder === null ? turn : halfBy(turn, trust * strengthBy('turnNoise', louder))
  })
