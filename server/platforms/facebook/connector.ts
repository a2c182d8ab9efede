import { z } from 'zod'
import { sentences } from '#sentences/platforms.ts'
import type { Clock } from '#server/core/clock.ts'
import type { Credentials } from '#server/core/settings/platform-settings.ts'
import type { AccountFilter, Connector } from '../connector.ts'
import { type Answer, call, jsonOf } from '../http.ts'
import { consentUrl } from '../oauth.ts'
import { PublishError, silent } from '../publish-error.ts'
import { checkFacebook, inspected } from './check.ts'
import { facebookError } from './errors.ts'

interface Addresses {
  /** https://graph.facebook.com/v25.0 */
  apiUrl: string
  /** https://www.facebook.com/dialog/oauth */
  authUrl: string
}

export const scopes = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts', 'read_insights']
/** The task a person must be allowed on the Page. */
const task = 'CREATE_CONTENT'

/** Parts of the list of Pages that are read: nobody has more, and a list without an end ends. */
const mostParts = 100

const token = z.object({ access_token: z.string().min(1), expires_in: z.number().optional() })
const pages = z.object({
  data: z.array(
    z.object({
      id: z.string().regex(/^\d+$/),
      access_token: z.string().min(1),
      tasks: z.array(z.string()).default([]),
    }),
  ),
  // https://developers.facebook.com/docs/graph-api/results: without `next` it is the last part
  paging: z
    .object({ next: z.url().optional(), cursors: z.object({ after: z.string() }).optional() })
    .default({}),
})
const page = z.object({
  id: z.string(),
  name: z.string().default(''),
  /** from its address; Pages without one omit it */
  username: z.string().default(''),
  picture: z.object({ data: z.object({ url: z.string().default('') }) }).optional(),
})

/** How long a person's long-lived token lasts if the answer doesn't say. Days. */
const longLivedDays = 60
/**
 * A Page token made from a long-lived token never expires; renewing it anyway reveals problems early. Days.
 */
const renewAfterDays = 30
const seconds = (days: number) => days * 86_400

/** The Page, and the person's long-lived token that its tokens are made from. */
const keyOf = (pageId: string, personToken: string) => `${pageId}:${personToken}`
const partsOf = (key: string): [pageId: string, personToken: string] => {
  const [pageId = '', person = ''] = key.split(/:(.*)/s)
  return [pageId, person]
}

/** Of the Pages a person granted, the one being reconnected, otherwise the first that isn't connected yet. */
const wantedPage = <P extends { id: string }>(
  pages: readonly P[],
  { externalId, known }: AccountFilter,
): P | undefined =>
  pages.find(({ id }) => id === externalId) ?? pages.find(({ id }) => !known.includes(id)) ?? pages[0]

/**
 * Facebook Login for a web server: a code becomes a person's token, then a long-lived one, which yields Page
 * tokens (https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived). If a
 * person grants several Pages, this is the one being reconnected, otherwise the first one that allows posts
 * and isn't connected yet.
 */
export function facebookConnector(
  { apiUrl, authUrl }: Addresses,
  { id: clientId, secret: clientSecret }: Credentials,
  clock: Clock,
): Connector {
  async function get<T>(
    path: string,
    query: Record<string, string>,
    schema: z.ZodType<T>,
    bearer?: string,
  ): Promise<T> {
    const answer: Answer = await silent(
      call(`${apiUrl}${path}?${new URLSearchParams(query)}`, {
        method: 'GET',
        ...(bearer ? { headers: { authorization: `Bearer ${bearer}` } } : {}),
      }),
    )
    const body = schema.safeParse(jsonOf(answer))
    if (answer.status !== 200 || !body.success) throw facebookError(answer, new Date())
    return body.data
  }
  const application = { client_id: clientId, client_secret: clientSecret }
  const inspect = async (inputToken: string) =>
    (await get('/debug_token', { input_token: inputToken }, inspected, `${clientId}|${clientSecret}`)).data
  /** Every Page of a person, part by part. */
  const pagesOf = async (personToken: string) => {
    const found: z.infer<typeof pages>['data'] = []
    let after: string | undefined
    for (let part = 0; part < mostParts; part++) {
      const query = { fields: 'id,access_token,tasks', ...(after === undefined ? {} : { after }) }
      const { data, paging } = await get('/me/accounts', query, pages, personToken)
      found.push(...data)
      after = paging.next === undefined ? undefined : paging.cursors?.after
      if (after === undefined) break
    }
    return found
  }

  return {
    scopes,
    authorizeUrl: (state, _challenge, redirectUri) =>
      consentUrl(authUrl, {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: scopes.join(','),
        // Asks again for permissions that were declined last time.
        auth_type: 'rerequest',
        state,
      }),
    async exchange(code, _verifier, redirectUri, wanted = { externalId: null, known: [] }) {
      const first = await get(
        '/oauth/access_token',
        { ...application, redirect_uri: redirectUri, code },
        token,
      )
      const lasting = await get(
        '/oauth/access_token',
        { ...application, grant_type: 'fb_exchange_token', fb_exchange_token: first.access_token },
        token,
      )
      const person = lasting.access_token
      const data = await inspect(person)
      const allowed = (await pagesOf(person)).filter(one => one.tasks.includes(task))
      const granted = wantedPage(allowed, wanted)
      if (!granted)
        throw new PublishError('reject', sentences.noPage({ platform: 'Facebook' }), {
          code: 'no_page',
        })
      return {
        accessToken: granted.access_token,
        refreshToken: keyOf(granted.id, person),
        expiresIn: seconds(renewAfterDays),
        refreshExpiresIn: lasting.expires_in ?? seconds(longLivedDays),
        scopes: data.scopes,
      }
    },
    async refresh(key) {
      const [pageId, person] = partsOf(key)
      const granted = (await pagesOf(person)).find(({ id }) => id === pageId)
      if (!granted)
        throw new PublishError('reconnect', sentences.pageLost, {
          code: 'no_page',
        })
      return {
        accessToken: granted.access_token,
        // The same token: only a person can extend it.
        refreshToken: null,
        expiresIn: seconds(renewAfterDays),
        refreshExpiresIn: null,
        scopes,
      }
    },
    async profile(accessToken) {
      const me = await get('/me', { fields: 'id,name,username,picture{url}' }, page, accessToken)
      return {
        externalId: me.id,
        name: me.name || 'Facebook Page',
        handle: me.username ? `@${me.username}` : null,
        avatarUrl: me.picture?.data.url || null,
        privacyOptions: [],
      }
    },
    async check(held) {
      const [, person] = partsOf(held.refreshToken)
      return checkFacebook({ scopes, task, inspect, pagesOf }, held, person, clock.now())
    },
  }
}
