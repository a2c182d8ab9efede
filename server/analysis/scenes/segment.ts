import type { Run } from '../math.ts'

/** Consecutive steps with one label. */
export interface Segment extends Run {
  label: number
}

/**
 * The labeling with the highest sum of scores when each change of label costs `change` (Viterbi's algorithm):
 * a label must win by that much in total before it takes over, so that brief uncertainty doesn't split a
 * scene.
 * @param scores `labels` numbers per step, step after step
 * @param free whether a change into this step costs nothing, as at a cut; a new segment always starts there
 */
export function segment(
  scores: Float32Array,
  labels: number,
  change: number,
  free: (step: number) => boolean,
): Segment[] {
  const steps = scores.length / labels
  const cameFrom = new Uint8Array(scores.length)
  let best = Float64Array.from(scores.subarray(0, labels))
  let next = new Float64Array(labels)
  const winner = () => best.indexOf(best.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY))
  for (let step = 1; step < steps; step++) {
    const top = winner()
    const moved = best[top]! - (free(step) ? 0 : change)
    for (let label = 0; label < labels; label++) {
      const moves = moved > best[label]!
      cameFrom[step * labels + label] = moves ? top : label
      next[label] = scores[step * labels + label]! + (moves ? moved : best[label]!)
    }
    ;[best, next] = [next, best]
  }
  const path = new Uint8Array(steps)
  let label = steps > 0 ? winner() : 0
  for (let step = steps - 1; step >= 0; step--) {
    path[step] = label
    label = cameFrom[step * labels + label]!
  }
  const segments: Segment[] = []
  path.forEach((value, step) => {
    const last = segments.at(-1)
    if (last && last.label === value && !free(step)) last.to = step + 1
    else segments.push({ from: step, to: step + 1, label: value })
  })
  return segments
}

/**
 * Segments without those shorter than `least` steps: each joins the longer neighbor, never across a step with
 * a free change. One between two of these stays, however short, because the take is that short.
 */
export function mergeShortSegments(
  segments: readonly Segment[],
  least: number,
  free: (step: number) => boolean,
): Segment[] {
  const kept = segments.map(one => ({ ...one }))
  const lengthOf = (one: Segment | undefined) => (one ? one.to - one.from : 0)
  for (;;) {
    const joined = kept.findIndex((one, i) => i > 0 && !free(one.from) && kept[i - 1]!.label === one.label)
    if (joined > 0) {
      kept[joined - 1]!.to = kept[joined]!.to
      kept.splice(joined, 1)
      continue
    }
    const scrap = kept
      .map((one, i) => ({
        one,
        before: i > 0 && !free(one.from) ? kept[i - 1] : undefined,
        after: i + 1 < kept.length && !free(one.to) ? kept[i + 1] : undefined,
      }))
      .filter(({ one, before, after }) => lengthOf(one) < least && (before || after))
      .sort((a, b) => lengthOf(a.one) - lengthOf(b.one))[0]
    if (!scrap) return kept
    const home = lengthOf(scrap.before) >= lengthOf(scrap.after) ? scrap.before : scrap.after
    scrap.one.label = home!.label
  }
}
