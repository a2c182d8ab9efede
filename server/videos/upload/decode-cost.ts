import { sentences } from '#sentences/videos.ts'
import type { Probe } from '#server/core/media/probe.ts'
import type { Sentence } from '#server/core/sentences.ts'

/** Rough estimates of the software decoding cost of a pixel relative to H.264. */
const codecFactors: Record<string, number> = {
  h264: 1,
  mpeg4: 0.7,
  mpeg2video: 0.7,
  mjpeg: 1,
  flv1: 0.7,
  wmv2: 0.7,
  vp8: 1,
  vp9: 1.5,
  hevc: 1.5,
  av1: 2,
  prores: 1.5,
}
/** For codecs that no camera writes. */
const unknownCodec = 3

/** Bits per color component, from names such as yuv420p10le and p010le; 8 when the name has none. */
const bitsOf = (pixelFormat: string): number =>
  Number(/(?:p|gray|gbrp|gbrap)0?(9|10|12|14|16)(?:le|be)$/.exec(pixelFormat)?.[1] ?? 8)

/**
 * The cost of decoding a video once: pixels × frames × codec factor × bit depth over 8, in billions of pixels
 * of 8-bit H.264. An hour of 1080p at 60 fps is 450.
 */
export function decodeGigapixels({ video, durationSeconds }: Probe): number {
  const frames = Math.max(1, video.fps * durationSeconds)
  const factor = codecFactors[video.codec] ?? unknownCodec
  return ((video.width * video.height * frames) / 1e9) * factor * (bitsOf(video.pixelFormat) / 8)
}

/** Pixels of the largest picture: 8192 × 8192. Each picture takes decoder memory, however short the video. */
const largestPicture = 8192 ** 2

/** Why a video is too costly to process; null when it isn't. */
export function tooCostly(probe: Probe, limitGigapixels: number): Sentence | null {
  const { width, height } = probe.video
  if (width * height > largestPicture) return sentences.pictureTooLarge({ width, height })
  if (decodeGigapixels(probe) > limitGigapixels) return sentences.tooCostly
  return null
}
