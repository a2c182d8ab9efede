import type { Channel } from '../port.ts'
import { youtubeConnector } from './connector.ts'
import { youtubePublisher } from './publisher.ts'

/** A YouTube channel: full-length videos and Shorts are uploads to it. */
export const youtubeChannel: Channel = {
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
