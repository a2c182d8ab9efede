import { youtube as facts } from '#contract/platforms/youtube.ts'
import type { Channel, Platform } from '../port.ts'
import { longVideoAttention, usualCadence } from '../rules.ts'
import { youtubeConnector } from './connector.ts'
import { youtubePublisher } from './publisher.ts'
import { fitted, problemsOf, textsFor } from './rules.ts'

/** A YouTube channel: full-length videos and Shorts are uploads to it. */
const channel: Channel = {
  kind: 'youtube',
  // Google limits uploads and counters per project, across all its channels.
  shared: { starts: true, statsCalls: true },
  // Of 10,000 calls of batchGetStats.
  dailyStatsCalls: 9000,
  quotaZone: 'America/Los_Angeles',
  connect({ youtube }, sandbox, clock) {
    const { url } = sandbox ?? {}
    const at = url
      ? {
          apiUrl: url,
          analyticsUrl: url,
          watchUrl: `${url}/watch?v=`,
          dailyUnits: youtube.dailyUnits,
          authUrl: `${url}/o/oauth2/v2/auth`,
          tokenUrl: `${url}/token`,
        }
      : youtube
    const credentials = sandbox?.credentials ?? youtube.credentials
    return {
      publisher: youtubePublisher(at, clock, youtube),
      connector: credentials && youtubeConnector(at, credentials),
      sandbox: sandbox !== null,
      limits: youtube,
    }
  },
}

/** Full-length videos on the YouTube channel. */
export const youtube: Platform = {
  facts,
  channel,
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
