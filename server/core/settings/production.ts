import { platformAddresses } from './platform-settings.ts'
import { unrealSettings } from './real-settings.ts'

/** Settings that a public server must not start with, as read from the environment. */
export interface ProductionSettings {
  SECRET?: string | undefined
  PUBLIC_URL?: string | undefined
  ALLOW_HTTP_IN_PRIVATE_NETWORK: boolean
  [setting: string]: unknown
}

/** Vendors on the internet: what we send them is worth money or an account. */
const vendors = ['OIDC_ISSUER', 'FIREBASE_JWKS_URL', 'STRIPE_API_BASE', ...platformAddresses]
/** Services that may run beside the server in a private network. */
const neighbors = ['PUBLIC_URL', 'S3_ENDPOINT', 'TEXT_MODEL_URL']

const leastBits = 90
const guessable = /secret|password|passwort|changeme|change-me|example|trailcut|qwerty/i

/** Shannon entropy by single characters, for the whole text. Bits. */
function bitsOf(text: string): number {
  const counts = new Map<string, number>()
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0)
  return [...counts.values()].reduce((sum, n) => sum - n * Math.log2(n / total), 0)
}

/**
 * The share of a text that repeats four earlier characters, or that counts up, down or stays the same. 0 to
 * 1.
 */
function patterned(text: string): number {
  const seen = new Set<string>()
  let repeated = 0
  let steps = 0
  for (let i = 0; i < text.length; i++) {
    if (i > 0 && Math.abs(text.charCodeAt(i) - text.charCodeAt(i - 1)) <= 1) steps++
    const four = text.slice(i, i + 4)
    if (seen.has(four)) repeated++
    seen.add(four)
  }
  return Math.max(repeated, steps) / text.length
}

/** Why a secret is guessable, as a sentence; null when it looks random. */
export function weaknessOf(secret: string): string | null {
  if (secret.length < 32) return 'SECRET must have at least 32 characters'
  if (bitsOf(secret) < leastBits || patterned(secret) > 0.5 || guessable.test(secret))
    return 'SECRET can be guessed: it repeats itself, counts or is made of words. Generate one: openssl rand -hex 32'
  return null
}

/** Everything that keeps a public server with these settings from starting, one sentence each. */
export function productionProblems(e: ProductionSettings): string[] {
  const plain = [...vendors, ...(e.ALLOW_HTTP_IN_PRIVATE_NETWORK ? [] : neighbors)].filter(name => {
    const url = e[name]
    return typeof url === 'string' && !url.startsWith('https://')
  })
  const problems = plain.length
    ? [`MODE=production needs https: ${plain.map(name => `${name}=${e[name]}`).join(', ')}`]
    : []
  if (plain.includes('PUBLIC_URL'))
    problems.push('ALLOW_HTTP_IN_PRIVATE_NETWORK=1 takes http where nobody else can listen')
  const unreal = unrealSettings(e, { privateNetwork: e.ALLOW_HTTP_IN_PRIVATE_NETWORK })
  if (unreal.length) problems.push(`MODE=production needs real settings. ${unreal.join('. ')}`)
  const weakness = weaknessOf(e.SECRET ?? '')
  return weakness ? [...problems, weakness] : problems
}
