/** Seconds of the ride per second of the video from which on it is a time lapse, and below which it is slow motion. */
export const paceLimits = { lapse: 1.5, slow: 0.67 } as const

/**
 * How a video was recorded that doesn't show its ride in real time.
 * @param pace seconds of the ride per second of the video
 * @returns 'varying' where some parts are in real time and others aren't
 */
export function recordedAs(pace: number): 'lapse' | 'slow' | 'varying' {
  if (pace > paceLimits.lapse) return 'lapse'
  return pace < paceLimits.slow ? 'slow' : 'varying'
}
