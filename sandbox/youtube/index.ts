import { secret } from '../social/grants.ts'
import { buildPlatform } from '../social/platform.ts'
import type { StartSocial } from '../social/social-sandbox.ts'
import { changeRoutes } from './changes.ts'
import { misfit, refusals } from './errors.ts'
import { extraRoutes } from './extras.ts'
import { listRoutes } from './lists.ts'
import { oauthRoutes } from './oauth.ts'
import { quotaOf } from './quota.ts'
import { reportRoutes } from './reports.ts'
import { uploadRoutes } from './uploads.ts'

export const youtubeScopes = [
  'https://www.googleapis.com/auth/youtube.upload',
  'https://www.googleapis.com/auth/youtube.readonly',
  'https://www.googleapis.com/auth/youtube.force-ssl',
]
const accounts = [
  { id: 'UCtrailcut0000000000001', name: 'Trailcut Rides', about: 'public channel' },
  { id: 'UCtrailcut0000000000002', name: 'Trailcut Tests', about: 'a second channel' },
]

/** Starts a sandbox of the YouTube Data API v3 and its Google OAuth, on its own loopback port. */
export const startYoutube: StartSocial = async given => {
  const platform = await buildPlatform({
    name: 'YouTube',
    folder: given.folder,
    accounts,
    rotatesTokens: false,
    refusals,
    misfit,
    watchPath: post => `/watch?v=${post.id}`,
    ...(given.port ? { port: given.port } : {}),
  })
  const credentials = { id: 'trailcut-youtube-sandbox', secret: secret() }
  oauthRoutes(platform, credentials)
  const quota = quotaOf(platform)
  await uploadRoutes(platform, quota)
  listRoutes(platform, quota)
  changeRoutes(platform, quota)
  extraRoutes(platform, quota)
  reportRoutes(platform)
  platform.app.setErrorHandler((error, _request, reply) => {
    given.log.error({ err: error }, 'sandbox YouTube stumbled')
    return reply
      .status(500)
      .send({ error: { code: 500, message: 'Stumbled', errors: [{ reason: 'backendError' }] } })
  })
  const url = await platform.listen()
  return {
    url,
    credentials,
    platform,
    consent: (redirectUri, challenge, accountId = accounts[0]?.id ?? '', more = []) =>
      platform.grants.code({
        accountId,
        scopes: [...youtubeScopes, ...more],
        redirectUri,
        challenge,
      }),
    close: () => platform.close(),
  }
}
