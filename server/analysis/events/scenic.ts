import type { Evidence } from '#contract/analysis.ts'
import { median, round, runs, smooth } from '../math.ts'
import { movingShare, toStateRate } from '../ride-state.ts'
import { measured } from '../sentences/measured.ts'
import type { RideFacts, Shot, Signals } from '../types.ts'
import { evidenceOf } from './evidence.ts'
import { viewEvidence } from './seen/views.ts'

/**
 * Scenic: more colorful than the rest of its take, contrasty, well exposed, and calm relative to the rest,
 * for four seconds. Calm means that the picture hardly moves, or moves without jerks: a view may be passed at
 * speed, through any lens, and then moves the picture as much as the ride does, but evenly. A take with
 * nothing to compare must exceed 45, averagely colorful on the Hasler scale.
 */
const scenic = {
  average: 45,
  least: 25,
  ratio: 1.12,
  sd: 18,
  calm: 0.7,
  /**
   * relative to the usual: maximum jerk of a steady picture, over this many seconds, and its maximum motion
   */
  steady: { jerk: 0.55, seconds: 2, motion: 1.4 },
  motion: 0.14,
  seconds: 4,
  gap: 2.5,
  darkest: 50,
  brightest: 215,
  /** shorter takes are compared with the whole video */
  context: 20,
}

/** Seconds from which a take has something before or after a view that it can be compared with. */
const longTake = 8

/** Change of the camera's motion from frame to frame: a hand, a handlebar or a helmet is never still. */
const jerks = ({ picture: { flowX, flowY } }: Signals): Float32Array =>
  flowX.map((x, i) => (i > 0 ? Math.hypot(x - flowX[i - 1]!, flowY[i]! - flowY[i - 1]!) : 0))

/** Calm, colorful sections of one take. */
function scenicInShot(
  facts: RideFacts,
  shot: Shot,
  color: Float32Array,
  jerk: Float32Array,
  isClear: (i: number) => boolean,
): Evidence[] {
  const { state } = facts
  const from = Math.ceil(shot.start * state.hz)
  const to = Math.min(state.length, Math.floor(shot.end * state.hz))
  const context = shot.end - shot.start >= scenic.context ? { from, to } : { from: 0, to: state.length }
  const alone = context.to - context.from < scenic.context * state.hz
  const usual = alone ? scenic.average : median(color.subarray(context.from, context.to))
  const calm = smooth(state.motion, 4)
  const usualMotion = median(calm.subarray(context.from, context.to))
  const usualJerk = median(jerk.subarray(context.from, context.to))
  const rests = (i: number) => calm[i]! < scenic.motion && (alone || calm[i]! < scenic.calm * usualMotion)
  const glides = (i: number) =>
    !alone && jerk[i]! < scenic.steady.jerk * usualJerk && calm[i]! < scenic.steady.motion * usualMotion
  const isCalm = (i: number) => rests(i) || glides(i)
  const isScenic = (i: number) =>
    isClear(i) && isCalm(i) && color[i]! > Math.max(scenic.least, scenic.ratio * usual)
  return runs(to - from, i => isScenic(from + i), scenic.gap * state.hz, scenic.seconds * state.hz).flatMap(
    run => {
      const [first, last] = [from + run.from, from + run.to]
      // With nothing to compare, someone's yard would count as a view, so a ride is required.
      if (alone && movingShare(state, first / state.hz, last / state.hz) < 0.5) return []
      const value = median(color.subarray(first, last)) / usual
      return evidenceOf({
        type: 'scenic',
        source: 'picture',
        start: first / state.hz,
        end: last / state.hz,
        core: (first + last) / 2 / state.hz,
        value,
        says: alone
          ? measured.colorfulness({ value: round(value * usual, 1) })
          : measured.colorful({ ratio: round(value, 3) }),
      })
    },
  )
}

/** Calm, colorful sections. */
export function scenicEvidence(facts: RideFacts): Evidence[] {
  const { state, shots, signals } = facts
  const { picture, pictureHz } = signals
  const at = (values: Float32Array) => toStateRate(values, pictureHz, state.length, 1)
  // Shade and exposure dim colors along with the picture, so compare color relative to brightness.
  const usualLuma = median(picture.luma)
  const color = at(
    picture.colorfulness.map(
      (value, i) => (value * usualLuma) / Math.max(scenic.darkest / 2, picture.luma[i]!),
    ),
  )
  const contrast = at(picture.lumaSd)
  const luma = at(picture.luma)
  const jerk = toStateRate(jerks(signals), pictureHz, state.length, scenic.steady.seconds)
  const isClear = (i: number) =>
    contrast[i]! > scenic.sd && luma[i]! > scenic.darkest && luma[i]! < scenic.brightest
  // Only takes too short for that are compared with the rest of the video.
  const isLong = (shot: Shot) => facts.seen !== null && shot.end - shot.start >= longTake
  return [
    ...viewEvidence(facts, shots.filter(isLong)),
    ...shots.filter(shot => !isLong(shot)).flatMap(shot => scenicInShot(facts, shot, color, jerk, isClear)),
  ]
}
