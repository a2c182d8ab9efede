import { isAPIError } from 'better-auth/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/core/http/errors.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { common } from '#server/core/http/sentences.ts'
import type { Deps } from '#server/deps.ts'
import type { Accounts } from '../accounts.ts'
import { loopbackDetour, returnPath, signInProblem } from '../rules.ts'
import { sentences } from '../sentences.ts'
import { check, failuresFromNetwork, networkOf, take } from '../sign-in/limits.ts'
import { engineHeaders, relayCookies } from '../sign-in/relay.ts'
import { bearerToken, firebaseProvider } from './firebase.ts'
import { issuersOf, keysOfIssuer, signedPart, type VerifiedClaims, verifyIdToken } from './id-token.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { spendProof, userOfIdentity } from './store.ts'

/** Sign-in with an ID token that the browser got directly from the identity provider. */
export function tokenRoutes(
  app: FastifyInstance,
  { db, clock }: Deps,
  { engine, provider, firebase, currentUser: show }: Accounts,
): void {
  // Google's widget or its sandbox; other OpenID Connect providers only work by redirect.
  const widget = provider && provider.id !== 'oidc' ? provider : null
  const keys = widget && keysOfIssuer(widget.issuer)

  /**
   * Creates the session. @throws AppError forbidden when the token doesn't say that the address is verified
   */
  async function signIn(
    request: FastifyRequest,
    reply: FastifyReply,
    providerId: string,
    claims: VerifiedClaims,
  ): Promise<{ id: string; email: string }> {
    const { response, headers } = await engine.api
      .signInWithClaims({
        body: { providerId, claims },
        headers: engineHeaders(request),
        returnHeaders: true,
      })
      .catch(cause => {
        if (!isAPIError(cause) || cause.statusCode !== 403) throw cause
        const { otherIdentity, addressNotVerified } = sentences
        const other = cause.body?.code === 'other_identity'
        throw new AppError('forbidden', other ? otherIdentity : addressNotVerified, { cause })
      })
    relayCookies(reply, headers)
    return response
  }

  implement(app, 'googleToken', { rateLimit: perMinute(30) }, async (request, reply) => {
    if (!widget || !keys) throw new AppError('unavailable', sentences.googleNotSetUp)
    const { credential, nonce } = request.body
    const expected = { issuers: issuersOf(widget.issuer), audience: widget.clientId }
    const network = networkOf(request.ip)
    await check(db, failuresFromNetwork, network, clock.now())
    const claims = await verifyIdToken(credential, keys, expected, clock, nonce).catch(async error => {
      if (error instanceof AppError && error.code === 'unauthorized')
        await take(db, failuresFromNetwork, network, clock.now())
      throw error
    })
    if (!(await spendProof(db, signedPart(credential), new Date((claims.exp + 60) * 1000))))
      throw new AppError('unauthorized', sentences.tokenUsed)
    return signIn(request, reply, widget.id, claims)
  })

  implement(app, 'sync', { rateLimit: perMinute(30) }, async (request, reply) => {
    const token = firebase && bearerToken(request.headers.authorization)
    if (firebase && token) {
      const claims = await firebase.verify(token)
      const known = await userOfIdentity(db, firebaseProvider, claims.sub)
      if (!known || known !== request.actor?.id)
        return show((await signIn(request, reply, firebaseProvider, claims)).id)
    }
    if (!request.actor) throw new AppError('unauthorized', common.unauthorized)
    return show(request.actor.id)
  })
}

/** Sign-in at the identity provider: the redirect there, and the callback. */
export function providerRoutes(
  app: FastifyInstance,
  { publicUrl }: Deps,
  { engine, provider }: Accounts,
): void {
  implement(app, 'login', { rateLimit: perMinute(60), exposeHeadRoute: false }, async (request, reply) => {
    const detour = loopbackDetour(request.headers.host, publicUrl)
    if (detour) return reply.redirect(`${detour}${request.url}`)
    if (!provider) throw new AppError('unavailable', sentences.providerNotSetUp)
    const { response, headers } = await engine.api
      .signInSocial({
        body: {
          provider: provider.id,
          callbackURL: `${publicUrl}${returnPath(request.query.returnTo, publicUrl)}`,
          errorCallbackURL: `${publicUrl}/`,
          disableRedirect: true,
        },
        headers: engineHeaders(request),
        returnHeaders: true,
      })
      .catch(cause => {
        if (!isAPIError(cause)) throw cause
        throw new AppError('unavailable', sentences.providerDown, { cause })
      })
    if (!response.url) throw new Error('The sign-in engine gave no address to go to')
    relayCookies(reply, headers)
    return reply.redirect(withPerson(response.url, provider, request.query.person))
  })

  implement(
    app,
    'loginCallback',
    { rateLimit: perMinute(60), exposeHeadRoute: false },
    async (request, reply) => {
      const answer = await engine.handler(
        new Request(`${publicUrl}${request.url}`, { headers: engineHeaders(request) }),
      )
      const location = answer.headers.get('location')
      if (answer.status !== 302 || !location)
        throw new Error(`The sign-in engine answered the callback with ${answer.status}`)
      relayCookies(reply, answer.headers)
      return reply.redirect(withoutEngineError(location, publicUrl))
    },
  )
}

/**
 * Where a person is sent to choose an account. Only the sandbox's chooser receives a preselected address, and
 * the person still has to choose; a real provider receives nothing that a link could contain.
 */
export function withPerson(
  address: string,
  { id }: Pick<IdentityProvider, 'id'>,
  person: string | undefined,
): string {
  if (id !== 'sandbox' || !person) return address
  const chooser = new URL(address)
  chooser.searchParams.set('login_hint', person)
  return chooser.href
}

/**
 * Provider messages end here: the page receives one of a few codes, never text that an address could contain.
 */
function withoutEngineError(location: string, publicUrl: string): string {
  const target = new URL(location, publicUrl)
  const code = target.pathname === '/' ? target.searchParams.get('error') : null
  return code === null ? target.href : `/?signInError=${signInProblem(code)}`
}
