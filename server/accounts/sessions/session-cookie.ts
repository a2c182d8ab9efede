import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The prefix of all our cookie names. */
export const cookiePrefix = 'trailcut'

const plain = `${cookiePrefix}.session_token`
const secure = `__Secure-${plain}`

const signatureOf = (token: string, key: string): Buffer => createHmac('sha256', key).update(token).digest()

/** The Cookie header of a session's token, for who has the key. */
export const sessionCookie = (token: string, { key, isSecure }: { key: string; isSecure: boolean }): string =>
  `${isSecure ? secure : plain}=${encodeURIComponent(`${token}.${signatureOf(token, key).toString('base64')}`)}`

/**
 * The token in a request's session cookie; null without one that we signed. The sign-in engine writes it as
 * `token.signature`, the base64 of an HMAC with SHA-256 (better-call, src/crypto.ts).
 * @param isSecure whether the site is served over https, which the cookie's name says
 */
export function sessionToken(
  { cookies }: FastifyRequest,
  { key, isSecure }: { key: string; isSecure: boolean },
): string | null {
  const value = cookies[isSecure ? secure : plain]
  if (!value) return null
  const dot = value.lastIndexOf('.')
  const token = value.slice(0, Math.max(0, dot))
  const given = Buffer.from(value.slice(dot + 1), 'base64')
  const signature = signatureOf(token, key)
  return given.length === signature.length && timingSafeEqual(given, signature) ? token : null
}
