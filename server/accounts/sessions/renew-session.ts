import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'

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
