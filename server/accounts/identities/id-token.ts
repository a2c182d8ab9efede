import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'
import { sentences } from '#sentences/accounts.ts'
import type { Clock } from '#server/core/clock.ts'
import { AppError } from '#server/core/http/errors.ts'

/** The claims of a verified token; `sub` is present and `exp` in the future. */
export type VerifiedClaims = JWTPayload & { sub: string; exp: number; iat: number }

export interface Expected {
  /** Any of these. */
  issuers: string[]
  audience: string
  /** Required claims besides sub, exp and iat. */
  required?: string[]
}

const refused = (cause: unknown) => new AppError('unauthorized', sentences.tokenInvalid, { cause })

/** Whether the token itself is invalid, as opposed to the issuer's keys being unreachable. */
const isTokensFault = (error: unknown) =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  error.code !== 'ERR_JOSE_GENERIC'

/**
 * Verifies an ID token: RS256 signature by a published key, issuer, audience, expiry, subject (OpenID Connect
 * Core 1.0, section 3.1.3.7). No other algorithm is accepted, so neither 'none' nor an HMAC with the public
 * key passes.
 * @param nonce the sign-in's nonce; a token that contains one is valid only together with it
 * @throws AppError unauthorized for any other token, unavailable when the keys can't be fetched
 */
export async function verifyIdToken(
  token: string,
  keys: JWTVerifyGetKey,
  { issuers, audience, required = [] }: Expected,
  clock: Clock,
  nonce?: string,
): Promise<VerifiedClaims> {
  let payload: JWTPayload
  try {
    ;({ payload } = await jwtVerify(token, keys, {
      issuer: issuers,
      audience,
      algorithms: ['RS256'],
      requiredClaims: ['sub', 'exp', 'iat', ...required],
      clockTolerance: 5,
      maxTokenAge: '1 day',
      currentDate: clock.now(),
    }))
  } catch (cause) {
    if (isTokensFault(cause)) throw refused(cause)
    throw new AppError('unavailable', sentences.providerDown, { cause })
  }
  if (!payload.sub || payload.sub.length > 255) throw refused('subject')
  if (payload.nonce !== nonce) throw refused('nonce')
  // A token with several audiences must have been issued to this server.
  if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== audience) throw refused('azp')
  return payload as VerifiedClaims
}

/**
 * The signed part of a token. It identifies the token however it is encoded: the last character of the
 * signature has bits that decoders ignore (RFC 4648, section 3.5), so the token's text isn't unique.
 */
export const signedPart = (token: string): string => token.slice(0, token.lastIndexOf('.'))

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() })

/**
 * An issuer's published keys, found through its discovery document on first use; jose caches and renews them.
 * A failed attempt is not cached.
 */
export function keysOfIssuer(issuer: string): JWTVerifyGetKey {
  let keys: JWTVerifyGetKey | undefined
  return async (header, token) => {
    if (!keys) {
      const answer = await fetch(`${issuer}/.well-known/openid-configuration`, {
        redirect: 'error',
        signal: AbortSignal.timeout(10_000),
      })
      const found = discovery.parse(await answer.json())
      if (found.issuer !== issuer) throw new Error(`${issuer} describes itself as ${found.issuer}`)
      keys = createRemoteJWKSet(new URL(found.jwks_uri))
    }
    return keys(header, token)
  }
}

/**
 * Google's `iss` values: either form
 * (https://developers.google.com/identity/gsi/web/guides/verify-google-id-token).
 */
export const issuersOf = (issuer: string): string[] =>
  issuer === 'https://accounts.google.com' ? [issuer, 'accounts.google.com'] : [issuer]
