import { z } from 'zod'
import { sentences } from '#sentences/platforms.ts'
import type { Credentials } from '#server/core/settings/platform-settings.ts'
import type { Connector, Grant } from '../connector.ts'
import { call, jsonOf } from '../http.ts'
import { consentUrl, postForm, tokenError } from '../oauth.ts'
import { PublishError, silent } from '../publish-error.ts'
import { checkYoutube } from './check.ts'
import { reportScopes } from './reports.ts'

interface Addresses {
  /** https://accounts.google.com/o/oauth2/v2/auth */
  authUrl: string
  /** https://oauth2.googleapis.com/token */
  tokenUrl: string
  /** https://www.googleapis.com */
  apiUrl: string
}

const scope = 'https://www.googleapis.com/auth/'
/** upload sends videos and covers, readonly lists them, force-ssl changes and deletes published ones. */
export const scopes = ['youtube.upload', 'youtube.readonly', 'youtube.force-ssl'].map(name => scope + name)

const granted = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.number(),
  // Seven days, and only for applications in Google's testing status.
  refresh_token_expires_in: z.number().optional(),
  scope: z.string().default(''),
})
const channels = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        snippet: z.object({
          title: z.string(),
          // Including the @; older channels have none.
          customUrl: z.string().default(''),
          thumbnails: z.object({ default: z.object({ url: z.string() }).optional() }).default({}),
        }),
      }),
    )
    .default([]),
})

/** Google's OAuth 2 for web servers (https://developers.google.com/identity/protocols/oauth2/web-server). */
export function youtubeConnector(
  { authUrl, tokenUrl, apiUrl }: Addresses,
  { id: clientId, secret: clientSecret }: Credentials,
): Connector {
  async function ask(form: Record<string, string>): Promise<Grant> {
    const answer = await postForm(tokenUrl, { client_id: clientId, client_secret: clientSecret, ...form })
    const body = granted.safeParse(jsonOf(answer))
    if (answer.status !== 200 || !body.success) throw tokenError(answer)
    const g = body.data
    return {
      accessToken: g.access_token,
      refreshToken: g.refresh_token ?? null,
      expiresIn: g.expires_in,
      refreshExpiresIn: g.refresh_token_expires_in ?? null,
      scopes: g.scope.split(' ').filter(Boolean),
    }
  }
  return {
    scopes,
    optionalScopes: reportScopes,
    authorizeUrl: (state, challenge, redirectUri) =>
      consentUrl(authUrl, {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: [...scopes, ...reportScopes].join(' '),
        access_type: 'offline',
        // Without consent, Google returns a refresh token only the very first time; without select_account,
        // it uses the account the browser is signed in to, so a second channel could never be connected.
        prompt: 'consent select_account',
        include_granted_scopes: 'true',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }),
    exchange: (code, verifier, redirectUri) =>
      ask({ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri }),
    refresh: refreshToken => ask({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    async profile(accessToken) {
      const answer = await silent(
        call(`${apiUrl}/youtube/v3/channels?part=snippet&mine=true`, {
          method: 'GET',
          headers: { authorization: `Bearer ${accessToken}` },
        }),
      )
      const mine = channels.safeParse(jsonOf(answer))
      const channel = mine.success ? mine.data.items[0] : undefined
      if (answer.status !== 200 || !channel)
        throw new PublishError('reject', sentences.accountHasNoChannel({ platform: 'YouTube' }), {
          code: String(answer.status),
        })
      return {
        externalId: channel.id,
        name: channel.snippet.title,
        handle: channel.snippet.customUrl || null,
        avatarUrl: channel.snippet.thumbnails.default?.url ?? null,
        privacyOptions: [],
      }
    },
    check: held => checkYoutube({ apiUrl, tokenUrl, clientId, scopes }, held),
  }
}
