import type { MusicBeats } from '#contract/reels/music.ts'

/** Values of an onset curve a second. */
export const onsetRate = 200
/** No reel plays more of its music than this, seconds. */
export const beatSeconds = 75
const shortest = 8
const tempos = { slowest: 70, fastest: 180, usual: 120 }

/** How far onsets stand out from their surroundings, 0.2 s to either side; the root, so that soft strokes count too. */
function standingOut(onsets: Float32Array): Float32Array {
  const reach = Math.round(0.2 * onsetRate)
  const sums = new Float64Array(onsets.length + 1)
  for (let i = 0; i < onsets.length; i++) sums[i + 1] = sums[i]! + onsets[i]!
  return onsets.map((value, i) => {
    const [from, to] = [Math.max(0, i - reach), Math.min(onsets.length, i + reach + 1)]
    return Math.sqrt(Math.max(0, value - (sums[to]! - sums[from]!) / (to - from)))
  })
}

/** How usual a tempo is, up to 1: it decides between a tempo, its half and its double. */
const usual = (lag: number) => Math.exp(-0.5 * (Math.log2((60 * onsetRate) / lag / tempos.usual) / 0.9) ** 2)

/** The lags at which a curve resembles itself most. */
function likelyLags(curve: Float32Array): number[] {
  const alike = (lag: number) => {
    let sum = 0
    for (let i = 0; i + lag < curve.length; i++) sum += curve[i]! * curve[i + lag]!
    return sum / (curve.length - lag)
  }
  const from = Math.floor((60 / tempos.fastest) * onsetRate)
  const to = Math.ceil((60 / tempos.slowest) * onsetRate)
  const scores = Array.from(
    { length: to - from + 1 },
    (_, i) => alike(from + i) + 0.5 * alike(2 * (from + i)),
  )
  return scores
    .map((score, i) => ({ lag: from + i, score: score * usual(from + i) }))
    .filter(
      ({ score }, i) => score > 0 && scores[i]! >= (scores[i - 1] ?? 0) && scores[i]! >= (scores[i + 1] ?? 0),
    )
    .sort((a, b) => b.score - a.score)
    .slice(0, 5)
    .map(({ lag }) => lag)
}

interface Comb {
  period: number
  phase: number
  /** mean of the curve at its teeth */
  mean: number
}

/** The mean of a curve at evenly spaced places, each with its neighbors, between two of its values. */
function meanAt(
  curve: Float32Array,
  { period, phase }: Omit<Comb, 'mean'>,
  from: number,
  to: number,
): number {
  let sum = 0
  let teeth = 0
  for (let at = phase + Math.ceil((from - phase) / period) * period; at < to - 2; at += period) {
    const i = Math.round(at)
    if (i < 1) continue
    sum += curve[i]! + 0.5 * (curve[i - 1]! + curve[i + 1]!)
    teeth++
  }
  return teeth ? sum / teeth : 0
}

function bestPhase(curve: Float32Array, period: number, from = 0, to = curve.length): Comb {
  let best: Comb = { period, phase: 0, mean: 0 }
  for (let phase = 0; phase < period; phase++) {
    const mean = meanAt(curve, { period, phase }, from, to)
    if (mean > best.mean) best = { period, phase, mean }
  }
  return best
}

/** The best comb with a period in a range. */
function bestComb(curve: Float32Array, range: { from: number; to: number; step: number }): Comb {
  let best: Comb = { period: range.from, phase: 0, mean: 0 }
  for (let period = range.from; period <= range.to; period += range.step) {
    const comb = bestPhase(curve, period)
    if (comb.mean > best.mean) best = comb
  }
  return best
}

/** The comb that fits a curve best: first roughly for each likely lag, then so that its last tooth fits too. */
function combOf(curve: Float32Array): Comb | null {
  const rough = (lag: number) => (3 * lag) / curve.length
  const [best] = likelyLags(curve)
    .map(lag => bestComb(curve, { from: lag - 1.5, to: lag + 1.5, step: rough(lag) }))
    .sort((a, b) => b.mean * usual(b.period) - a.mean * usual(a.period))
  if (!best) return null
  const step = rough(best.period)
  return bestComb(curve, { from: best.period - step, to: best.period + step, step: step / 12 })
}

/** How far strokes must stand above what lies between them, and how near the best place of each third they must be. */
const clear = { above: 6, asBest: 0.75 }

/** Whether a beat holds in each third by itself: there it fits as well as any other, and its strokes stand out. */
function isSteady(curve: Float32Array, comb: Comb): boolean {
  const third = Math.floor(curve.length / 3)
  return [0, 1, 2].every(part => {
    const [from, to] = [part * third, (part + 1) * third]
    let sum = 0
    for (let i = from; i < to; i++) sum += curve[i]!
    const here = meanAt(curve, comb, from, to)
    return (
      here > clear.above * (sum / third) && here > clear.asBest * bestPhase(curve, comb.period, from, to).mean
    )
  })
}

/**
 * The beat of music: one tempo from beginning to end, found by how its onsets repeat.
 * @param onsets how much the sound rises, onsetRate values a second
 * @returns null where no beat is clear and steady
 */
export function beatsOf(onsets: Float32Array): MusicBeats | null {
  if (onsets.length < shortest * onsetRate) return null
  const curve = standingOut(onsets)
  const comb = combOf(curve)
  if (!comb || !isSteady(curve, comb)) return null
  return {
    bpm: Math.round(((60 * onsetRate) / comb.period) * 1000) / 1000,
    // The middle of the value in which the stroke begins.
    first: Math.round(((comb.phase + 0.5) / onsetRate) * 1000) / 1000,
  }
}
