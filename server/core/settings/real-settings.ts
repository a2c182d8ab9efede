import { isIP } from 'node:net'
import { z } from 'zod'

/** Names that nobody can own, so they are placeholders (RFC 2606 and RFC 6762), or this machine. */
const placeholder = /(^|\.)(example(\.(com|net|org))?|test|invalid|local|localhost)$/i

/** Whether a host is a public name: neither an IP address, nor this machine, nor a placeholder. */
const isPublicName = (host: string): boolean =>
  isIP(host.replace(/^\[|\]$/g, '')) === 0 && host.includes('.') && !placeholder.test(host.replace(/\.$/, ''))

const url = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)
/** A schema for a text with a condition, whose message says what a real one looks like. */
const like = (is: (text: string) => boolean, message: string) => z.string().refine(is, message)
const pattern = (real: RegExp, message: string) => like(text => real.test(text), message)

const bare = like(text => {
  const at = url(text)
  return at !== null && !at.username && !at.password && !at.search && !at.hash && /^\/?$/.test(at.pathname)
}, 'an address without a user, path or query')
const publicHost = like(text => {
  const at = url(text)
  return at !== null && isPublicName(at.hostname)
}, 'an address with your own domain, not an IP address, this machine or an example')
/** Whether a mail server is reached over TLS only, with its certificate checked (https://nodemailer.com/smtp). */
function overTls(text: string): boolean {
  const at = url(text)
  if (!at || ['secure', 'ignoreTLS', 'tls.rejectUnauthorized'].some(name => at.searchParams.has(name)))
    return false
  const required = at.searchParams.getAll('requireTLS')
  if (required.some(value => value !== 'true')) return false
  return at.protocol === 'smtps:' || (at.protocol === 'smtp:' && required.length > 0)
}
const encrypted = like(overTls, 'smtps://, or smtp:// with ?requireTLS=true, and nothing that weakens TLS')
const encryptedOrInside = like(
  text => overTls(text) || (url(text)?.protocol === 'smtp:' && !isPublicName(url(text)?.hostname ?? '')),
  'smtps://, or smtp:// with ?requireTLS=true unless the mail server is in the private network',
)
const webhookSecret = pattern(
  /^whsec_[\w+/=]{24,}$/,
  "whsec_ and at least 24 characters, from the event destination's page",
)
const price = pattern(/^price_\w{8,}$/, 'the id of a price, price_…')

/**
 * What a real value of a setting looks like. A production server doesn't start with another one, and
 * `npm run vendors:check` names it.
 */
export const realSettings = {
  PUBLIC_URL: z.intersection(bare, publicHost),
  SMTP_URL: z.intersection(encrypted, publicHost),
  MAIL_FROM: like(text => {
    const address = /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text.trim()
    return z.email().safeParse(address).success && isPublicName(address.slice(address.lastIndexOf('@') + 1))
  }, 'a sender at your own domain, not at an example'),
  STRIPE_SECRET_KEY: pattern(/^(sk|rk)_live_\w{16,}$/, 'a live key, sk_live_… or rk_live_…'),
  STRIPE_PUBLISHABLE_KEY: pattern(/^pk_live_\w{16,}$/, 'a live key, pk_live_…'),
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_THIN_WEBHOOK_SECRET: webhookSecret,
  STRIPE_CONNECT_WEBHOOK_SECRET: webhookSecret,
  STRIPE_PRICE_PREMIUM: price,
  STRIPE_PRICE_PRO: price,
} satisfies Record<string, z.ZodType>

/** In a private network, neither a public name nor an encrypted line to a mail server in it is needed. */
const inPrivateNetwork = { PUBLIC_URL: bare, SMTP_URL: encryptedOrInside } satisfies Partial<
  Record<keyof typeof realSettings, z.ZodType>
>

/**
 * What is wrong with the settings that are set but not real, as 'NAME: what a real one looks like'. No value is
 * repeated, because most are secrets.
 */
export function unrealSettings(
  given: Readonly<Record<string, unknown>>,
  { privateNetwork = false, names = Object.keys(realSettings) as readonly string[] } = {},
): string[] {
  const schemas: Readonly<Record<string, z.ZodType>> = {
    ...realSettings,
    ...(privateNetwork ? inPrivateNetwork : {}),
  }
  return names.flatMap(name => {
    const value = given[name]
    const schema = schemas[name]
    if (value === undefined || value === '' || !schema) return []
    const { error } = schema.safeParse(value)
    return error ? [`${name}: ${[...new Set(error.issues.map(issue => issue.message))].join('; ')}`] : []
  })
}
