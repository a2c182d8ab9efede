import type { Evidence } from '#contract/analysis.ts'
import { runsInShots } from '../cuts.ts'
import { argMax, clamp, median, runs, smooth } from '../math.ts'
import { movingShare, toStateRate } from '../ride-state.ts'
import type { RideFacts, Shot } from '../types.ts'
import { evidenceOf } from './evidence.ts'

/** Motion of the picture that is a burst, frame widths per second and times the ride's median. */
const burstFlow = 0.15
const burstRatio = 1.35
const burstSeconds = 0.75

/** A jerk is no ride: a burst is worth all it is from this many seconds, and less below. */
const fullBurst = 2.5
const shortBurst = 0.7

/**
 * Scenic: more colourful than the rest of its take, contrasty, well exposed, and calm against the rest, for three
 * seconds. A take without anything to compare with must beat 45, averagely colourful on the Hasler scale.
 */
const scenic = {
  average: 45,
  least: 25,
  ratio: 1.08,
  sd: 18,
  calm: 0.7,
  motion: 0.14,
  seconds: 3,
  gap: 1.5,
  darkest: 50,
  brightest: 215,
  /** shorter takes are compared with the whole video */
  context: 20,
}

/** Stretches in which the picture moves much more than on the rest of the ride. */
export function motionBurstEvidence({ state, shots }: RideFacts): Evidence[] {
  const level = smooth(state.motion, 3)
  const middle = median(level.filter((_, i) => state.moving[i])) || 0
  const least = Math.max(burstFlow, burstRatio * middle)
  const bursts = runsInShots(
    shots,
    state.hz,
    state.length,
    i => level[i]! >= least,
    2,
    burstSeconds * state.hz,
  )
  return bursts.flatMap(({ from, to }) => {
    const peak = argMax(level, from, to)
    const start = from / state.hz
    const end = to / state.hz
    // Someone who handles a standing camera moves the picture too.
    if (movingShare(state, Math.max(0, start - 2), start) < 0.5 || movingShare(state, end, end + 2) < 0.5)
      return []
    const ratio = level[peak]! / Math.max(middle, burstFlow / 2)
    const lasting = shortBurst + (1 - shortBurst) * clamp((end - start - 0.75) / (fullBurst - 0.75), 0, 1)
    return evidenceOf(
      {
        type: 'motion_burst',
        source: 'picture',
        start,
        end,
        core: peak / state.hz,
        value: ratio,
        text: `camera motion ${ratio.toFixed(1)}× the ride's median`,
      },
      lasting,
    )
  })
}

/** Calm, colourful stretches of one take. */
function scenicInShot(
  facts: RideFacts,
  shot: Shot,
  colour: Float32Array,
  isClear: (i: number) => boolean,
): Evidence[] {
  const { state } = facts
  const from = Math.ceil(shot.start * state.hz)
  const to = Math.min(state.length, Math.floor(shot.end * state.hz))
  const context = shot.end - shot.start >= scenic.context ? { from, to } : { from: 0, to: state.length }
  const alone = context.to - context.from < scenic.context * state.hz
  const usual = alone ? scenic.average : median(colour.subarray(context.from, context.to))
  const calm = smooth(state.motion, 4)
  const usualMotion = median(calm.subarray(context.from, context.to))
  const limit = alone ? scenic.motion : Math.min(scenic.motion, scenic.calm * usualMotion)
  const isScenic = (i: number) =>
    isClear(i) && colour[i]! > Math.max(scenic.least, scenic.ratio * usual) && calm[i]! < limit
  return runs(to - from, i => isScenic(from + i), scenic.gap * state.hz, scenic.seconds * state.hz).map(
    run => {
      const [first, last] = [from + run.from, from + run.to]
      const value = median(colour.subarray(first, last)) / usual
      return evidenceOf({
        type: 'scenic',
        source: 'picture',
        start: first / state.hz,
        end: last / state.hz,
        core: (first + last) / 2 / state.hz,
        value,
        text: alone
          ? `calm, with a colourfulness of ${Math.round(value * usual)}`
          : `calm and ${value.toFixed(1)}× as colourful as the rest`,
      })
    },
  )
}

/** Calm, colourful stretches. */
export function scenicEvidence(facts: RideFacts): Evidence[] {
  const { state, shots, signals } = facts
  const { picture, pictureHz } = signals
  const at = (values: Float32Array) => toStateRate(values, pictureHz, state.length, 1)
  const colour = at(picture.colourfulness)
  const contrast = at(picture.lumaSd)
  const luma = at(picture.luma)
  const isClear = (i: number) =>
    contrast[i]! > scenic.sd && luma[i]! > scenic.darkest && luma[i]! < scenic.brightest
  return shots.flatMap(shot => scenicInShot(facts, shot, colour, isClear))
}
