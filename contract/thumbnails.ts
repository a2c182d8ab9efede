/** The heights in which anyone can get a picture of a published video. */
export const publicHeights = [180, 360, 720] as const

/** Most frames that the seek bar's previews need; each one has to be decoded. */
const frames = 40

/** The time of the seek bar frame for this moment: whole seconds, at most `frames` different ones. */
export function storyboardTime(seconds: number, duration: number): number {
  const step = Math.max(1, Math.ceil(duration / frames))
  return Math.max(0, Math.min(Math.floor(duration), Math.floor(seconds / step) * step))
}

/** Every time that storyboardTime returns for a video of this length, in order. */
export function storyboardTimes(duration: number): number[] {
  const step = Math.max(1, Math.ceil(duration / frames))
  const times = Array.from({ length: Math.floor(duration / step) + 1 }, (_, i) => i * step)
  return times.map(time => storyboardTime(time, duration))
}

/** What riders may upload as a cover: JPEG, PNG or WebP. */
export const coverLimits = { bytes: 10_000_000, pixels: 50_000_000 } as const
