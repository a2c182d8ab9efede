import { tiktok as facts } from '#contract/platforms/tiktok.ts'
import type { Platform } from '../port.ts'
import { shortVideoAttention, usualCadence } from '../rules.ts'
import { tiktokChannel } from './channel.ts'
import { fitted, privacyProblem, problemsOf, textsFor, withDefaults } from './rules.ts'

/** Upright clips as posts of a TikTok account. */
export const tiktok: Platform = {
  facts,
  channel: tiktokChannel,
  format: 'vertical',
  longestSeconds: 600,
  pickedSeconds: 180,
  // A post can't be scheduled: it goes live when it is sent.
  uploadsEarly: false,
  takesReleased: false,
  problemsOf,
  privacyProblem,
  withDefaults,
  fitted,
  textsFor,
  attention: shortVideoAttention,
  sampleAgainMs: usualCadence,
  // A viral post has a few million views on its first day, 3.6 million at this rate, and rises late and
  // steeply: the feed shows it to people who follow no one. Likes of 10 to 20% are common, and a third
  // occurs.
  plausible: { viewsPerMinute: 2500, timesRate: 10, likesPerView: 0.6 },
}
