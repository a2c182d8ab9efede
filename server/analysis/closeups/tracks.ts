import { cornersOf } from './corners.ts'
import { findPatch, type Plane, type Point, patchAt, patchRadius } from './patches.ts'
import { shiftBetween } from './shift.ts'

const rules = {
  /**
   * correlation from which a patch counts as found in the next frame: for one step, and for one in a chain of
   * many
   */
  kept: 0.8,
  followed: 0.7,
  /** search radius in pixels: over one step, along a track, and on the way back */
  reach: { step: 5, track: 4, back: 3 },
  /** pixels by which the way back may miss the start */
  miss: 2.5,
  /**
   * a track that ends within this many pixels of its start must still look the same, because two stills may
   * be mixed too
   */
  still: { pixels: 2, correlation: 0.6 },
  /** fewer corners give no answer */
  least: 6,
  /** what looks the same at the same place in this many frames from all over the video is the vehicle */
  fixed: { correlation: 0.85, frames: 3, reach: 1 },
}

/** Tests for what never moves in the picture, such as the vehicle that carries the camera. */
export type IsFixed = (plane: Plane, point: Point) => boolean

/** Learns what never moves from frames that are far apart in the video. */
export function fixedIn(frames: readonly Plane[]): IsFixed {
  return (plane, point) => {
    const patch = patchAt(plane, point)
    if (!patch) return false
    const { correlation, reach, frames: needed } = rules.fixed
    let seen = 0
    for (const frame of frames)
      if (findPatch(patch, frame, [point], reach).correlation > correlation && ++seen >= needed) return true
    return false
  }
}

/** A frame's corners that are not on the vehicle. */
export const movingCorners = (plane: Plane, isFixed: IsFixed): Point[] =>
  cornersOf(plane).filter(corner => !isFixed(plane, corner))

const moved = (point: Point, by: Point): Point => ({ x: point.x + by.x, y: point.y + by.y })

const leaves = ({ width, height }: Plane, { x, y }: Point): boolean =>
  x < patchRadius || y < patchRadius || x >= width - patchRadius || y >= height - patchRadius

/**
 * Share of a frame's corners that the next one also has, 0 to 1; those that the camera turned away from don't
 * count. NaN when there are too few.
 */
export function keptShare(from: Plane, to: Plane, isFixed: IsFixed): number {
  const shift = shiftBetween(from, to)
  let [kept, tried] = [0, 0]
  for (const corner of movingCorners(from, isFixed)) {
    const patch = patchAt(from, corner)
    const guess = moved(corner, shift)
    if (!patch || leaves(to, guess)) continue
    tried++
    if (findPatch(patch, to, [guess, corner], rules.reach.step).correlation > rules.kept) kept++
  }
  return tried < rules.least ? Number.NaN : kept / tried
}

interface Track {
  path: Point[]
  patch: Float32Array
  state: 'followed' | 'lost' | 'left'
}

/** Follows a track into the next frame. */
function advance(track: Track, plane: Plane, shift: Point): void {
  const here = track.path.at(-1)!
  const before = track.path.at(-2) ?? here
  const next = moved(here, { x: here.x - before.x, y: here.y - before.y })
  if (leaves(plane, next)) {
    track.state = 'left'
    return
  }
  const { correlation, ...found } = findPatch(
    track.patch,
    plane,
    [next, moved(here, shift)],
    rules.reach.track,
  )
  const patch = correlation < rules.followed ? null : patchAt(plane, found)
  if (!patch) {
    track.state = 'lost'
    return
  }
  track.path.push(found)
  track.patch = patch
}

/** Whether a track hardly moved but turned into something else. */
function isReplaced({ path }: Track, frames: readonly Plane[]): boolean {
  const [from, to] = [path[0]!, path.at(-1)!]
  if (Math.hypot(to.x - from.x, to.y - from.y) > rules.still.pixels) return false
  const patch = patchAt(frames[0]!, from)
  return patch !== null && findPatch(patch, frames.at(-1)!, [to], 1).correlation < rules.still.correlation
}

/** Whether a track followed back through the same frames ends where it started. */
function returns({ path, patch: last }: Track, frames: readonly Plane[]): boolean {
  let here = path.at(-1)!
  let before = here
  let patch = last
  for (let i = frames.length - 2; i >= 0; i--) {
    const next = moved(here, { x: here.x - before.x, y: here.y - before.y })
    const way = { x: path[i]!.x - path[i + 1]!.x, y: path[i]!.y - path[i + 1]!.y }
    const { correlation, ...found } = findPatch(patch, frames[i]!, [next, moved(here, way)], rules.reach.back)
    const seen = correlation < rules.followed ? null : patchAt(frames[i]!, found)
    if (!seen) return false
    before = here
    here = found
    patch = seen
  }
  return Math.hypot(here.x - path[0]!.x, here.y - path[0]!.y) <= rules.miss
}

/**
 * Share of the first frame's corners that can be followed to the last one and back to their start, 0 to 1
 * (forward-backward error: Kalal, Mikolajczyk and Matas, 2010). In a dissolve a track slides from one
 * picture's corner to one in the other, and doesn't return. NaN when there are too few corners.
 */
export function followedShare(frames: readonly Plane[], isFixed: IsFixed): number {
  const [first] = frames
  if (!first) return Number.NaN
  const tracks: Track[] = movingCorners(first, isFixed).flatMap(corner => {
    const patch = patchAt(first, corner)
    return patch ? [{ path: [corner], patch, state: 'followed' as const }] : []
  })
  for (let i = 1; i < frames.length; i++) {
    const shift = shiftBetween(frames[i - 1]!, frames[i]!)
    for (const track of tracks) if (track.state === 'followed') advance(track, frames[i]!, shift)
  }
  const stayed = tracks.filter(track => track.state !== 'left')
  const found = stayed.filter(
    track => track.state === 'followed' && !isReplaced(track, frames) && returns(track, frames),
  )
  return stayed.length < rules.least ? Number.NaN : found.length / stayed.length
}
