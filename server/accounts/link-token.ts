import { randomBytes } from 'node:crypto'

/**
 * The secret of a mailed sign-in link: 256 random bits, then the time of its end. The time only tells which
 * sentence to show; whether the link is good is decided by the stored hash of the whole token.
 */
export const newLinkToken = (expiresAt: Date): string =>
  `${randomBytes(32).toString('base64url')}.${Math.floor(expiresAt.getTime() / 1000).toString(36)}`

const shape = /^[A-Za-z0-9_-]{43}\.([0-9a-z]{1,10})$/

/** Whether the token's time is over; true too for what is no token of ours. */
export function linkExpired(token: string, now: Date): boolean {
  const end = shape.exec(token)?.[1]
  return !end || Number.parseInt(end, 36) * 1000 <= now.getTime()
}
