import type { Run } from '../math.ts'

/** Steps with one label. */
export interface Segment extends Run {
  label: number
}

/**
 * The labelling with the highest sum of scores when each change of label costs `change` (Viterbi's algorithm):
 * a label must win by that much in sum before it takes over, so short doubts do not chop a scene.
 * @param scores `labels` numbers per step, step after step
 * @param free whether a change into this step costs nothing, as at a cut; a new segment always begins there
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
