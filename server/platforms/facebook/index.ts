import { facebook as facts } from '#contract/platforms/facebook.ts'
import type { Channel, Platform } from '../port.ts'
import { shortVideoAttention, usualCadence } from '../rules.ts'
import { facebookConnector } from './connector.ts'
import { facebookPublisher } from './publisher.ts'
import { fitted, problemsOf, textsFor } from './rules.ts'

/** The Graph API version used; the sandbox implements the same one. */
const version = 'v25.0'

/** A Facebook Page. */
const channel: Channel = {
  kind: 'facebook',
  // The limits of 30 reels a day and of calls apply to each Page separately.
  shared: { starts: false, statsCalls: false },
  // A Page may make 4,800 calls a day per person who sees it; a batch counts as one call per post.
  dailyStatsCalls: 200,
  quotaZone: 'America/Los_Angeles',
  connect({ facebook }, sandbox, clock) {
    const { url } = sandbox ?? {}
    const at = url
      ? { apiUrl: url, uploadUrl: url, authUrl: `${url}/dialog/oauth`, watchUrl: `${url}/reel/` }
      : facebook
    const addresses = { ...at, apiUrl: `${at.apiUrl}/${version}` }
    const credentials = sandbox?.credentials ?? facebook.credentials
    return {
      publisher: facebookPublisher(addresses, clock),
      connector: credentials && facebookConnector(addresses, credentials, clock),
      sandbox: sandbox !== null,
      limits: facebook,
    }
  },
}

/** Upright clips as reels of a Facebook Page (https://developers.facebook.com/docs/video-api/guides/reels-publishing). */
export const facebook: Platform = {
  facts,
  channel,
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
