import type { Factor, World } from '#lab/ride/world/world.ts'

const half = (value: number, limit: number, low: string, high: string) => (value < limit ? low : high)

/**
 * The class of a world in each factor, used to group figures: a choice by its value, a range split in the
 * middle. `lab/ride/world/draw.ts` has the ranges.
 */
const classes: { [F in Factor]: (value: World[F]) => string } = {
  lens: ({ halfWidth }) => half(halfWidth, Math.tan((105 * Math.PI) / 360), 'narrow', 'wide'),
  mount: ({ place }) => place,
  engine: ({ kind }) => kind,
  wind: ({ gain }) => half(gain, 0.2, 'quiet', 'windy'),
  microphone: ({ control, clip }) => (clip < 1 ? 'clipping' : control ? 'automatic gain' : 'fixed gain'),
  compression: ({ crf }) => half(crf, 26, 'fine', 'coarse'),
  frameRate: fps => half(fps ?? 30, 27, '24 or 25', (fps ?? 30) < 40 ? '29.97 or 30' : '50 or 60'),
  light: ({ shade, brightness, contrast }) =>
    shade > 0 ? 'patches of shade' : half(brightness * contrast, 1, 'dull', 'bright'),
  shapes: shapes => half(shapes?.softness ?? 0.5, 0.5, 'sharp, short', 'soft, long'),
  inertial: inertial =>
    inertial?.upsideDown ? 'upside down' : half(inertial?.accelerometerNoise ?? 0, 0.09, 'clean', 'noisy'),
  gps: ({ hz }) => (hz === 0 ? 'none' : half(hz ?? 18, 4, '1 Hz', '5 to 18 Hz')),
  company: ({ talkers, passing, music }) =>
    music > 0 ? 'music' : talkers + passing > 0 ? 'voices, vehicles' : 'none',
}

/** The class of a world in a factor, such as `narrow` or `two-stroke`. */
export const classOf = <F extends Factor>(factor: F, world: World): string => classes[factor](world[factor])
