/** A frame is cut out of the video for each picture that is asked for: this many are enough for a bar. */
const frames = 40

/** The time of the frame that stands for this moment on the seek bar: whole seconds, at most `frames` different ones. */
export function storyboardTime(seconds: number, duration: number): number {
  const step = Math.max(1, Math.ceil(duration / frames))
  return Math.max(0, Math.min(Math.floor(duration), Math.floor(seconds / step) * step))
}
