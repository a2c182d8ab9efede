import { sentences as measured } from '#sentences/measured.ts'
import { indexAt, movingMean } from '#telemetry/derive.ts'
import { runsInShots, withinOneShot } from '../cuts/index.ts'
import { argMax, median, pick, round, runs, smooth } from '../math.ts'
import { movesAround } from '../ride-state.ts'
import type { Evidence, RideFacts, Samples } from '../types.ts'
import { evidenceOf } from './evidence.ts'
import { jumpEvidence } from './jumps.ts'

const impactG = 4
/** What is hit goes on shaking: of a slow sensor too, a second sample so near has this share of the force above 1 g. */
const echo = { seconds: 0.1, share: 0.5 }
/** Seconds at either end of a recording in which the hand on the shutter moves the camera. */
export const shutter = 0.7
/** Rough ground: minimum RMS around 1 g, and relative to the ride's own median. */
const roughG = 0.45
const roughRatio = 2.2
const roughSeconds = 2
/** Once it is rough, it stays so while it shakes this share of that much; for this long it has to shake so much. */
const staysRough = { share: 0.75, seconds: 1 }
/** Seconds around a flight in which the ramp and the landing shake. */
const jumpShakes = { before: 1, after: 1.2 }

/** Whether a sample is alone with its force: one number that is wrong, and no hit. */
function isAlone({ times, values }: Samples, at: number, force: number): boolean {
  let count = 0
  for (let i = indexAt(times, at - echo.seconds); i < times.length && times[i]! <= at + echo.seconds; i++)
    if (values[i]! - 1 >= echo.share * (force - 1)) count++
  return count < 2
}

/** Hits without a flight before them. */
export function impactEvidence(facts: RideFacts): Evidence[] {
  if (!facts.felt) return []
  const jumps = jumpEvidence(facts)
  const { times, values } = movingMean(facts.felt, 0.02)
  return runs(times.length, i => values[i]! >= impactG, 80).flatMap(({ from, to }) => {
    const peak = argMax(values, from, to)
    const at = times[peak]!
    if (at < shutter || at > facts.durationSeconds - shutter) return []
    if (jumps.some(jump => at > jump.start - 0.3 && at < jump.end + 1)) return []
    if (!withinOneShot(facts.shots, at - 0.2, at + 0.2) || !movesAround(facts.state, at - 0.2, at + 0.2))
      return []
    const value = values[peak]!
    if (isAlone(facts.felt!, at, value)) return []
    return evidenceOf({
      type: 'impact',
      source: 'imu',
      start: at - 0.2,
      end: at + 0.3,
      core: at,
      value,
      says: measured.hit({ g: round(value, 3) }),
    })
  })
}

/**
 * Sections on which the vehicle is shaken much more than on the rest of the ride. A jump's own shaking
 * doesn't count.
 */
export function roughGroundEvidence(facts: RideFacts): Evidence[] {
  const { state, shots } = facts
  if (!state.vibration) return []
  const jumps = jumpEvidence(facts)
  const level = smooth(state.vibration, 3)
  const riding = pick(level, i => state.moving[i] === 1)
  const usual = median(riding)
  const usualSpeed = state.speed && median(pick(state.speed, i => state.moving[i] === 1))
  // The same ground shakes twice as much at twice the speed.
  const faster = (i: number) => (usualSpeed ? Math.max(1, (state.speed![i]! || 0) / usualSpeed) : 1)
  const least = (i: number) => Math.max(roughG, roughRatio * usual * faster(i))
  const jumping = (i: number) =>
    jumps.some(
      ({ start, end }) => i / state.hz > start - jumpShakes.before && i / state.hz < end + jumpShakes.after,
    )
  return runsInShots(
    shots,
    state.hz,
    state.length,
    i => level[i]! >= staysRough.share * least(i) && state.moving[i] === 1 && !jumping(i),
    2,
    roughSeconds * state.hz,
  ).flatMap(({ from, to }) => {
    let fully = 0
    for (let i = from; i < to; i++) if (level[i]! >= least(i)) fully++
    if (fully < staysRough.seconds * state.hz) return []
    const start = from / state.hz
    const end = to / state.hz
    const value = median(level.subarray(from, to))
    return evidenceOf({
      type: 'rough_ground',
      source: 'imu',
      start,
      end,
      core: argMax(level, from, to) / state.hz,
      value,
      says: measured.rough({ seconds: round(end - start, 3), g: round(value, 3) }),
    })
  })
}
