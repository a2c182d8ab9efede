import { type Motion, motionHz } from '../motion.ts'

/** Meters between the points of a path. */
export const pathStep = 0.5
/** How far the track continues beyond the last ridden point, m. */
const beyond = 160

/** The track: points every `pathStep` meters, from the start of the shot to well beyond its end. */
export interface Path {
  x: Float64Array
  y: Float64Array
  /** number of points */
  count: number
}

/**
 * The track under a ride. Where the ride ends it continues in gentle bends, so there is always track ahead.
 */
export function pathOf(motion: Motion): Path {
  const xs: number[] = []
  const ys: number[] = []
  for (let row = 0; row < motion.count; row++)
    while (motion.traveled[row]! >= xs.length * pathStep) {
      xs.push(motion.x[row]!)
      ys.push(motion.y[row]!)
    }
  let heading = motion.heading[motion.count - 1]!
  for (let added = 0; added < beyond; added += pathStep) {
    heading += 0.012 * Math.sin(added / 17) * pathStep
    xs.push(xs.at(-1)! + Math.cos(heading) * pathStep)
    ys.push(ys.at(-1)! + Math.sin(heading) * pathStep)
  }
  return { x: Float64Array.from(xs), y: Float64Array.from(ys), count: xs.length }
}

/** Distance traveled at a time of the video, m. */
export function traveledAt(motion: Motion, time: number): number {
  const row = Math.min(motion.count - 1, Math.max(0, Math.round((time - motion.start) * motionHz)))
  return motion.traveled[row]!
}

/**
 * The track as seen from a position: for each half meter ahead, its offset to the left and its distance along
 * the track, m.
 */
export interface TrackAhead {
  left: Float32Array
  way: Float32Array
}

export const aheadMetres = 130

export function trackAhead(
  path: Path,
  traveled: number,
  x: number,
  y: number,
  heading: number,
  into: TrackAhead,
): void {
  const [c, s] = [Math.cos(heading), Math.sin(heading)]
  const { left, way } = into
  const cells = left.length
  let filled = 0
  let [lastLeft, lastWay, slant] = [0, traveled, 0]
  const first = Math.max(0, Math.floor(traveled / pathStep) - 4)
  for (let point = first; point < path.count && filled < cells; point++) {
    const [dx, dy] = [path.x[point]! - x, path.y[point]! - y]
    const forward = dx * c + dy * s
    const sideways = dy * c - dx * s
    // Where a bend turns back, the rest is hidden behind its crest: the line ends there.
    for (; filled < cells && filled * pathStep <= forward; filled++) {
      left[filled] = sideways
      way[filled] = point * pathStep
    }
    slant = sideways - lastLeft
    ;[lastLeft, lastWay] = [sideways, point * pathStep]
    if (forward < filled * pathStep - 6 && filled > 8) break
  }
  slant = Math.max(-1.5, Math.min(1.5, slant))
  for (; filled < cells; filled++) {
    lastLeft += slant
    lastWay += pathStep
    left[filled] = lastLeft
    way[filled] = lastWay
  }
}
