import { facebook as facts } from '#contract/platforms/facebook.ts'
import type { Platform } from '../port.ts'
import { shortVideoAttention, usualCadence } from '../rules.ts'
import { facebookChannel } from './channel.ts'
import { fitted, problemsOf, textsFor } from './rules.ts'

/** Upright clips as reels of a Facebook Page (https://developers.facebook.com/docs/video-api/guides/reels-publishing). */
export const facebook: Platform = {
  facts,
  channel: facebookChannel,
  format: 'vertical',
  // A reel has 3 to 90 seconds.
  longestSeconds: 90,
  pickedSeconds: 90,
  uploadsEarly: false,
  takesReleased: false,
  problemsOf,
  // A Page's posts are public; there is nothing to choose.
  privacyProblem: () => null,
  // A post needs no choices.
  withDefaults: metadata => metadata,
  fitted,
  textsFor,
  attention: shortVideoAttention,
  sampleAgainMs: usualCadence,
  // A Page's reels grow more slowly than on video platforms: 1,500 a minute is 2.2 million a day. Plays
  // exclude replays, so reactions reach about a fifth of them at most.
  plausible: { viewsPerMinute: 1500, timesRate: 10, likesPerView: 0.5 },
}
