import { iou } from './match.ts'
import { median } from './statistics.ts'
import type { Found, Truth } from './types.ts'

/** A measure over the length of a video, `hz` values per second. */
export interface Curve {
  hz: number
  values: ArrayLike<number>
}

/**
 * What the baselines know and a real method doesn't: the number and length of the true highlights. They are
 * therefore stronger here than in practice.
 */
function oracle(truth: Truth): { count: number; length: number } {
  return {
    count: truth.events.length,
    length: median(truth.events.map(event => event.end - event.start)) ?? 4,
  }
}

const span = (start: number, length: number, score: number): Found => ({
  start,
  end: start + length,
  score,
  airtime: null,
})

/** Random highlights, from a generator of numbers in [0, 1). */
export function randomMoments(truth: Truth, random: () => number): Found[] {
  const { count, length } = oracle(truth)
  return Array.from({ length: count }, () =>
    span(random() * Math.max(0, truth.durationSeconds - length), length, random()),
  )
}

/** Highlights at equal distances. */
export function uniformMoments(truth: Truth): Found[] {
  const { count, length } = oracle(truth)
  return Array.from({ length: count }, (_, index) => {
    const middle = ((index + 0.5) * truth.durationSeconds) / count
    return span(Math.max(0, middle - length / 2), length, 1 - index / count)
  })
}

/** The windows with the highest mean of a curve (loudness, frame difference), without overlap. */
export function topMoments(truth: Truth, curve: Curve): Found[] {
  const { count, length } = oracle(truth)
  const width = Math.max(1, Math.round(length * curve.hz))
  const windows: Found[] = []
  let sum = 0
  for (let at = 0; at < curve.values.length; at++) {
    sum += curve.values[at]!
    if (at >= width) sum -= curve.values[at - width]!
    if (at >= width - 1) windows.push(span((at - width + 1) / curve.hz, length, sum / width))
  }
  const chosen: Found[] = []
  for (const window of windows.sort((a, b) => b.score - a.score)) {
    if (chosen.length === count) break
    if (chosen.every(other => iou(window, other) === 0)) chosen.push(window)
  }
  return chosen
}
