import { secret } from '../social/grants.ts'
import { buildPlatform } from '../social/platform.ts'
import type { StartSocial } from '../social/social-sandbox.ts'
import { displayRoutes } from './display.ts'
import { misfit, refusals } from './envelope.ts'
import { oauthRoutes } from './oauth.ts'
import { publishRoutes } from './publish.ts'

const scopes = ['user.info.basic', 'video.publish', 'video.list']
const accounts = [
  { id: 'trailcut.rides', name: 'trailcut.rides', about: 'public account' },
  { id: 'trailcut.stunts', name: 'trailcut.stunts', about: 'another public account' },
  { id: 'trailcut.friends', name: 'trailcut.friends', about: 'private account' },
]

/** Starts a sandbox of TikTok's Content Posting and Display APIs, on its own loopback port. */
export const startTiktok: StartSocial = async given => {
  const platform = await buildPlatform({
    name: 'TikTok',
    folder: given.folder,
    accounts,
    rotatesTokens: true,
    refusals,
    misfit,
    watchPath: post => `/@${post.accountId}/video/${post.id}`,
    ...(given.port ? { port: given.port } : {}),
  })
  platform.grants.accessSeconds = 2 * 3600
  const credentials = { id: 'trailcut-tiktok-sandbox', secret: secret() }
  oauthRoutes(platform, credentials)
  const pending = await publishRoutes(platform)
  displayRoutes(platform, pending)
  platform.app.setErrorHandler((error, _request, reply) => {
    given.log.error({ err: error }, 'sandbox TikTok stumbled')
    return reply
      .status(500)
      .send({ data: {}, error: { code: 'internal_error', message: 'Stumbled', log_id: '' } })
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
