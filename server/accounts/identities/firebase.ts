import { createRemoteJWKSet } from 'jose'
import type { Clock } from '#server/core/clock.ts'
import type { Config } from '#server/core/settings/config.ts'
import { type VerifiedClaims, verifyIdToken } from './id-token.ts'

/** Name of Firebase identities; part of their key, so never rename it. */
export const firebaseProvider = 'firebase'

/** The issuer of a project's tokens. */
export const firebaseIssuer = (projectId: string): string => `https://securetoken.google.com/${projectId}`

export interface Firebase {
  /** @throws AppError unauthorized, unavailable */
  verify(token: string): Promise<VerifiedClaims>
}

/**
 * Verifies Firebase ID tokens without a service account: by Google's published keys, and the claims listed at
 * https://firebase.google.com/docs/auth/admin/verify-id-tokens.
 * @returns null when no project is configured
 */
export function firebaseOf({ firebase }: Pick<Config, 'firebase'>, clock: Clock): Firebase | null {
  if (!firebase) return null
  const keys = createRemoteJWKSet(new URL(firebase.jwksUrl))
  const expected = {
    issuers: [firebaseIssuer(firebase.projectId)],
    audience: firebase.projectId,
    required: ['auth_time'],
  }
  return { verify: token => verifyIdToken(token, keys, expected, clock) }
}

/** The token in an Authorization header, or null. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9_.~+/-]{1,8192}=*)$/i.exec(header ?? '')?.[1] ?? null
}
