import type { PlatformSandbox } from '#server/platforms/index.ts'
import { allowedOf, consentPage } from '../social/consent.ts'
import type { Platform } from '../social/platform.ts'
import { tiktokCalls } from './schemas.ts'

type Form = Record<string, string>

/** TikTok's authorization page and token endpoint: each use rotates the refresh token. */
export function oauthRoutes(platform: Platform, client: PlatformSandbox['credentials']): void {
  const { app, grants } = platform

  app.get<{ Querystring: Form }>(
    '/v2/auth/authorize/',
    { config: { call: tiktokCalls.authorize } },
    async (request, reply) => {
      const q = request.query
      if (q.client_key !== client.id || !q.redirect_uri || !q.scope || !q.state)
        return reply.status(400).send('Something went wrong: param_error')
      const scopes = q.scope.split(',')
      const page = consentPage(platform, {
        action: '/v2/auth/authorize/',
        application: 'Trailcut',
        scopes,
        returnTo: q.redirect_uri,
        fields: { redirect_uri: q.redirect_uri, state: q.state, scope: q.scope },
      })
      return reply.headers(page.headers).send(page.html)
    },
  )

  app.post<{ Body: Form }>('/v2/auth/authorize/', async (request, reply) => {
    const body = request.body
    const back = new URL(body.redirect_uri ?? '')
    back.searchParams.set('state', body.state ?? '')
    const scopes = allowedOf(body, (body.scope ?? '').split(','))
    if (body.decision !== 'allow') back.searchParams.set('error', 'access_denied')
    else {
      const redirectUri = body.redirect_uri ?? ''
      const code = grants.code({ accountId: body.account ?? '', scopes, redirectUri, challenge: null })
      back.searchParams.set('code', code)
      back.searchParams.set('scopes', scopes.join(','))
    }
    return reply.redirect(back.href, 303)
  })

  app.post<{ Body: Form }>(
    '/v2/oauth/token/',
    { config: { fault: 'token', call: tiktokCalls.token } },
    async (request, reply) => {
      const body = request.body
      const refuse = (error: string, error_description: string) =>
        reply.status(400).send({ error, error_description, log_id: '' })
      if (body.client_key !== client.id || body.client_secret !== client.secret)
        return refuse('invalid_client', 'Client key or secret is incorrect.')
      const answer =
        body.grant_type === 'authorization_code'
          ? await grants.exchange(body.code ?? '', body.redirect_uri ?? '', null)
          : await grants.refresh(body.refresh_token ?? '')
      if (!answer) return refuse('invalid_grant', 'Refresh token is invalid or expired.')
      return {
        access_token: answer.accessToken,
        expires_in: answer.expiresIn,
        open_id: answer.accountId,
        refresh_token: answer.refreshToken,
        refresh_expires_in: answer.refreshExpiresIn,
        scope: answer.scopes.join(','),
        token_type: 'Bearer',
      }
    },
  )
}
