import { secret } from '../social/grants.ts'
import { buildPlatform } from '../social/platform.ts'
import type { StartSocial } from '../social/social-sandbox.ts'
import { changeRoutes } from './changes.ts'
import { misfit, refusals } from './errors.ts'
import { listRoutes } from './lists.ts'
import { oauthRoutes } from './oauth.ts'
import { reelRoutes } from './reels.ts'

/** The Graph API version that is served. */
const version = 'v25.0'
const scopes = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts', 'read_insights']
const accounts = [
  { id: '104857600000001', name: 'Trailcut on Facebook', about: 'a Page' },
  { id: '104857600000002', name: 'Trailcut Events', about: 'another Page' },
]
/** A Page token made from a long-lived user token never expires. */
const withoutEnd = 100 * 365 * 86_400

/**
 * Starts a sandbox of the Graph API for a Page's reels, its resumable host, and Facebook Login, on one port.
 */
export const startFacebook: StartSocial = async given => {
  const platform = await buildPlatform({
    name: 'Facebook',
    folder: given.folder,
    accounts,
    rotatesTokens: false,
    refusals,
    misfit,
    watchPath: post => `/reel/${post.id}`,
    ...(given.port ? { port: given.port } : {}),
  })
  platform.grants.accessSeconds = withoutEnd
  platform.grants.refreshSeconds = 60 * 86_400
  const credentials = { id: '1048576000000003', secret: secret() }
  oauthRoutes(platform, version, credentials)
  const reels = await reelRoutes(platform, version)
  listRoutes(platform, version, reels)
  changeRoutes(platform, version)
  platform.app.setErrorHandler((error, _request, reply) => {
    given.log.error({ err: error }, 'sandbox Facebook stumbled')
    return reply
      .status(500)
      .send({ error: { message: 'An unknown error occurred', type: 'FacebookApiException', code: 1 } })
  })
  const url = await platform.listen()
  return {
    url,
    credentials,
    platform,
    consent: (redirectUri, _challenge, accountId = accounts[0]?.id ?? '') =>
      platform.grants.code({ accountId, scopes, redirectUri, challenge: null }),
    close: () => platform.close(),
  }
}
