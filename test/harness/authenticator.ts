import { hotp, stepOf } from '#server/accounts/two-step/totp.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an authenticator app shows now for a Base32 secret (RFC 4648, section 6). */
export function codeOf(secret: string): string {
  const bits = [...secret.replaceAll(' ', '')]
    .map(c => alphabet.indexOf(c).toString(2).padStart(5, '0'))
    .join('')
  const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], byte => Number.parseInt(byte, 2))
  return hotp(bytes, stepOf(new Date()))
}
