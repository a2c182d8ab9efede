import type { Channel } from '../port.ts'
import { facebookConnector } from './connector.ts'
import { facebookPublisher } from './publisher.ts'

/** The Graph API version used; the sandbox implements the same one. */
const version = 'v25.0'

/** A Facebook Page. */
export const facebookChannel: Channel = {
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
