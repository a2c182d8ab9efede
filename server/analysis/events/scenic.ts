import { sentences as measured } from '#sentences/measured.ts'
import { framesOf } from '../cuts/index.ts'
import { median, round, runs, smooth } from '../math.ts'
import { seemsMovingShare, toStateRate } from '../ride-state.ts'
import type { Evidence, RideFacts, Shot, Signals } from '../types.ts'
import { evidenceOf } from './evidence.ts'
import { colorOverBrightness, palest, viewEvidence } from './seen/views.ts'

/**
 * Scenic in a short take, or without enough frames: more colorful than the rest of its take, contrasty, well exposed, and
 * calm relative to the rest, for four seconds. Calm means that the picture hardly moves, or moves without jerks: a view
 * may be passed at speed, through any lens, and then moves the picture as much as the ride does, but evenly. A take with
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
  const { from, to } = framesOf(shot, state.hz, state.length)
  const context = shot.end - shot.start >= scenic.context ? { from, to } : { from: 0, to: state.length }
  const alone = context.to - context.from < scenic.context * state.hz
  const usual = alone ? scenic.average : Math.max(palest, median(color.subarray(context.from, context.to)))
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
      // With nothing to compare, a still picture of someone's yard would count as a view. That sensors know that the
      // vehicle stands doesn't count against it: riders stop at views.
      if (alone && seemsMovingShare(state, first / state.hz, last / state.hz) < 0.5) return []
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

/** Calm, colorful sections of takes that are too short to be compared with themselves. */
function scenicInShortTakes(facts: RideFacts, shots: readonly Shot[]): Evidence[] {
  if (shots.length === 0) return []
  const { state, signals } = facts
  const { picture, pictureHz } = signals
  const at = (values: Float32Array, seconds = 1) => toStateRate(values, pictureHz, state.length, seconds)
  const relative = colorOverBrightness(signals)
  const color = at(picture.colorfulness.map((_, frame) => relative(frame)))
  const contrast = at(picture.lumaSd)
  const luma = at(picture.luma)
  const jerk = at(jerks(signals), scenic.steady.seconds)
  const isClear = (i: number) =>
    contrast[i]! > scenic.sd && luma[i]! > scenic.darkest && luma[i]! < scenic.brightest
  return shots.flatMap(shot => scenicInShot(facts, shot, color, jerk, isClear))
}

/** Views: by what is before and after them where the take is long enough. */
export function scenicEvidence(facts: RideFacts): Evidence[] {
  const { shots, seen } = facts
  const isLong = (shot: Shot) => seen !== null && shot.end - shot.start >= longTake
  return [
    ...viewEvidence(facts, shots.filter(isLong)),
    ...scenicInShortTakes(
      facts,
      shots.filter(shot => !isLong(shot)),
    ),
  ]
}
