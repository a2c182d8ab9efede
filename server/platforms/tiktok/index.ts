import { tiktok as facts } from '#contract/platforms/tiktok.ts'
import type { Channel, Platform } from '../port.ts'
import { shortVideoAttention, usualCadence } from '../rules.ts'
import { tiktokConnector } from './connector.ts'
import { tiktokPublisher } from './publisher.ts'
import { fitted, privacyProblem, problemsOf, textsFor, withDefaults } from './rules.ts'

/**
 * TikTok accepts 6 per minute and token and may count those it refused
 * (https://developers.tiktok.com/doc/content-posting-api-reference-direct-post); one is reserved for network
 * delays.
 */
const opensPerMinute = 5

/** A TikTok account. */
const channel: Channel = {
  kind: 'tiktok',
  // Posts are limited per account and token, calls for counters per application
  // (https://developers.tiktok.com/doc/tiktok-api-v2-rate-limit).
  shared: { starts: false, statsCalls: true },
  dailyStatsCalls: 20_000,
  quotaZone: 'America/Los_Angeles',
  connect({ tiktok }, sandbox, clock) {
    const { url } = sandbox ?? {}
    const at = url ? { apiUrl: url, authUrl: `${url}/v2/auth/authorize/` } : tiktok
    const credentials = sandbox?.credentials ?? tiktok.credentials
    return {
      publisher: tiktokPublisher(at, clock),
      connector: credentials && tiktokConnector(at, credentials),
      sandbox: sandbox !== null,
      limits: { ...tiktok, perMinute: opensPerMinute },
    }
  },
}

/** Upright clips as posts of a TikTok account. */
export const tiktok: Platform = {
  facts,
  channel,
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
