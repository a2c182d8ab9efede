import type { Evidence } from '#contract/analysis.ts'
import { withinOneShot } from '../cuts.ts'
import { argMax, median, runs, smooth } from '../math.ts'
import { movingShare, toStateRate } from '../ride-state.ts'
import type { RideFacts, Shot } from '../types.ts'
import { evidenceOf } from './evidence.ts'

/** Motion of the picture that is a burst, frame widths per second and times the ride's median. */
const burstFlow = 0.15
const burstRatio = 1.35
const burstSeconds = 0.75

/** Scenic: moderately colourful (33 on the Hasler scale), contrasty, well exposed, calm for three seconds. */
const scenic = { colourfulness: 33, sd: 18, motion: 0.12, seconds: 3, darkest: 50, brightest: 215 }

function inShots(shots: readonly Shot[], start: number, end: number): Shot[] {
  return shots
    .map(shot => ({ start: Math.max(shot.start, start), end: Math.min(shot.end, end) }))
    .filter(part => part.end > part.start)
}

/** Stretches in which the picture moves much more than on the rest of the ride. */
export function motionBurstEvidence({ state, shots }: RideFacts): Evidence[] {
  const level = smooth(state.motion, 3)
  const middle = median(level.filter((_, i) => state.moving[i])) || 0
  const least = Math.max(burstFlow, burstRatio * middle)
  return runs(state.length, i => level[i]! >= least, 2, burstSeconds * state.hz).flatMap(({ from, to }) => {
    const peak = argMax(level, from, to)
    const start = from / state.hz
    const end = to / state.hz
    if (!withinOneShot(shots, start, end)) return []
    // Someone who handles a standing camera moves the picture too.
    if (movingShare(state, Math.max(0, start - 2), start) < 0.5 || movingShare(state, end, end + 2) < 0.5)
      return []
    const ratio = level[peak]! / Math.max(middle, burstFlow / 2)
    return evidenceOf({
      type: 'motion_burst',
      source: 'picture',
      start,
      end,
      core: peak / state.hz,
      value: ratio,
      text: `camera motion ${ratio.toFixed(1)}× the ride's median`,
    })
  })
}

/** Calm, colourful stretches. */
export function scenicEvidence({ state, shots, signals, durationSeconds }: RideFacts): Evidence[] {
  const { picture, pictureHz } = signals
  const colour = toStateRate(picture.colourfulness, pictureHz, state.length, 1)
  const contrast = toStateRate(picture.lumaSd, pictureHz, state.length, 1)
  const luma = toStateRate(picture.luma, pictureHz, state.length, 1)
  const calm = smooth(state.motion, 4)
  const usual = durationSeconds > 30 ? median(colour) : 0
  const isScenic = (i: number) =>
    colour[i]! > Math.max(scenic.colourfulness, 1.15 * usual) &&
    contrast[i]! > scenic.sd &&
    calm[i]! < scenic.motion &&
    luma[i]! > scenic.darkest &&
    luma[i]! < scenic.brightest
  return runs(state.length, isScenic, 2, scenic.seconds * state.hz).flatMap(({ from, to }) =>
    inShots(shots, from / state.hz, to / state.hz)
      .filter(part => part.end - part.start >= scenic.seconds)
      .map(({ start, end }) => {
        const value = median(colour.subarray(Math.floor(start * state.hz), Math.ceil(end * state.hz)))
        return evidenceOf({
          type: 'scenic',
          source: 'picture',
          start,
          end,
          core: (start + end) / 2,
          value,
          text: `a calm view with colourfulness ${Math.round(value)}`,
        })
      }),
  )
}
