import type { Evidence, FocusPoint, Highlight } from '../analysis.ts'
import { beatFramesOf } from './bed-names.ts'
import { reelFps, slowMotion, titleSeconds } from './limits.ts'
import type { MusicBeats } from './music.ts'
import { startOfMusic } from './music-limits.ts'
import type { ReelPlan } from './schemas.ts'

/** A piece of a reel as it is shown. Seconds are of the video, frames of the reel. */
export interface TimedPiece {
  start: number
  end: number
  /** what of it is slowed down; null: nothing */
  slow: { from: number; to: number } | null
  /** its first frame in the reel, and how many it has */
  at: number
  frames: number
}

/** When everything of a reel happens. The preview and the renderer both go by it. */
export interface Timeline {
  titleFrames: number
  pieces: TimedPiece[]
  /** of the whole reel, with its title card */
  frames: number
}

/** What a timeline is made from. */
export type TimedPlan = Pick<ReelPlan, 'title' | 'music' | 'onBeat' | 'slowMotion'> & {
  pieces: readonly { start: number; end: number }[]
}

const jumps = new Set<string>(['jump', 'air_then_thump'])
/** What stays at full speed at both ends of a piece, and the shortest stretch that is worth slowing down, seconds. */
const margin = { before: 0.2, after: 0.4, shortest: 0.3 }
const toFrames = (seconds: number) => Math.round(seconds * reelFps)
const toMillionths = (seconds: number) => Math.round(seconds * 1e6) / 1e6

/** Peaks of the jumps of a ride, seconds of the video. */
export function peaksOf(
  highlights: readonly { evidence: readonly Pick<Evidence, 'type' | 'start' | 'end'>[] }[],
): number[] {
  const peaks = highlights.flatMap(({ evidence }) =>
    evidence.filter(({ type }) => jumps.has(type)).map(({ start, end }) => (start + end) / 2),
  )
  return [...new Set(peaks)].sort((a, b) => a - b)
}

function slowed(piece: { start: number; end: number }, peaks: readonly number[]): TimedPiece['slow'] {
  for (const peak of peaks) {
    const from = Math.max(peak - slowMotion.reach, piece.start + margin.before)
    const to = Math.min(peak + slowMotion.reach, piece.end - margin.after)
    if (to - from < margin.shortest || peak < from || peak > to) continue
    // Whole frames, so that the change of speed falls between two of them.
    const first = toFrames(from - piece.start)
    const last = first + toFrames(to - from)
    return {
      from: toMillionths(piece.start + first / reelFps),
      to: toMillionths(piece.start + last / reelFps),
    }
  }
  return null
}

/** Where the beats of music fall, in frames that needn't be whole. */
interface BeatGrid {
  first: number
  period: number
}

/** The beats that cuts follow; null where they stay as they are. */
function gridOf({ music, onBeat }: TimedPlan, own: MusicBeats | null): BeatGrid | null {
  if (!music || !onBeat) return null
  if (typeof music === 'string') return { first: 0, period: beatFramesOf(music) }
  // The beats before the chosen start are before the reel.
  return own && { first: (own.first - startOfMusic(music)) * reelFps, period: (60 * reelFps) / own.bpm }
}

/**
 * How many frames something takes that starts at a frame and ends on the beat nearest to its planned end, but not
 * before half a beat.
 * @param most frames; null when half a beat is more than that
 */
function toBeat(at: number, frames: number, most: number, { first, period }: BeatGrid): number | null {
  const until = (beat: number) => Math.round(first + beat * period) - at
  let beat = Math.round((at + frames - first) / period)
  while (until(beat) < period / 2) beat++
  if (until(beat) > most) beat--
  return until(beat) < period / 2 ? null : until(beat)
}

/**
 * Sets out a plan on the frames of its reel. With music and cuts on its beat, ends of pieces move to the nearest beat.
 * @param peaks see peaksOf
 * @param durationSeconds of the video: no piece goes beyond it
 * @param own the beats of own music; null while they are unknown or where none is clear
 */
export function timelineOf(
  plan: TimedPlan,
  peaks: readonly number[],
  durationSeconds: number,
  own: MusicBeats | null = null,
): Timeline {
  const grid = gridOf(plan, own)
  const titled = plan.title ? toFrames(titleSeconds) : 0
  const titleFrames = (titled && grid && toBeat(0, titled, Number.POSITIVE_INFINITY, grid)) || titled
  let at = titleFrames
  const pieces = plan.pieces.map((piece): TimedPiece => {
    const slow = plan.slowMotion ? slowed(piece, peaks) : null
    const longer = slow ? toFrames((slow.to - slow.from) * (1 / slowMotion.speed - 1)) : 0
    const chosen = Math.max(1, toFrames(piece.end - piece.start)) + longer
    const there = Math.floor((durationSeconds - piece.start) * reelFps + 1e-6) + longer
    const beaten = grid && toBeat(at, chosen, there, grid)
    // Without a beat that it could end on: a piece at the very end of the video that is shorter than one.
    const frames = beaten ?? (grid ? Math.max(1, Math.min(chosen, there)) : chosen)
    const timed = {
      start: piece.start,
      end: toMillionths(piece.start + (frames - longer) / reelFps),
      slow,
      at,
      frames,
    }
    at += frames
    return timed
  })
  return { titleFrames, pieces, frames: at }
}

/**
 * The moment of the video that a piece shows in one of its frames, in seconds. Frames count from the piece's first
 * one and needn't be whole.
 */
export function momentAt({ start, slow }: Pick<TimedPiece, 'start' | 'slow'>, frame: number): number {
  const seconds = frame / reelFps
  if (!slow) return start + seconds
  const before = Math.min(seconds, slow.from - start)
  const within = Math.min(Math.max(0, seconds - before) * slowMotion.speed, slow.to - slow.from)
  return start + before + within + Math.max(0, seconds - before - within / slowMotion.speed)
}

/** Seconds of a timeline's pieces, without its title card. */
export const lengthOf = ({ frames, titleFrames }: Timeline): number => (frames - titleFrames) / reelFps

/**
 * Where an automatic crop of a stretch looks: the path of the highlight that covers most of it.
 * @returns no points where no highlight is: then the middle
 */
export function focusOf(
  highlights: readonly Pick<Highlight, 'start' | 'end' | 'focus'>[],
  { start, end }: { start: number; end: number },
): FocusPoint[] {
  const shared = (h: { start: number; end: number }) => Math.min(h.end, end) - Math.max(h.start, start)
  const best = highlights
    .filter(h => h.focus?.length && shared(h) > 0)
    .sort((a, b) => shared(b) - shared(a))[0]
  return best?.focus ?? []
}

/** Where a path looks at a time: a straight line between its points, 0 to 1. */
export function focusAt(points: readonly FocusPoint[], time: number): number {
  const next = points.findIndex(point => point.time > time)
  if (next === 0) return points[0]?.x ?? 0.5
  if (next < 0) return points.at(-1)?.x ?? 0.5
  const [from, to] = [points[next - 1] as FocusPoint, points[next] as FocusPoint]
  return from.x + ((to.x - from.x) * (time - from.time)) / Math.max(0.001, to.time - from.time)
}
