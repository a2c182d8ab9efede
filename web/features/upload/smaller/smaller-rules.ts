import { maxUploadBytes } from '#contract/constants.ts'

/** A film's picture, as it is shown. */
export interface Picture {
  /** pixels */
  width: number
  height: number
  /** frames a second */
  rate: number
}

/** How a film is made smaller. */
export interface Plan extends Picture {
  /** of the picture, bits a second */
  bitrate: number
  /** expected size of the file */
  bytes: number
}

/** 1080p, whichever way the camera was held. */
const short = 1080
const long = 1920
/** Bits a second of 1080p with 30 frames: what looks good on a ride, and the least that still does. */
const usual = 8_000_000
const least = 4_000_000
/** More frames differ less from each other. */
const manyFrames = { from: 40, times: 1.5 }
/** Encoders miss the bitrate they are given by a few percent. */
const reserve = 0.96
/** Bytes of the index for each frame, and for all the rest. */
const index = { frame: 16, rest: 64 * 1024 }

const even = (pixels: number) => Math.max(2, Math.round(pixels / 2) * 2)

/** No larger than 1080p, never enlarged; encoders want even numbers. */
export function smallerSize({ width, height }: Pick<Picture, 'width' | 'height'>) {
  const [less, more] = width < height ? [width, height] : [height, width]
  const scale = Math.min(1, short / less, long / more)
  return { width: even(width * scale), height: even(height * scale) }
}

/**
 * The plan for a film: the usual bitrate, or as much less as fits into an upload. Null when it would be too large even
 * with the least one.
 * @param film its seconds, and the bytes of what comes along as it is @param most bytes of an upload
 */
export function planFor(
  film: { seconds: number; besides: number },
  picture: Picture,
  most = maxUploadBytes,
): Plan | null {
  const size = smallerSize(picture)
  const share =
    ((size.width * size.height) / (short * long)) * (picture.rate > manyFrames.from ? manyFrames.times : 1)
  const fixed = film.besides + index.rest + index.frame * film.seconds * picture.rate
  const fits = ((most * reserve - fixed) * 8) / film.seconds
  if (fits < least * share) return null
  const bitrate = Math.round(Math.min(usual * share, fits))
  return { ...size, rate: picture.rate, bitrate, bytes: Math.round(fixed + (bitrate * film.seconds) / 8) }
}
