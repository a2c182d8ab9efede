import { youtube as facts } from '#contract/platforms/youtube.ts'
import type { Platform } from '../port.ts'
import { longVideoAttention, usualCadence } from '../rules.ts'
import { youtubeChannel } from './channel.ts'
import { fitted, problemsOf } from './rules.ts'

/** Whole videos on the YouTube channel. */
export const youtube: Platform = {
  facts,
  channel: youtubeChannel,
  format: 'wide',
  longestSeconds: 600,
  pickedSeconds: 180,
  uploadsEarly: true,
  takesReleased: true,
  problemsOf,
  // The levels are the same for every channel: problemsOf checks them.
  privacyProblem: () => null,
  fitted,
  attention: longVideoAttention,
  sampleAgainMs: usualCadence,
}
