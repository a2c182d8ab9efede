import { youtube as facts } from '#contract/platforms/youtube.ts'
import type { Platform } from '../port.ts'
import { longVideoAttention, usualCadence } from '../rules.ts'
import { youtubeChannel } from './channel.ts'
import { fitted, problemsOf, wordsFor } from './rules.ts'

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
  // A post needs no choices.
  withDefaults: metadata => metadata,
  fitted,
  wordsFor,
  attention: longVideoAttention,
  sampleAgainMs: usualCadence,
  // A thousand a minute is 1.4 million a day: only the biggest channels do that with a whole video. One that takes off
  // makes several times its average so far. Of viewers 2 to 10% like a video; of a small one's, up to a quarter.
  plausible: { viewsPerMinute: 1000, timesRate: 5, likesPerView: 0.4 },
}
