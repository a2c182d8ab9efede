import { sentences as measured } from '#sentences/measured.ts'
import { runsInShots } from '../cuts/index.ts'
import { clamp, median, peaksIn, pick, round, smooth } from '../math.ts'
import { movingShare, speedBetween, stepsOf, toStateRate } from '../ride-state.ts'
import type { Evidence, RideFacts } from '../types.ts'
import { evidenceOf } from './evidence.ts'
import { travelsBeside } from './travels.ts'

/** Motion of the picture that counts as a burst, frame widths per second and times the ride's median. */
const burstFlow = 0.15
const burstRatio = 1.35
const burstSeconds = 0.75
/** Start and end are where this share of the rise above the median is reached. */
const burstEdge = 0.4

/** A jerk isn't a ride: a burst has full strength from this many seconds on, and less below. */
const fullBurst = 2.5
const shortBurst = 0.7
/** Turns, jumps and fast stretches are found by themselves at the video's own rate, so what is left says less. */
const beside = 0.9

/**
 * On a ride this short the median may be the burst itself, so the rest of the video counts too, moving or
 * not.
 */
const shortRide = 20
/**
 * Between calm parts of a video up to this long, a burst is a ride when it lasts this long and the surroundings get this
 * much louder. Seconds and dB. A longer film is a ride by itself, and in its calm parts a hand picks up the camera.
 */
const outOfCalm = { video: 60, seconds: 3, louder: 5 }

/** How much louder a range is than the rest of the video, in dB. */
function louderBy({ state, signals: { sound } }: RideFacts, start: number, end: number): number {
  if (!sound) return 0
  const level = toStateRate(sound.db, sound.hz, state.length, 1)
  const { from, to } = stepsOf(state, start, end)
  return median(level.subarray(from, to)) - median(pick(level, i => i < from || i >= to))
}

/** Whether a burst between calm parts is a ride, as far as GPS doesn't know better. */
function ridesOutOfCalm(facts: RideFacts, start: number, end: number): boolean {
  const { state, durationSeconds } = facts
  if (durationSeconds > outOfCalm.video || end - start < outOfCalm.seconds) return false
  if (speedBetween(state, start, end) !== null && movingShare(state, start, end) < 0.5) return false
  return louderBy(facts, start, end) >= outOfCalm.louder
}

/** Ranges in which the picture moves much more than on the rest of the ride. */
export function motionBurstEvidence(facts: RideFacts): Evidence[] {
  const { state, shots } = facts
  const level = smooth(state.motion, 3)
  const riding = pick(level, i => state.moving[i] === 1)
  const middle = median(riding.length < shortRide * state.hz ? level : riding) || 0
  const least = Math.max(burstFlow, burstRatio * middle)
  const bursts = runsInShots(
    shots,
    state.hz,
    state.length,
    i => level[i]! >= least,
    2,
    burstSeconds * state.hz,
  )
  const floorOf = (top: number) => middle + burstEdge * (top - middle)
  const peaks = bursts.flatMap(run => peaksIn(level, run, run.shot, floorOf))
  return peaks.flatMap(({ from, to, peak }) => {
    const start = from / state.hz
    const end = to / state.hz
    // Handling a stationary camera also moves the picture.
    const rides =
      movingShare(state, Math.max(0, start - 2), start) >= 0.5 &&
      movingShare(state, end, end + 2) >= 0.5 &&
      travelsBeside(facts, start, end)
    if (!rides && !ridesOutOfCalm(facts, start, end)) return []
    const ratio = level[peak]! / Math.max(middle, burstFlow / 2)
    const lasting =
      shortBurst + (1 - shortBurst) * clamp((end - start - burstSeconds) / (fullBurst - burstSeconds), 0, 1)
    return evidenceOf(
      {
        type: 'motion_burst',
        source: 'picture',
        start,
        end,
        core: peak / state.hz,
        value: ratio,
        says: measured.motion({ ratio: round(ratio, 3) }),
      },
      facts.seen ? lasting * beside : lasting,
    )
  })
}
