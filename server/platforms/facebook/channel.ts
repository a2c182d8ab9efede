import type { Channel } from '../port.ts'
import { facebookConnector } from './connector.ts'
import { facebookPublisher } from './publisher.ts'

/** The version of the Graph API that this speaks; the sandbox answers to the same. */
const version = 'v25.0'

/** A Facebook Page. */
export const facebookChannel: Channel = {
  kind: 'facebook',
  // Each Page has its 30 reels a day and its own calls.
  shared: { starts: false, statsCalls: false },
  // Pages may make 4,800 calls a day for each person who sees them; one batch counts as many calls as it has posts.
  dailyStatsCalls: 200,
  quotaZone: 'America/Los_Angeles',
  connect({ facebook }, standIn, clock) {
    const { url } = standIn ?? {}
    const at = url
      ? { apiUrl: url, uploadUrl: url, authUrl: `${url}/dialog/oauth`, watchUrl: `${url}/reel/` }
      : facebook
    const addresses = { ...at, apiUrl: `${at.apiUrl}/${version}` }
    const credentials = standIn?.credentials ?? facebook.credentials
    return {
      publisher: facebookPublisher(addresses, clock),
      connector: credentials && facebookConnector(addresses, credentials, clock),
      standIn: standIn !== null,
      limits: facebook,
    }
  },
}
