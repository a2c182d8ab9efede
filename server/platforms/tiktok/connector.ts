import { z } from 'zod'
import { sentences } from '#sentences/platforms.ts'
import type { Credentials } from '#server/core/settings/platform-settings.ts'
import type { Connector, Grant } from '../connector.ts'
import { call, jsonOf } from '../http.ts'
import { consentUrl, postForm, tokenError } from '../oauth.ts'
import { PublishError, silent } from '../publish-error.ts'
import { checkTiktok } from './check.ts'
import { dataOf } from './errors.ts'

interface Addresses {
  /** https://www.tiktok.com/v2/auth/authorize/ */
  authUrl: string
  /** https://open.tiktokapis.com */
  apiUrl: string
}

export const scopes = ['user.info.basic', 'video.publish', 'video.list']

// Documentation versions state different lifetimes, so use the answer's. The refresh token rotates with every
// use, which invalidates the old one at once.
const granted = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.number(),
  refresh_expires_in: z.number().optional(),
  scope: z.string().default(''),
})
const user = z.object({
  user: z.object({
    open_id: z.string(),
    display_name: z.string().default(''),
    avatar_url: z.string().default(''),
  }),
})
const creator = z.object({
  creator_username: z.string().default(''),
  privacy_level_options: z.array(z.string()).default([]),
})

/** TikTok's Login Kit for the web (https://developers.tiktok.com/doc/oauth-user-access-token-management). */
export function tiktokConnector(
  { authUrl, apiUrl }: Addresses,
  { id: clientKey, secret: clientSecret }: Credentials,
): Connector {
  async function ask(form: Record<string, string>): Promise<Grant> {
    const application = { client_key: clientKey, client_secret: clientSecret }
    const answer = await postForm(`${apiUrl}/v2/oauth/token/`, { ...application, ...form })
    // Errors also come with status 200.
    const body = granted.safeParse(jsonOf(answer))
    if (!body.success) throw tokenError(answer)
    const g = body.data
    return {
      accessToken: g.access_token,
      refreshToken: g.refresh_token ?? null,
      expiresIn: g.expires_in,
      refreshExpiresIn: g.refresh_expires_in ?? null,
      scopes: g.scope.split(',').filter(Boolean),
    }
  }
  return {
    scopes,
    authorizeUrl: (state, _challenge, redirectUri) =>
      consentUrl(authUrl, {
        client_key: clientKey,
        scope: scopes.join(','),
        response_type: 'code',
        redirect_uri: redirectUri,
        state,
        // Otherwise TikTok skips its page and returns the account that the browser is signed in to.
        disable_auto_auth: '1',
      }),
    exchange: (code, _verifier, redirectUri) =>
      ask({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
    refresh: refreshToken => ask({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    async profile(accessToken) {
      const headers = {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json; charset=UTF-8',
      }
      const now = new Date()
      const me = dataOf(
        await silent(
          call(`${apiUrl}/v2/user/info/?fields=open_id,display_name,avatar_url`, { method: 'GET', headers }),
        ),
        user,
        now,
      ).user
      const { creator_username: handle, privacy_level_options: options } = dataOf(
        await silent(
          call(`${apiUrl}/v2/post/publish/creator_info/query/`, { method: 'POST', headers, body: '{}' }),
        ),
        creator,
        now,
      )
      if (!me.open_id)
        throw new PublishError('reject', sentences.accountNoUser({ platform: 'TikTok' }), { code: 'no_id' })
      return {
        externalId: me.open_id,
        name: me.display_name || 'TikTok account',
        handle: handle ? `@${handle}` : null,
        avatarUrl: me.avatar_url || null,
        privacyOptions: options,
      }
    },
    check: held => checkTiktok(apiUrl, held),
  }
}
