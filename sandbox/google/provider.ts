import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import Provider, { type Adapter, type AdapterPayload, type Configuration, errors } from 'oidc-provider'
import { chooserPage, problemPage } from './chooser.ts'
import { FormTooLargeError, readForm } from './form.ts'
import { clientId, type IssuerKeys } from './keys.ts'
import { choice, type People, personOf } from './people.ts'

interface ProviderOptions {
  keys: IssuerKeys
  people: People
  publicUrl: string
  redirectUri: string
  log: FastifyBaseLogger
}

const scopes = 'openid email profile'

function configuration({ keys, people, redirectUri, publicUrl }: ProviderOptions): Configuration {
  return {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: clientId,
        client_secret: keys.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [keys.signing] },
    cookies: { keys: [keys.cookie] },
    responseTypes: ['code'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Google puts these claims into the ID token; by default the standard only returns them from userinfo.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    // The issuer keeps no session, so tokens don't expire with one.
    expiresWithSession: () => false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 3600,
      Session: 3600,
    },
    async findAccount(_ctx, sub) {
      const person = people.find(sub)
      if (!person) return undefined
      const { email, emailVerified, name } = person
      return {
        accountId: sub,
        claims: async () => ({ sub, email, email_verified: emailVerified, ...(name ? { name } : {}) }),
      }
    },
    async loadExistingGrant(ctx) {
      const { provider, client, session } = ctx.oidc
      if (!client || !session?.accountId) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope(scopes)
      await grant.save()
      return grant
    },
    renderError(ctx, out) {
      const { html, headers } = problemPage(
        `${out.error}: ${out.error_description ?? 'no reason given'}`,
        publicUrl,
      )
      ctx.set(headers)
      ctx.body = html
    },
  }
}

/** Answers as an OpenID Connect provider, with a page for choosing an account. */
export function openProvider(
  issuer: string,
  options: ProviderOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const provider = new Provider(issuer, configuration(options))
  provider.on('server_error', (_ctx, error) => options.log.error({ err: error }, 'sandbox sign-in failed'))
  const pages = interactions(provider, options.people, options.publicUrl)
  const protocol = provider.callback()
  return (request, response) =>
    pages.handles(request.url) ? pages.serve(request, response) : protocol(request, response)
}

interface Entry {
  payload: AdapterPayload
  /** Milliseconds since 1970. */
  expiresAt: number
}

/**
 * The issuer's in-memory state: codes, interactions and tokens that live for minutes, at most `most` of them.
 * After a restart, an unfinished sign-in starts over at the chooser.
 */
function memoryAdapter(most = 2000): (model: string) => Adapter {
  const entries = new Map<string, Entry>()

  const read = (key: string): AdapterPayload | undefined => {
    const entry = entries.get(key)
    if (!entry) return undefined
    if (entry.expiresAt > Date.now()) return entry.payload
    entries.delete(key)
    return undefined
  }
  const findBy = (model: string, field: 'uid' | 'userCode', value: string) =>
    [...entries]
      .filter(([key, entry]) => key.startsWith(`${model}:`) && entry.payload[field] === value)
      .map(([key]) => read(key))
      .find(Boolean)

  return model => ({
    async upsert(id, payload, expiresIn) {
      // The issuer keeps no sessions: every sign-in shows the chooser, and choosing another account doesn't
      // sign the first one out.
      if (model === 'Session') return
      const key = `${model}:${id}`
      entries.delete(key)
      entries.set(key, { payload, expiresAt: Date.now() + (expiresIn || 3600) * 1000 })
      const [oldest] = entries.keys()
      if (entries.size > most && oldest) entries.delete(oldest)
    },
    find: async id => read(`${model}:${id}`),
    findByUid: async uid => findBy(model, 'uid', uid),
    findByUserCode: async userCode => findBy(model, 'userCode', userCode),
    async consume(id) {
      const payload = read(`${model}:${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    async destroy(id) {
      entries.delete(`${model}:${id}`)
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
    },
  })
}

function send(
  response: ServerResponse,
  status: number,
  { html, headers }: ReturnType<typeof chooserPage>,
): void {
  response.writeHead(status, headers).end(html)
}

/**
 * The issuer's own page: choosing an account. There is no consent page because Google shows none for name and
 * email.
 */
function interactions(provider: Provider, people: People, publicUrl: string) {
  const returnsTo = new URL(publicUrl).origin

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { uid, params } = await provider.interactionDetails(request, response)
    const action = `/interaction/${encodeURIComponent(uid)}`
    const preselected = typeof params.login_hint === 'string' ? params.login_hint.slice(0, 254) : ''
    const chooser = { action, cancel: `${action}/cancel`, returnsTo, preselected }
    if (request.method === 'GET') return send(response, 200, chooserPage(chooser))
    if (request.url?.endsWith('/cancel')) {
      const result = { error: 'access_denied', error_description: 'The person cancelled' }
      return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    }
    const form = await readForm(request)
    const chosen = choice.safeParse(form)
    if (!chosen.success) {
      const error = chosen.error.issues[0]?.message ?? 'Enter a valid email address.'
      return send(response, 422, chooserPage({ ...chooser, error, typed: form.email ?? '' }))
    }
    const accountId = people.remember(personOf(chosen.data))
    return provider.interactionFinished(
      request,
      response,
      { login: { accountId } },
      { mergeWithLastSubmission: false },
    )
  }

  return {
    handles: (url: string | undefined): boolean => url?.startsWith('/interaction/') ?? false,
    /** @throws any error not caused by the person or by an outdated page */
    async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
      try {
        await answer(request, response)
      } catch (error) {
        if (!(error instanceof errors.OIDCProviderError || error instanceof FormTooLargeError)) throw error
        send(
          response,
          400,
          problemPage('This sign-in has ended or was started in another browser.', publicUrl),
        )
      }
    },
  }
}
