import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#server/platform/secrets.ts'

/**
 * The secret of a mailed sign-in link: 256 random bits, then the time of its end. The time only tells which
 * sentence to show; whether the link is good is decided by the stored hash of the whole secret.
 */
export const newLinkToken = (expiresAt: Date): string =>
  `${randomBytes(32).toString('base64url')}.${Math.floor(expiresAt.getTime() / 1000).toString(36)}`

const shape = /^([A-Za-z0-9_-]{43}\.([0-9a-z]{1,10}))(?:\.([A-Za-z0-9_-]{43}))?$/

/** Whether the token's time is over; true too for what is no token of ours. */
export function linkExpired(token: string, now: Date): boolean {
  const end = shape.exec(token)?.[2]
  return !end || Number.parseInt(end, 36) * 1000 <= now.getTime()
}

/** The form in which a link's secret is kept. SHA-256, base64url. */
export const linkDigest = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

const purpose = 'link-browser'

/** What is mailed: the secret, and a signature that ties it to the browser that asked. */
export const mailedToken = (secrets: Secrets, secret: string, browser: string): string =>
  `${secret}.${secrets.sign(purpose, `${secret}.${browser}`)}`

/** The secret in a mailed token; '' for what is no token of ours. */
export const secretOf = (token: string): string => shape.exec(token)?.[1] ?? ''

/** Whether the browser is the one that asked for the link. A changed or missing signature is some other browser's. */
export function askedBy(secrets: Secrets, token: string, browser: string | undefined): boolean {
  const [, secret, , signature] = shape.exec(token) ?? []
  return !!secret && !!signature && !!browser && secrets.verify(purpose, `${secret}.${browser}`, signature)
}

/** Compares two addresses without telling by the time it takes how much of them is equal. */
export function sameAddress(a: string, b: string): boolean {
  const digest = (email: string) => createHash('sha256').update(email.trim().toLowerCase()).digest()
  return timingSafeEqual(digest(a), digest(b))
}
