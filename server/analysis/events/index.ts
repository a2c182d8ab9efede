import type { Evidence } from '#contract/analysis.ts'
import type { RideFacts } from '../types.ts'
import { jumpEvidence } from './jumps.ts'
import { motionBurstEvidence, scenicEvidence } from './picture.ts'
import { rolloverEvidence } from './rollover.ts'
import { impactEvidence, roughGroundEvidence } from './shaking.ts'
import { soundEvidence } from './sound.ts'
import { speedEvidence } from './speed.ts'
import { tagEvidence } from './tags.ts'
import { turningEvidence } from './turning.ts'

/** All that was measured and may be worth watching, in the order of time. */
export function findEvidence(facts: RideFacts): Evidence[] {
  const jumps = jumpEvidence(facts)
  return [
    ...jumps,
    ...impactEvidence(facts, jumps),
    ...rolloverEvidence(facts),
    ...turningEvidence(facts),
    ...roughGroundEvidence(facts),
    ...speedEvidence(facts),
    ...tagEvidence(facts),
    ...motionBurstEvidence(facts),
    ...soundEvidence(facts),
    ...scenicEvidence(facts),
  ]
    .filter(item => item.strength > 0)
    .sort((a, b) => a.core - b.core || b.strength - a.strength)
}
