import { youtubeShorts as facts } from '#contract/platforms/youtube-shorts.ts'
import type { Platform } from '../port.ts'
import { shortVideoAttention } from '../rules.ts'
import { youtube } from '../youtube/index.ts'
import { textsFor } from './rules.ts'

/** Shorts are uploads to the same channel under the same rules, upright and watched at other hours. */
export const youtubeShorts: Platform = {
  ...youtube,
  facts,
  format: 'vertical',
  // Upright or square, and no longer than this (https://support.google.com/youtube/answer/15424877).
  longestSeconds: 180,
  takesReleased: false,
  textsFor,
  attention: shortVideoAttention,
  // Shorts are shown in a feed and count every start: a viral one has a few million views on its first day.
  plausible: { viewsPerMinute: 2500, timesRate: 10, likesPerView: 0.4 },
}
