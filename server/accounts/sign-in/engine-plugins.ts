import { randomBytes, randomUUID } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { handleOAuthUserInfo } from 'better-auth/oauth2'
import { z } from 'zod'
import type { Clock } from '#server/core/clock.ts'
import type { Deps } from '#server/deps.ts'
import { personOf } from '../identities/identity-provider.ts'
import { noteDevice } from '../people/notices.ts'
import { inheritedSuspension } from '../people/suspended-addresses.ts'
import { nameParts } from '../rules.ts'
import { endPreviousSession } from './engine-hooks.ts'
import { linkDigest } from './link-token.ts'
import { addressHeader } from './relay.ts'
import { insertAccount } from './store.ts'

/**
 * Sign-up with just an address, for the sign-in engine. Not reachable over HTTP by itself. The account is
 * unverified, and its session starts at once; a known address gives null and no session.
 */
export function emailSignup(deps: Pick<Deps, 'db' | 'clock' | 'publicUrl' | 'secrets'>) {
  const { db, clock, secrets } = deps
  return {
    id: 'email-signup',
    endpoints: {
      signUpWithEmail: createAuthEndpoint.serverOnly(
        { method: 'POST', requireHeaders: true, body: z.object({ email: z.string(), name: z.string() }) },
        async ctx => {
          const now = clock.now()
          const { email, name } = ctx.body
          const { firstName, lastName } = nameParts(name, email)
          const suspension = await inheritedSuspension(db, secrets, email)
          const user = {
            id: randomUUID(),
            email,
            name,
            first_name: firstName,
            last_name: lastName,
            suspended_at: suspension?.at ?? null,
            suspended_reason: suspension?.reason ?? null,
          }
          const session = {
            id: randomUUID(),
            token: randomBytes(32).toString('base64url'),
            expires_at: new Date(now.getTime() + ctx.context.sessionConfig.expiresIn * 1000),
            ip_address: ctx.headers.get(addressHeader),
            user_agent: ctx.headers.get('user-agent'),
          }
          if (!(await insertAccount(db, { user, session }))) return null
          await endPreviousSession(ctx, session.token)
          await noteDevice(deps, ctx, { id: session.id, userId: user.id, userAgent: session.user_agent })
          await setSessionCookie(ctx, {
            session: {
              ...session,
              userId: user.id,
              expiresAt: session.expires_at,
              createdAt: now,
              updatedAt: now,
            },
            user: { ...user, emailVerified: false, createdAt: now, updatedAt: now },
          })
          return { id: user.id, email }
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

const body = z.object({ providerId: z.string(), claims: z.looseObject({ sub: z.string() }) })

/**
 * Sign-in with the claims of an already verified ID token, for the sign-in engine: the same rules for
 * accounts and identities as after the provider's redirect. Not reachable over HTTP by itself.
 * @param onVerified as in oauthConfig
 */
export function claimsSignIn(onVerified: (email: string) => Promise<void>) {
  return {
    id: 'claims-sign-in',
    endpoints: {
      signInWithClaims: createAuthEndpoint.serverOnly(
        { method: 'POST', requireHeaders: true, body },
        async ctx => {
          const { providerId, claims } = ctx.body
          const person = personOf(claims as Record<string, unknown>)
          if (!person.email || !person.emailVerified)
            throw new APIError('FORBIDDEN', { code: 'email_not_verified' })
          await onVerified(person.email)
          const found = await handleOAuthUserInfo(ctx, {
            userInfo: { ...person, id: claims.sub },
            account: { providerId, accountId: claims.sub },
            source: { method: 'oauth', oauth: { providerId } },
          })
          if (found.error !== null || !found.data)
            throw new APIError('FORBIDDEN', { code: 'account_not_linked', message: String(found.error) })
          await setSessionCookie(ctx, found.data)
          return { id: found.data.user.id, email: found.data.user.email }
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

const record = z.object({ email: z.string() })

/**
 * Looks at a mailed link without using it up, for the sign-in engine. Not reachable over HTTP by itself.
 * Returns the address it was mailed to, or null when it is used, expired or made up.
 */
export function findLink(clock: Clock) {
  return {
    id: 'find-link',
    endpoints: {
      findLink: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ secret: z.string() }) },
        async ctx => {
          const found = await ctx.context.internalAdapter.findVerificationValue(
            `magic-link:${linkDigest(ctx.body.secret)}`,
          )
          if (!found || found.expiresAt <= clock.now()) return null
          return record.parse(JSON.parse(found.value))
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

/**
 * Continues a session under a new token, for the sign-in engine; the old one ends as at every sign-in. Not
 * reachable over HTTP by itself.
 */
export function renewSession() {
  return {
    id: 'renew-session',
    endpoints: {
      renewSession: createAuthEndpoint.serverOnly({ method: 'POST', requireHeaders: true }, async ctx => {
        const current = await getSessionFromCtx(ctx, { disableCookieCache: true })
        if (!current) throw new APIError('UNAUTHORIZED')
        const session = await ctx.context.internalAdapter.createSession(current.user.id)
        await setSessionCookie(ctx, { session, user: current.user })
        return { sessionId: session.id }
      }),
    },
  } satisfies BetterAuthPlugin
}
