import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { handleOAuthUserInfo } from 'better-auth/oauth2'
import { z } from 'zod'
import { personOf } from '../identities/identity-provider.ts'

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
