import type { Channel } from '../port.ts'
import { tiktokConnector } from './connector.ts'
import { tiktokPublisher } from './publisher.ts'

/**
 * TikTok accepts 6 per minute and token and may count those it refused
 * (https://developers.tiktok.com/doc/content-posting-api-reference-direct-post); one is reserved for network
 * delays.
 */
const opensPerMinute = 5

/** A TikTok account. */
export const tiktokChannel: Channel = {
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
