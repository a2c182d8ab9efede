import { randomBytes, randomUUID } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { noteDevice } from '../people/notices.ts'
import { inheritedSuspension } from '../people/suspended-addresses.ts'
import { nameParts } from '../rules.ts'
import { endPreviousSession } from '../sessions/previous-session.ts'
import { insertAccount } from './store.ts'

/** The header that passes the caller's address to the sign-in engine; only this server sets it. */
export const addressHeader = 'x-trailcut-address'

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
