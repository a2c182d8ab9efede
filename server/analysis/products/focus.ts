import type { FocusPoint } from '#contract/analysis.ts'
import type { PictureFeatures } from '../types.ts'

const columns = 4
const stepSeconds = 1
/** How much video determines one point; with less, the crop would fidget. */
const windowSeconds = 2.5
/** Frame widths per second above which the camera itself is moving. */
const ridingFlow = 0.06
/** The crop keeps some of the picture on its left and right. */
const leftmost = 0.22
const rightmost = 0.78
/** Largest move in frame widths per second: a pan that viewers don't notice. */
const panLimit = 0.06

const center = (column: number) => (column + 0.5) / columns
const clamp = (x: number) => Math.min(rightmost, Math.max(leftmost, x))

/** The signals that show where to look. */
interface Motion {
  pictureHz: number
  picture: Pick<PictureFeatures, 'flow' | 'motionColumns'>
}

/**
 * Where an upright crop should look, one point per second, x from 0 (left) to 1 (right) of the frame.
 *
 * When riding forward, everything streams away from the point the vehicle heads for (the focus of expansion,
 * Gibson 1950), so the picture moves least there: columns are weighted by the inverse of their motion. For a
 * stationary camera the subject is what moves: columns are weighted by their motion.
 * @param span seconds of the video
 */
export function focusPath(signals: Motion, span: { start: number; end: number }): FocusPoint[] {
  const { picture, pictureHz } = signals
  const points: FocusPoint[] = []
  for (let time = span.start; time <= span.end + 1e-6; time += stepSeconds) {
    const from = Math.max(0, Math.round((time - windowSeconds / 2) * pictureHz))
    const to = Math.min(picture.flow.length, Math.round((time + windowSeconds / 2) * pictureHz))
    const share = new Float64Array(columns)
    let flow = 0
    for (let frame = from; frame < to; frame++) {
      flow += picture.flow[frame] ?? 0
      for (let c = 0; c < columns; c++)
        share[c] = (share[c] ?? 0) + (picture.motionColumns[frame * columns + c] ?? 0)
    }
    const frames = Math.max(1, to - from)
    const riding = flow / frames > ridingFlow
    let sum = 0
    let weighted = 0
    for (let c = 0; c < columns; c++) {
      const moving = (share[c] ?? 0) / frames
      const weight = riding ? 1 / (moving + 0.1) : moving + 0.02
      sum += weight
      weighted += weight * center(c)
    }
    points.push({ time: Math.round(time * 1000) / 1000, x: clamp(weighted / sum) })
  }
  return steady(points)
}

/** Limits how fast the points move, forward and backward, so that the crop glides and arrives in time. */
function steady(points: FocusPoint[]): FocusPoint[] {
  const xs = points.map(p => p.x)
  const limit = panLimit * stepSeconds
  for (let i = xs.length - 2; i >= 0; i--) xs[i] = near(xs[i] as number, xs[i + 1] as number, limit * 2)
  for (let i = 1; i < xs.length; i++) xs[i] = near(xs[i] as number, xs[i - 1] as number, limit)
  return points.map((p, i) => ({ time: p.time, x: Math.round((xs[i] as number) * 1000) / 1000 }))
}

const near = (x: number, to: number, limit: number) => Math.min(to + limit, Math.max(to - limit, x))
