import { createRemoteJWKSet } from 'jose'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { type VerifiedClaims, verifyIdToken } from './id-token.ts'

/** Name of Firebase identities; part of their key, never renamed. */
export const firebaseProvider = 'firebase'

/** Who signs the tokens of a project. */
export const firebaseIssuer = (projectId: string): string => `https://securetoken.google.com/${projectId}`

export interface Firebase {
  /** @throws AppError unauthorized, unavailable */
  verify(token: string): Promise<VerifiedClaims>
}

/**
 * Firebase ID tokens without a service account: signature by Google's published keys, and the claims that
 * https://firebase.google.com/docs/auth/admin/verify-id-tokens lists.
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

/** The token of an Authorization header, or null. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9_.~+/-]{1,8192}=*)$/i.exec(header ?? '')?.[1] ?? null
}
