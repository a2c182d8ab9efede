import { iou } from './match.ts'
import { median } from './statistics.ts'
import type { Found, Truth } from './types.ts'

/** A measure over the length of a video, `hz` values a second. */
export interface Curve {
  hz: number
  values: ArrayLike<number>
}

/**
 * What the baselines are told and a real method is not: how many moments there are, and how long they are. They
 * are therefore stronger here than in life.
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

/** Moments at chance, from a generator of numbers in [0, 1). */
export function randomMoments(truth: Truth, random: () => number): Found[] {
  const { count, length } = oracle(truth)
  return Array.from({ length: count }, () =>
    span(random() * Math.max(0, truth.durationSeconds - length), length, random()),
  )
}

/** Moments at equal distances. */
export function uniformMoments(truth: Truth): Found[] {
  const { count, length } = oracle(truth)
  return Array.from({ length: count }, (_, index) => {
    const middle = ((index + 0.5) * truth.durationSeconds) / count
    return span(Math.max(0, middle - length / 2), length, 1 - index / count)
  })
}

/** The windows of the highest mean of a curve (loudness, difference of frames), free of overlap. */
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
