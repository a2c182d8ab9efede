import { forceEvidence } from './events/forces.ts'
import { burstEvidence } from './events/heard/bursts.ts'
import { cheerEvidence } from './events/heard/cheers.ts'
import { rushEvidence } from './events/heard/rushes.ts'
import { splashEvidence } from './events/heard/splashes.ts'
import { thumpEvidence } from './events/heard/thumps.ts'
import { jumpEvidence } from './events/jumps.ts'
import { motionBurstEvidence } from './events/motion-bursts.ts'
import { rolloverEvidence } from './events/rollover.ts'
import { scenicEvidence } from './events/scenic.ts'
import { brakeEvidence } from './events/seen/brakes.ts'
import { fastStretchEvidence } from './events/seen/fast-stretches.ts'
import { hillEvidence } from './events/seen/hills.ts'
import { landingEvidence } from './events/seen/landings.ts'
import { shakenStretchEvidence } from './events/seen/shaken-stretches.ts'
import { swingEvidence } from './events/seen/swings.ts'
import { impactEvidence, roughGroundEvidence } from './events/shaking.ts'
import { speedEvidence } from './events/speed.ts'
import { tagEvidence } from './events/tags.ts'
import { tiltEvidence } from './events/tilts.ts'
import type { Evidence, RideFacts } from './types.ts'

/** Finds one kind of evidence by itself: no files, no clock, no randomness. */
type Detector = (facts: RideFacts) => Evidence[]

const detectors: readonly Detector[] = [
  // What motion sensors felt, GPS measured and the camera tagged.
  jumpEvidence,
  impactEvidence,
  rolloverEvidence,
  forceEvidence,
  roughGroundEvidence,
  speedEvidence,
  tiltEvidence,
  tagEvidence,
  // What the picture shows and the microphone heard.
  motionBurstEvidence,
  burstEvidence,
  rushEvidence,
  thumpEvidence,
  splashEvidence,
  cheerEvidence,
  landingEvidence,
  scenicEvidence,
  fastStretchEvidence,
  swingEvidence,
  shakenStretchEvidence,
  hillEvidence,
  brakeEvidence,
]

/** All evidence in a ride, each piece as strong as its own measurement. */
export const detect: Detector = facts => detectors.flatMap(find => find(facts))
