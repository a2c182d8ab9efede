import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Time-based one-time passwords (RFC 6238) as authenticator apps make them: SHA-1, 6 digits, steps of 30 seconds. */

const stepSeconds = 30
const digits = 6
/** Clocks of phones may be off by one step either way (RFC 6238, section 5.2). */
const driftSteps = 1
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The time step that a moment lies in. */
export const stepOf = (at: Date): number => Math.floor(at.getTime() / 1000 / stepSeconds)

/** HOTP (RFC 4226, section 5.3) of a counter, as many decimal digits as asked for. */
export function hotp(secret: Uint8Array, counter: number, length = digits): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', secret).update(message).digest()
  const offset = (mac.at(-1) as number) & 15
  const code = mac.readUInt32BE(offset) & 0x7fffffff
  return String(code % 10 ** length).padStart(length, '0')
}

/** The step whose code this is, or null. Every candidate is compared, in constant time. */
export function matchingStep(secret: Uint8Array, code: string, at: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const now = stepOf(at)
  let found: number | null = null
  for (let step = now - driftSteps; step <= now + driftSteps; step++)
    if (timingSafeEqual(Buffer.from(hotp(secret, step)), Buffer.from(code))) found = step
  return found
}

/** 160 random bits, as RFC 4226 (section 4, R6) recommends. */
export const newSecret = (): Buffer => randomBytes(20)

/** Base32 without padding (RFC 4648, section 6), the form in which people type a secret. */
export function base32(bytes: Uint8Array): string {
  let bits = 0
  let value = 0
  let text = ''
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(value >>> bits) & 31]
      value &= (1 << bits) - 1
    }
  }
  return bits ? text + alphabet[(value << (5 - bits)) & 31] : text
}

/** The address that authenticator apps read (https://github.com/google/google-authenticator/wiki/Key-Uri-Format). */
export function otpauthUri(issuer: string, email: string, secret: Uint8Array): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
}

const codeCount = 10

/** Recovery codes: 80 random bits each, in two groups for people to copy. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: codeCount }, () => base32(randomBytes(10)).replace(/(.{8})(.{8})/, '$1-$2'))

/** A recovery code as it is compared, however it was typed; null for what is none. */
export function plainRecoveryCode(text: string): string | null {
  const plain = text.toUpperCase().replace(/[\s-]/g, '')
  return /^[A-Z2-7]{16}$/.test(plain) ? plain : null
}
