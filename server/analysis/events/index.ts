import type { Evidence } from '#contract/analysis.ts'
import type { RideFacts } from '../types.ts'
import { forceEvidence } from './forces.ts'
import { jumpEvidence } from './jumps.ts'
import { motionBurstEvidence } from './motion-bursts.ts'
import { discountFrequent } from './rarity.ts'
import { rolloverEvidence } from './rollover.ts'
import { withoutRunUps } from './run-ups.ts'
import { scenicEvidence } from './scenic.ts'
import { brakeEvidence } from './seen/brakes.ts'
import { fastStretchEvidence } from './seen/fast-stretches.ts'
import { hillEvidence } from './seen/hills.ts'
import { landingEvidence } from './seen/landings.ts'
import { shakenStretchEvidence } from './seen/shaken-stretches.ts'
import { swingEvidence } from './seen/swings.ts'
import { impactEvidence, roughGroundEvidence } from './shaking.ts'
import { soundEvidence } from './sound.ts'
import { speedEvidence } from './speed.ts'
import { tagEvidence } from './tags.ts'
import { tiltEvidence } from './tilts.ts'
import { turningEvidence } from './turning.ts'

export { seenRide } from './seen/seen-ride.ts'
export { heardLevels } from './sound-levels.ts'

/** If a motion sensor measured no flight there was none, whatever it sounded like. */
const unlessFelt = ({ telemetry }: RideFacts, jumps: readonly Evidence[], items: Evidence[]) =>
  telemetry?.series.has('ACCL')
    ? items.filter(
        item => item.type !== 'air_then_thump' || jumps.some(jump => Math.abs(jump.core - item.core) < 0.5),
      )
    : items

/** All measured evidence that may be worth watching, in time order. */
export function findEvidence(facts: RideFacts): Evidence[] {
  const jumps = jumpEvidence(facts)
  const landings = landingEvidence(facts)
  const likelyJumps = facts.felt ? jumps : landings
  const brakes = brakeEvidence(facts, landings)
  const found = [
    ...jumps,
    ...impactEvidence(facts, jumps),
    ...rolloverEvidence(facts),
    ...forceEvidence(facts, jumps, turningEvidence(facts)),
    ...roughGroundEvidence(facts, jumps),
    ...speedEvidence(facts),
    ...tiltEvidence(facts),
    ...tagEvidence(facts),
    ...motionBurstEvidence(facts),
    ...unlessFelt(facts, jumps, [...soundEvidence(facts, likelyJumps), ...landings]),
    ...scenicEvidence(facts),
    ...withoutRunUps(fastStretchEvidence(facts), brakes),
    ...swingEvidence(facts),
    ...shakenStretchEvidence(facts),
    ...hillEvidence(facts),
    ...brakes,
  ]
  return discountFrequent(found, facts.durationSeconds)
    .filter(item => item.strength > 0)
    .sort((a, b) => a.core - b.core || b.strength - a.strength)
}
