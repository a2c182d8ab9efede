import type { Probe } from '#server/core/media/probe.ts'

/** Seconds of one segment; what is encoded has a key frame at the start of each and no other. */
export const segmentSeconds = 4

/**
 * remux: the source's own bytes; first: small and fast, for codecs that browsers don't play; ladder: the
 * final renditions.
 */
export type RenditionKind = 'remux' | 'first' | 'ladder'
/** The state of the whole video's file for platforms. */
export type SharedStatus = 'pending' | 'ready' | 'failed'

export interface Rendition {
  width: number
  height: number
  /** bits per second, the encoder's maximum */
  maxBitrate: number
  audioBitrate: number
  fps: number
}

const ladderHeights = [
  { height: 1080, maxBitrate: 6_000_000, audioBitrate: 160_000 },
  { height: 720, maxBitrate: 3_200_000, audioBitrate: 128_000 },
  { height: 480, maxBitrate: 1_500_000, audioBitrate: 128_000 },
  { height: 240, maxBitrate: 500_000, audioBitrate: 96_000 },
] as const

const even = (value: number) => Math.max(2, Math.round(value / 2) * 2)

/**
 * A size with the source's shape: `height` is that of the shorter side, so that upright video is treated
 * alike.
 */
function sized(probe: Probe, shorter: number): { width: number; height: number } {
  const { width, height } = probe.video
  const scale = Math.min(1, shorter / Math.min(width, height))
  return { width: even(width * scale), height: even(height * scale) }
}

/** Frames of one segment. Of a rate like 29.97 it's a little longer than `segmentSeconds`, never shorter. */
export const segmentFrames = (fps: number): number => Math.ceil(fps * segmentSeconds)

/** Bits per second of a segment; 0 for one too short to say something. @param size bytes */
export const peakOf = (size: number, seconds: number): number =>
  seconds > 0.5 ? Math.round((size * 8) / seconds) : 0

/** Frame rates above 60 (slow motion sources) don't help a player and cost encoding time. */
export const outputFps = (fps: number): number => Math.min(60, Math.max(1, Math.round(fps * 1000) / 1000))

/** The renditions that the source allows, largest first, never larger than the source; at least one. */
export function ladderFor(probe: Probe): Rendition[] {
  const shorter = Math.min(probe.video.width, probe.video.height)
  const fitting = ladderHeights.filter(step => step.height <= shorter)
  // A source between two standard heights (an 848 × 480 proxy, 900 lines) keeps its own size as the top.
  const top = ladderHeights.find(step => step.height <= shorter)
  const own =
    !top || shorter > top.height * 1.15 ? ladderHeights.findLast(step => step.height >= shorter) : undefined
  const steps = own ? [{ ...own, height: shorter }, ...fitting] : fitting
  const fps = outputFps(probe.video.fps)
  return steps
    .filter(step => step.height <= 1080)
    .map(step => ({
      ...sized(probe, step.height),
      maxBitrate: Math.round(step.maxBitrate * (fps > 40 ? 1.5 : 1)),
      audioBitrate: step.audioBitrate,
      fps,
    }))
}

/** The small rendition that makes a source with an unsupported codec playable. */
export function firstRendition(probe: Probe): Rendition {
  return {
    ...sized(probe, 360),
    maxBitrate: 900_000,
    audioBitrate: 96_000,
    fps: Math.min(30, outputFps(probe.video.fps)),
  }
}

const playablePixels = new Set(['yuv420p', 'yuvj420p'])

/** Whether browsers play the source's own video stream, so that it need not be encoded. */
export const canRemux = (probe: Probe): boolean =>
  probe.video.codec === 'h264' &&
  playablePixels.has(probe.video.pixelFormat) &&
  probe.video.rotation === 0 &&
  // A transport stream may begin anywhere and repeat its setup.
  probe.demuxer !== 'mpegts' &&
  !probe.video.interlaced

/** Whether the audio may be copied together with a copied video stream. */
export const canCopySound = (probe: Probe): boolean =>
  probe.audio?.codec === 'aac' && probe.audio.channels <= 2

/** Whether the source has a dynamic range that must be mapped for ordinary screens. */
export const isHighDynamicRange = (probe: Probe): boolean =>
  probe.video.transfer === 'smpte2084' || probe.video.transfer === 'arib-std-b67'
