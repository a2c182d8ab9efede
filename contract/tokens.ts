import { z } from 'zod'
import { line } from './text.ts'

/** What an access token may do. A route that names none of them is closed to tokens. */
export const tokenScopes = ['videos:read', 'videos:upload', 'videos:edit', 'earnings:read'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** How long a token may last, in days. */
export const tokenLifetimes = [7, 30, 90, 365] as const
/** Tokens that one person may have. */
export const mostTokens = 20
/** How every token starts, so that scanners find leaked ones; 43 characters of base64url follow. */
export const tokenPrefix = 'tcp_'

const scopes = z.array(z.enum(tokenScopes)).min(1).max(tokenScopes.length)

/** One of the person's tokens, without its secret. Times are ISO 8601. */
export const accessToken = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type AccessToken = z.infer<typeof accessToken>

export const createTokenBody = z.strictObject({
  name: line(60, { min: 1 }),
  scopes,
  expiresInDays: z.literal(tokenLifetimes),
})
/** `token` is the secret, which no later answer contains. */
export const createdToken = accessToken.extend({ token: z.string() })
