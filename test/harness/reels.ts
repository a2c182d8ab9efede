import type { ReelPlan } from '#contract/reels/schemas.ts'

/** A reel of one second without music, slow motion and gauges. */
export const silentPlan: ReelPlan = {
  title: '',
  target: 15,
  shape: 'upright',
  music: null,
  onBeat: false,
  slowMotion: false,
  gauges: 'none',
  pieces: [{ start: 1, end: 2, crop: null }],
}
