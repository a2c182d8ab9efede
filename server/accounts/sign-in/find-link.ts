import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { z } from 'zod'
import type { Clock } from '#server/core/clock.ts'
import { linkDigest } from './link-token.ts'

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
