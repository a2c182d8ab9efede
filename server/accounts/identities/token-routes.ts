import { isAPIError } from 'better-auth/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { currentUser, googleTokenBody, simpleSignupAnswer } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Accounts } from '../accounts.ts'
import { check, failuresFromNetwork, networkOf, take } from '../sign-in/limits.ts'
import { engineHeaders, relayCookies } from '../sign-in/relay.ts'
import type { Routes } from '../typed-routes.ts'
import { bearerToken, firebaseProvider } from './firebase.ts'
import { issuersOf, keysOfIssuer, signedPart, type VerifiedClaims, verifyIdToken } from './id-token.ts'
import { spendProof, userOfIdentity } from './store.ts'

const refused = { 401: errorBody, 403: errorBody, 422: errorBody, 429: errorBody, 503: errorBody }
const notVerified = 'The e-mail address of this account is not verified.'
const otherIdentity =
  'This address belongs to an account with another sign-in at this provider. Use the email form to get a sign-in link.'
const config = { permission: 'public', rateLimit: { max: 30, timeWindow: '1 minute' } } as const

/** What the client's identity provider library says of the person; proves nothing, so nothing of it is stored. */
const syncBody = z.object({
  firebaseUid: z.string().max(128),
  email: z.email().max(254),
  displayName: z.string().max(200).nullish(),
  photoURL: z.string().max(2000).nullish(),
})

/** Sign-in by an ID token that the browser got from the identity provider by itself. */
export function tokenRoutes(
  routes: Routes,
  { db, clock }: Deps,
  { engine, provider, firebase, currentUser: show }: Accounts,
): void {
  // Google's widget and its stand-in; another OpenID Connect provider is reached by the redirect only.
  const widget = provider && provider.id !== 'oidc' ? provider : null
  const keys = widget && keysOfIssuer(widget.issuer)

  /** Makes the session. @throws AppError forbidden when the token does not say that the address is verified */
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
        throw new AppError('forbidden', cause.body?.code === 'other_identity' ? otherIdentity : notVerified, {
          cause,
        })
      })
    relayCookies(reply, headers)
    return response
  }

  routes.post(
    api.googleToken,
    {
      config,
      schema: {
        summary: 'Signs in by a Google Identity credential; each one works once',
        tags: ['accounts'],
        body: googleTokenBody,
        response: { 200: simpleSignupAnswer, ...refused },
      },
    },
    async (request, reply) => {
      if (!widget || !keys)
        throw new AppError('unavailable', 'Signing in with Google is not set up on this server.')
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
        throw new AppError('unauthorized', 'This sign-in token has been used already.')
      return signIn(request, reply, widget.id, claims)
    },
  )

  routes.post(
    api.sync,
    {
      config,
      schema: {
        summary: 'After a client-side sign-in: makes a session by the Firebase ID token in Authorization',
        tags: ['accounts'],
        body: syncBody,
        response: { 200: currentUser, ...refused },
      },
    },
    async (request, reply) => {
      const token = firebase && bearerToken(request.headers.authorization)
      if (firebase && token) {
        const claims = await firebase.verify(token)
        const known = await userOfIdentity(db, firebaseProvider, claims.sub)
        if (!known || known !== request.actor?.id)
          return show((await signIn(request, reply, firebaseProvider, claims)).id)
      }
      if (!request.actor) throw new AppError('unauthorized', 'Unauthorized')
      return show(request.actor.id)
    },
  )
}
