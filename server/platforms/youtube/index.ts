import { youtube as facts } from '#contract/platforms/youtube.ts'
import type { Platform } from '../port.ts'
import { longVideoAttention, usualCadence } from '../rules.ts'
import { youtubeChannel } from './channel.ts'
import { fitted, problemsOf, textsFor } from './rules.ts'

/** Full-length videos on the YouTube channel. */
export const youtube: Platform = {
  facts,
  channel: youtubeChannel,
  format: 'wide',
  longestSeconds: 600,
  pickedSeconds: 180,
  uploadsEarly: true,
  takesReleased: true,
  problemsOf,
  // The levels are the same for every channel; problemsOf checks them.
  privacyProblem: () => null,
  // A post needs no choices.
  withDefaults: metadata => metadata,
  fitted,
  textsFor,
  attention: longVideoAttention,
  sampleAgainMs: usualCadence,
  // A thousand a minute is 1.4 million a day: only the biggest channels reach that with a full-length video.
  // A rising one makes several times its average so far. 2 to 10% of viewers like a video, up to a quarter
  // for a small one.
  plausible: { viewsPerMinute: 1000, timesRate: 5, likesPerView: 0.4 },
}
