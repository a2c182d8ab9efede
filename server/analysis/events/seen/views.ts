import { sentences as measured } from '#sentences/measured.ts'
import { framesOf } from '../../cuts/index.ts'
import { clamp, median, quantile, round } from '../../math.ts'
import type { Evidence, RideFacts, Shot, Signals } from '../../types.ts'
import { evidenceOf } from '../evidence.ts'
import { usualOf } from './around.ts'
import { type Candidate, likelyOnes } from './likelihood.ts'
import {
  courseOf,
  hasBothSides,
  meanContrast,
  meet,
  plateaus,
  type Search,
  steady,
  usualAround,
} from './plateaus.ts'
import { shakingIn } from './seen-ride.ts'

/** A view may begin or end with its shot. Levels are logarithms: a twelfth more color than before and after. */
const search = {
  lengths: [4, 5.5, 7, 9, 11],
  beside: { seconds: 3, gap: 1 },
  oneSided: true,
  least: 0.08,
} satisfies Partial<Search>
/** A long stop at a view. It has to stand out twice as much, because stops in dull surroundings last as long. */
const longer = { lengths: [15, 20, 30], least: 0.16 }
const shortest = 3
/** Shade and exposure dim colors along with the picture: they count relative to its brightness, down to this. */
const darkest = 25
/** Less color than this is gray. */
export const palest = 5
/** A view is clear: brightness and contrast of the picture. */
const clear = { darkest: 30, brightest: 215, contrast: 18 }
/** A camera that shakes half as much as usual is calm; one that stands still isn't calmer. */
const calmest = 0.5

/** Talk has pauses: what a fifth of the time exceeds. */
const often = 0.8
/** A difference in the share of voices beyond which more means nothing. */
const mostTalk = 0.1

/** The colorfulness of each frame relative to its brightness. */
export function colorOverBrightness({ picture: { colorfulness, luma } }: Signals): (frame: number) => number {
  const usualLuma = median(luma)
  return frame => (colorfulness[frame]! * usualLuma) / Math.max(darkest, luma[frame]!)
}

/** How much more of the sound than usual is in the range of voices; 0 without sound. */
function talkIn({ sound }: Signals, start: number, end: number): number {
  if (!sound) return 0
  const part = sound.voice.subarray(Math.round(start * sound.hz), Math.round(end * sound.hz))
  return part.length > 0 ? quantile(part, often) - usualOf(sound.voice) : 0
}

/**
 * Stretches of a long take that may be views: more colorful than what is before and after them, and seen calmly. A view
 * may be passed at speed, so motion says nothing, but a vehicle that goes slowly or stands shakes less.
 */
export function possibleViews({ seen, signals }: RideFacts, shots: readonly Shot[]): Candidate[] {
  if (!seen) return []
  const { pictureHz: hz, picture } = signals
  const relative = colorOverBrightness(signals)
  const logarithms = picture.luma.map((_, frame) => Math.log(Math.max(palest, relative(frame))))
  const color = courseOf(steady(logarithms, hz))
  const usualColor = usualAround(color, hz)
  return shots.flatMap(shot => {
    const within: Search = {
      ...{ ...search, side: 1, hz },
      shot: framesOf(shot, hz, picture.luma.length),
    }
    const usual = plateaus(color, within)
    const long = plateaus(color, { ...within, ...longer }).filter(
      stretch => !usual.some(other => meet(stretch, other)),
    )
    return [...usual, ...long].flatMap(stretch => {
      const { from, to } = stretch
      const [start, end] = [from / hz, to / hz]
      const inside = (values: Float32Array) => median(values.subarray(from, to))
      const light = inside(picture.luma)
      const isClear =
        light > clear.darkest && light < clear.brightest && inside(picture.lumaSd) > clear.contrast
      if (!isClear || end - start < shortest) return []
      const middle = (from + to) >> 1
      const signs = {
        color: clamp(stretch.height, 0, 0.5),
        lasting: clamp(color.mean(from, to) - usualColor(middle), -0.2, 0.5),
        shaking: Math.log(clamp(shakingIn(seen, start + 0.5, end - 0.5), calmest, 3)),
        between: hasBothSides(color, stretch, within) ? 1 : 0,
        // People who stop to talk look at each other. However much they talk, a clear view stays one.
        talk: clamp(talkIn(signals, start, end), -mostTalk, mostTalk),
      }
      return { start, end, core: middle / hz, value: Math.exp(meanContrast(color, stretch, within)), signs }
    })
  })
}

/** Views in long takes. */
export const viewEvidence = (facts: RideFacts, shots: readonly Shot[]): Evidence[] =>
  likelyOnes(possibleViews(facts, shots), 'view').map(({ start, end, core, value }) =>
    evidenceOf({
      ...{ type: 'scenic', source: 'picture', start, end, core, value },
      says: measured.moreColorful({ ratio: round(value, 3) }),
    }),
  )
