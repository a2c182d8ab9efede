import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#server/core/secrets.ts'

/**
 * The secret of a mailed sign-in link: 256 random bits, then its expiry. The expiry only selects which
 * sentence to show; the stored hash of the whole secret decides whether the link is valid.
 */
export const newLinkToken = (expiresAt: Date): string =>
  `${randomBytes(32).toString('base64url')}.${Math.floor(expiresAt.getTime() / 1000).toString(36)}`

const shape = /^([A-Za-z0-9_-]{43}\.([0-9a-z]{1,10}))(?:\.([A-Za-z0-9_-]{43}))?$/

/** Whether the token has expired; also true for text that isn't one of our tokens. */
export function linkExpired(token: string, now: Date): boolean {
  const end = shape.exec(token)?.[2]
  return !end || Number.parseInt(end, 36) * 1000 <= now.getTime()
}

/** The stored form of a link's secret. SHA-256, base64url. */
export const linkDigest = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

const purpose = 'link-browser'

/** The mailed token: the secret, and a signature that ties it to the browser that requested it. */
export const mailedToken = (secrets: Secrets, secret: string, browser: string): string =>
  `${secret}.${secrets.sign(purpose, `${secret}.${browser}`)}`

/** The secret in a mailed token; '' for text that isn't one of our tokens. */
export const secretOf = (token: string): string => shape.exec(token)?.[1] ?? ''

/** Whether this browser requested the link. A changed or missing signature means another browser. */
export function askedBy(secrets: Secrets, token: string, browser: string | undefined): boolean {
  const [, secret, , signature] = shape.exec(token) ?? []
  return !!secret && !!signature && !!browser && secrets.verify(purpose, `${secret}.${browser}`, signature)
}

/** Compares two addresses in constant time. */
export function sameAddress(a: string, b: string): boolean {
  const digest = (email: string) => createHash('sha256').update(email.trim().toLowerCase()).digest()
  return timingSafeEqual(digest(a), digest(b))
}
