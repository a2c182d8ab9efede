import type { FastifyReply } from 'fastify'
import type { PlatformSandbox } from '#server/platforms/index.ts'
import { allowedOf, consentPage } from '../social/consent.ts'
import { secret } from '../social/grants.ts'
import type { Platform } from '../social/platform.ts'
import { badToken, noPermission, refuse } from './errors.ts'
import { facebookCalls } from './schemas.ts'

type Form = Record<string, string>

/** A person's one-hour token, and the long-lived one it can be exchanged for. */
interface Person {
  lasting: string
  endsAt: number
}

const hourMs = 3600_000
/** Pages in a part of the list. Facebook has 25; one shows whether the rest is asked for. */
const pagesInPart = 1
/** A Page of everybody that may only be looked at. */
const lookedAt = '104857600000009'
const longLivedSeconds = 60 * 86_400

/** A part of a list, with the address of the next one while there is one. */
function partOf<T>(all: readonly T[], query: { after?: string; limit?: string }, next: URL) {
  const start = query.after === undefined ? 0 : Number(Buffer.from(query.after, 'base64').toString())
  const end = start + Math.min(pagesInPart, Number(query.limit ?? pagesInPart))
  const after = Buffer.from(String(end)).toString('base64')
  next.searchParams.set('after', after)
  return {
    data: all.slice(start, end),
    paging: { cursors: { after }, ...(end < all.length ? { next: next.href } : {}) },
  }
}

/**
 * Facebook Login and Page tokens. Here, a Page token is the account's access token and never expires; the
 * long-lived user token it was made from is the account's refresh token.
 */
export function oauthRoutes(
  platform: Platform,
  version: string,
  client: PlatformSandbox['credentials'],
): void {
  const { app, grants, now } = platform
  const people = new Map<string, Person>()

  app.get<{ Querystring: Form }>(
    '/dialog/oauth',
    { config: { call: facebookCalls.dialog } },
    async (request, reply) => {
      const q = request.query
      if (q.client_id !== client.id || !q.redirect_uri || q.response_type !== 'code' || !q.state)
        return reply.status(400).send('Sorry, something went wrong: invalid parameters')
      const scopes = (q.scope ?? '').split(',')
      const page = consentPage(platform, {
        action: '/dialog/oauth',
        application: 'Trailcut',
        scopes,
        returnTo: q.redirect_uri,
        fields: { redirect_uri: q.redirect_uri, state: q.state, scope: q.scope ?? '' },
      })
      return reply.headers(page.headers).send(page.html)
    },
  )

  app.post<{ Body: Form }>('/dialog/oauth', async (request, reply) => {
    const body = request.body
    const redirectUri = body.redirect_uri ?? ''
    const back = new URL(redirectUri)
    back.searchParams.set('state', body.state ?? '')
    if (body.decision !== 'allow') {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_reason', 'user_denied')
    } else {
      const scopes = allowedOf(body, (body.scope ?? '').split(','))
      const code = grants.code({ accountId: body.account ?? '', scopes, redirectUri, challenge: null })
      back.searchParams.set('code', code)
    }
    return reply.redirect(back.href, 303)
  })

  const isClient = (q: Form) => q.client_id === client.id && q.client_secret === client.secret
  const bearerOf = (header: string | undefined) => /^Bearer (.+)$/.exec(header ?? '')?.[1] ?? ''

  async function exchange(q: Form, reply: FastifyReply) {
    const answer = await grants.exchange(q.code ?? '', q.redirect_uri ?? '', null)
    if (!answer) return refuse(reply, 400, 100, 'This authorization code has been used.', 36009)
    const short = `user.${secret()}`
    people.set(short, { lasting: answer.refreshToken, endsAt: now() + hourMs })
    return { access_token: short, token_type: 'bearer', expires_in: hourMs / 1000 }
  }

  app.get<{ Querystring: Form }>(
    `/${version}/oauth/access_token`,
    { config: { fault: 'token', call: facebookCalls.token } },
    async (request, reply) => {
      const q = request.query
      if (!isClient(q)) return refuse(reply, 400, 1, 'Error validating client secret.')
      if (q.grant_type !== 'fb_exchange_token') return exchange(q, reply)
      const person = people.get(q.fb_exchange_token ?? '')
      if (!person || person.endsAt < now()) return badToken(reply)
      return { access_token: person.lasting, token_type: 'bearer', expires_in: longLivedSeconds }
    },
  )

  app.get<{ Querystring: Form }>(
    `/${version}/debug_token`,
    { config: { call: facebookCalls.debugToken } },
    async (request, reply) => {
      const q = request.query
      if (bearerOf(request.headers.authorization) !== `${client.id}|${client.secret}`)
        return refuse(reply, 400, 190, 'Invalid OAuth access token.')
      const given = q.input_token ?? ''
      const short = people.get(given)
      const token = grants.inspect(short?.lasting ?? given)
      if (!token || (short && short.endsAt < now())) return { data: { is_valid: false, scopes: [] } }
      const ends = Math.floor((short?.endsAt ?? token.expiresAt) / 1000)
      return {
        data: {
          app_id: client.id,
          type: token.kind === 'access' ? 'PAGE' : 'USER',
          is_valid: true,
          // A Page token doesn't expire by itself.
          expires_at: token.kind === 'access' ? 0 : ends,
          scopes: token.scopes,
        },
      }
    },
  )

  // Here a refresh is this kind of call, so faults ordered for the token endpoint apply to it.
  app.get(
    `/${version}/me/accounts`,
    { config: { fault: 'token', call: facebookCalls.accounts } },
    async (request, reply) => {
      const page = await grants.refresh(bearerOf(request.headers.authorization))
      if (!page) return badToken(reply)
      if (!page.scopes.includes('pages_show_list')) return noPermission(reply, 'pages_show_list')
      // The first part has a Page that may only be looked at; the one that was chosen follows.
      const query = request.query as { after?: string; limit?: string }
      const all = [
        { id: lookedAt, access_token: `page.${secret()}`, tasks: ['ANALYZE'] },
        { id: page.accountId, access_token: page.accessToken, tasks: ['CREATE_CONTENT', 'ANALYZE'] },
      ]
      return partOf(all, query, new URL(request.url, `http://${request.headers.host}`))
    },
  )

  app.get(`/${version}/me`, { config: { call: facebookCalls.me } }, async (request, reply) => {
    const who = grants.bearer(request.headers.authorization)
    if (!who) return badToken(reply)
    const account = platform.options.accounts.find(({ id }) => id === who.accountId)
    const username = (account?.name ?? '').replaceAll(' ', '')
    return { id: who.accountId, name: account?.name ?? '', username, picture: { data: { url: '' } } }
  })
}
