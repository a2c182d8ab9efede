import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sentences } from '#sentences/accounts.ts'
import { sentences as common } from '#sentences/http.ts'
import { AppError } from '#server/core/http/errors.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import type { Deps } from '#server/deps.ts'
import type { Accounts } from '../build-accounts.ts'
import { check, failuresFromNetwork, networkOf, take } from '../sign-in/limits.ts'
import { engineHeaders, relayCookies } from '../sign-in/relay.ts'
import { bearerToken, firebaseProvider } from './firebase.ts'
import { issuersOf, keysOfIssuer, signedPart, type VerifiedClaims, verifyIdToken } from './id-token.ts'
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
    const { response, headers } = await (await engine()).api
      .signInWithClaims({
        body: { providerId, claims },
        headers: engineHeaders(request),
        returnHeaders: true,
      })
      .catch(async cause => {
        const { isAPIError } = await import('better-auth/api')
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
