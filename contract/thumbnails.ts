/** The heights in which anybody may have a picture of a published video. */
export const publicHeights = [180, 360, 720] as const

/** A frame is cut out of the video for each picture of the seek bar: this many are enough. */
const frames = 40

/** The time of the frame that stands for this moment on the seek bar: whole seconds, at most `frames` different ones. */
export function storyboardTime(seconds: number, duration: number): number {
  const step = Math.max(1, Math.ceil(duration / frames))
  return Math.max(0, Math.min(Math.floor(duration), Math.floor(seconds / step) * step))
}

/** Every time that storyboardTime gives for a video of this length, in order. */
export function storyboardTimes(duration: number): number[] {
  const step = Math.max(1, Math.ceil(duration / frames))
  const times = Array.from({ length: Math.floor(duration / step) + 1 }, (_, i) => i * step)
  return times.map(time => storyboardTime(time, duration))
}

/** What a rider may upload as a cover: JPEG, PNG or WebP. */
export const coverLimits = { bytes: 10_000_000, pixels: 50_000_000 } as const
