import type { PlatformSandbox } from '#server/platforms/index.ts'
import { allowedOf, consentPage } from '../social/consent.ts'
import type { TokenAnswer } from '../social/grants.ts'
import type { Platform } from '../social/platform.ts'
import { googleOauth } from './schemas.ts'

type Form = Record<string, string>

/** Google's authorization and token endpoints, as far as a web server uses them. */
export function oauthRoutes(platform: Platform, client: PlatformSandbox['credentials']): void {
  const { app, grants } = platform

  app.get<{ Querystring: Form }>(
    '/o/oauth2/v2/auth',
    { config: { call: googleOauth.authorize } },
    async (request, reply) => {
      const q = request.query
      if (q.client_id !== client.id || !q.redirect_uri || q.response_type !== 'code' || !q.scope)
        return reply.status(400).send('Error 400: invalid_request')
      const scopes = q.scope.split(' ')
      const page = consentPage(platform, {
        action: '/o/oauth2/v2/auth',
        application: 'Trailcut',
        scopes,
        returnTo: q.redirect_uri,
        fields: {
          redirect_uri: q.redirect_uri,
          state: q.state ?? '',
          challenge: q.code_challenge ?? '',
          scope: q.scope,
        },
      })
      return reply.headers(page.headers).send(page.html)
    },
  )

  app.post<{ Body: Form }>('/o/oauth2/v2/auth', async (request, reply) => {
    const body = request.body
    const back = new URL(body.redirect_uri ?? '')
    back.searchParams.set('state', body.state ?? '')
    if (body.decision !== 'allow') back.searchParams.set('error', 'access_denied')
    else
      back.searchParams.set(
        'code',
        grants.code({
          accountId: body.account ?? '',
          scopes: allowedOf(body, (body.scope ?? '').split(' ')),
          redirectUri: body.redirect_uri ?? '',
          challenge: body.challenge || null,
        }),
      )
    return reply.redirect(back.href, 303)
  })

  app.get<{ Querystring: Form }>(
    '/tokeninfo',
    { config: { call: googleOauth.tokenInfo } },
    async (request, reply) => {
      const token = grants.inspect(request.query.access_token ?? '')
      if (token?.kind !== 'access')
        return reply.status(400).send({ error: 'invalid_token', error_description: 'Invalid Value' })
      const expiresIn = Math.floor((token.expiresAt - platform.now()) / 1000)
      return {
        azp: client.id,
        aud: client.id,
        scope: token.scopes.join(' '),
        exp: String(Math.floor(token.expiresAt / 1000)),
        expires_in: String(expiresIn),
        access_type: 'offline',
      }
    },
  )

  app.post<{ Body: Form }>(
    '/token',
    { config: { fault: 'token', call: googleOauth.token } },
    async (request, reply) => {
      const body = request.body
      if (body.client_id !== client.id || body.client_secret !== client.secret)
        return reply.status(401).send({ error: 'invalid_client', error_description: 'Unauthorized' })
      const first = body.grant_type === 'authorization_code'
      const answer: TokenAnswer | null = first
        ? await grants.exchange(body.code ?? '', body.redirect_uri ?? '', body.code_verifier ?? null)
        : await grants.refresh(body.refresh_token ?? '')
      if (!answer)
        return reply
          .status(400)
          .send({ error: 'invalid_grant', error_description: 'Token has been expired or revoked.' })
      return {
        access_token: answer.accessToken,
        expires_in: answer.expiresIn,
        // A refresh returns no new refresh token.
        ...(first ? { refresh_token: answer.refreshToken } : {}),
        scope: answer.scopes.join(' '),
        token_type: 'Bearer',
      }
    },
  )
}
