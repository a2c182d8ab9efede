import type { Run } from '../math.ts'

/** Steps with one label. */
export interface Segment extends Run {
  label: number
}

/**
 * The labelling with the highest sum of scores when each change of label costs `change` (Viterbi's algorithm):
 * a label must win by that much in sum before it takes over, so short doubts do not chop a scene.
 * @param scores one row per step, one score per label
 * @param free whether a change into this step costs nothing, as at a cut; a new segment always begins there
 */
export function segment(
  scores: readonly number[][],
  change: number,
  free: (step: number) => boolean,
): Segment[] {
  const labels = scores[0]?.length ?? 0
  const from: Uint8Array[] = []
  let best = scores[0]?.slice() ?? []
  for (let step = 1; step < scores.length; step++) {
    const top = best.indexOf(Math.max(...best))
    const cost = free(step) ? 0 : change
    const back = new Uint8Array(labels)
    const next = scores[step]!.map((score, label) => {
      const stay = best[label]!
      const move = best[top]! - cost
      back[label] = move > stay ? top : label
      return score + Math.max(stay, move)
    })
    from.push(back)
    best = next
  }
  const path = new Uint8Array(scores.length)
  let label = best.indexOf(Math.max(...best))
  for (let step = scores.length - 1; step >= 0; step--) {
    path[step] = label
    if (step > 0) label = from[step - 1]![label]!
  }
  const segments: Segment[] = []
  path.forEach((value, step) => {
    const last = segments.at(-1)
    if (last && last.label === value && !free(step)) last.to = step + 1
    else segments.push({ from: step, to: step + 1, label: value })
  })
  return segments
}
