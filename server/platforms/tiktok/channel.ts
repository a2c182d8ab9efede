import type { Channel } from '../port.ts'
import { tiktokConnector } from './connector.ts'
import { tiktokPublisher } from './publisher.ts'

/**
 * TikTok takes 6 a minute for each token and may count those that it refused
 * (https://developers.tiktok.com/doc/content-posting-api-reference-direct-post); one is left for delays on the way.
 */
const opensPerMinute = 5

/** A TikTok account. */
export const tiktokChannel: Channel = {
  kind: 'tiktok',
  // Posts are counted for each account and its token, calls for counters for the application
  // (https://developers.tiktok.com/doc/tiktok-api-v2-rate-limit).
  shared: { starts: false, statsCalls: true },
  dailyStatsCalls: 20_000,
  quotaZone: 'America/Los_Angeles',
  connect({ tiktok }, standIn, clock) {
    const { url } = standIn ?? {}
    const at = url ? { apiUrl: url, authUrl: `${url}/v2/auth/authorize/` } : tiktok
    const credentials = standIn?.credentials ?? tiktok.credentials
    return {
      publisher: tiktokPublisher(at, clock),
      connector: credentials && tiktokConnector(at, credentials),
      standIn: standIn !== null,
      limits: { ...tiktok, perMinute: opensPerMinute },
    }
  },
}
