import { createHash } from 'node:crypto'
import type { FocusPoint } from '#contract/analysis.ts'
import type { Clip } from '#contract/clips.ts'
import type { GaugeChoice, GaugeRide } from '#contract/gauges/schemas.ts'
import { postedRate } from '#contract/platforms/rate.ts'
import type { BedName } from '#contract/reels/bed-names.ts'
import type { OwnMusic } from '#contract/reels/music-limits.ts'
import type { TimedPiece } from '#contract/reels/timeline.ts'
import type { Probe } from '#server/core/media/probe.ts'

/** A part of a video, seconds, and where an upright crop of it looks (times of the video). */
export interface Part {
  start: number
  end: number
  focus: FocusPoint[]
}

/** How a person's reel is put together; frames are those of the reel. */
export interface ReelRecipe {
  title: { text: string; frames: number } | null
  /** own music with its seconds from where it starts */
  music: BedName | (OwnMusic & { seconds: number }) | null
  pieces: (TimedPiece & Pick<Part, 'focus'>)[]
}

export interface Frame {
  width: number
  height: number
  /** Size cropped from the source before scaling; null when the whole picture is used. */
  crop: { width: number; height: number } | null
}

const even = (value: number) => Math.max(2, Math.floor(value / 2) * 2)
const round = (seconds: number) => Math.round(seconds * 1000) / 1000

/** Parts limited to the video, with a minimum length, to the millisecond. @throws when nothing is left */
export function settleParts(parts: Part[], durationSeconds: number): Part[] {
  const settled = parts
    .map(p => ({ ...p, start: round(Math.max(0, p.start)), end: round(Math.min(durationSeconds, p.end)) }))
    .filter(p => p.end - p.start >= 0.1)
  if (!settled.length) throw new Error('The parts lie outside the video')
  return settled
}

export const durationOf = (parts: Part[]): number => round(parts.reduce((sum, p) => sum + p.end - p.start, 0))

/** A clip's gauges and their data. */
export interface BurnedIn {
  choice: GaugeChoice
  ride: GaugeRide
  /** they show what the rider chose for their own clip, not what others may see */
  byRider: boolean
}

/** The name of a request: the same parts in the same format are the same clip. */
export function digestOf(format: Clip['format'], parts: Part[], gauges?: BurnedIn | null): string {
  const bare = [rendererVersion, format, parts.map(p => [p.start, p.end])]
  const text = JSON.stringify(gauges ? [...bare, gaugesVersion, gauges] : bare)
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** The same for a person's reel: whatever changes its bytes changes its name. */
export function digestOfReel(format: Clip['format'], recipe: ReelRecipe, gauges?: BurnedIn | null): string {
  const bare = ['reel', reelVersion, format, recipe]
  const text = JSON.stringify(gauges ? [...bare, gaugesVersion, gauges] : bare)
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** Incremented whenever the renderer's output for the same request changes. */
const rendererVersion = 2
/** The same for reels that people make. */
const reelVersion = 2
/** Incremented whenever the drawing of gauges changes. */
const gaugesVersion = 2

/**
 * Size of the output: the source's own up to 1080 lines, or an upright 9:16 or square crop, as large as the
 * source allows.
 */
export function frameOf(probe: Probe, format: Clip['format']): Frame {
  const { width, height } = probe.video
  if (format === 'wide') {
    const scale = Math.min(1, 1080 / Math.min(width, height))
    return { width: even(width * scale), height: even(height * scale), crop: null }
  }
  if (format === 'square') {
    const side = Math.min(width, height)
    const out = side >= 1080 ? 1080 : 720
    return { width: out, height: out, crop: { width: even(side), height: even(side) } }
  }
  const [outWidth, outHeight] = Math.min(width, height) >= 1080 ? [1080, 1920] : [720, 1280]
  const upright = width / height <= 9 / 16
  const crop = upright
    ? { width: even(width), height: even((width * 16) / 9) }
    : { width: even((height * 9) / 16), height: even(height) }
  return { width: outWidth, height: outHeight, crop }
}

/** A clip's frames per second: the source's own, where platforms accept that. */
export const fpsOf = (probe: Probe): number => postedRate(probe.video.fps)
