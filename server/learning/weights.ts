import type { ScoreSource } from '#contract/learning.ts'
import { asItIs, type Curve, scoreOn } from './curve.ts'

/** What a score is made from. `raw` is the score before any weights, 0 to 1. */
export interface RawScore {
  kind: string
  source: ScoreSource
  raw: number
}

/** What reviews changed: curves for some kinds of evidence. All others keep the scores of the program. */
export interface FittedWeights {
  groups: readonly { kind: string; source: ScoreSource; curve: Curve }[]
}

/** The weights of the program. */
export const builtIn: FittedWeights = { groups: [] }

/** The score that is shown, 0 to 1. */
export function scoreWith({ groups }: FittedWeights, { kind, source, raw }: RawScore): number {
  const group = groups.find(one => one.kind === kind && one.source === source)
  return scoreOn(group?.curve ?? asItIs, raw)
}
