import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import Provider, { type Configuration } from 'oidc-provider'
import { problemPage } from './chooser.ts'
import { credentialMaker, credentials } from './credential.ts'
import { interactions } from './interactions.ts'
import { type IssuerKeys, loadOrCreateKeys } from './keys.ts'
import { memoryAdapter } from './memory-adapter.ts'
import { People } from './people.ts'
import { widget } from './widget/widget.ts'

export interface IssuerOptions {
  /** Where the keys are stored. */
  folder: string
  /** The server that people sign in to, without a trailing slash. */
  publicUrl: string
  /** The callback URL of that server. */
  redirectUri: string
  log: FastifyBaseLogger
  /** 0 or absent: any free port. */
  port?: number
}

export interface Issuer {
  issuer: string
  clientId: string
  clientSecret: string
  close(): Promise<void>
}

const clientId = 'trailcut-sandbox'
const scopes = 'openid email profile'

function configuration({
  keys,
  people,
  redirectUri,
  publicUrl,
}: IssuerOptions & { keys: IssuerKeys; people: People }): Configuration {
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

const listen = (server: Server, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })

/** Starts an OpenID Connect issuer on loopback, with an account chooser. */
export async function startIssuer(options: IssuerOptions): Promise<Issuer> {
  const keys = await loadOrCreateKeys(options.folder)
  const people = new People()
  const server = createServer()
  const port = await listen(server, options.port ?? 0)
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, configuration({ ...options, keys, people }))
  provider.on('server_error', (_ctx, error) => options.log.error({ err: error }, 'sandbox sign-in failed'))
  const pages = interactions(provider, people, options.publicUrl)
  const protocol = provider.callback()
  const makeCredential = credentialMaker({ issuer, clientId, signing: keys.signing })
  const credential = credentials(makeCredential)
  const button = widget({ clientId, publicUrl: options.publicUrl, makeCredential })
  const fail = (error: unknown, response: ServerResponse) => {
    options.log.error({ err: error }, 'sandbox sign-in page failed')
    if (!response.headersSent) response.writeHead(500)
    response.end()
  }
  server.on('request', (request, response) => {
    if (request.method === 'POST' && request.url === '/credential')
      return void credential(request, response).catch(error => fail(error, response))
    if (button.handles(request.url))
      return void button.serve(request, response).catch(error => fail(error, response))
    if (!pages.handles(request.url)) return void protocol(request, response)
    pages.serve(request, response).catch(error => fail(error, response))
  })
  return {
    issuer,
    clientId,
    clientSecret: keys.clientSecret,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
