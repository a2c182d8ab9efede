import { type Permission, type Role, roles } from '#contract/permissions.ts'
import { sentences } from '#sentences/accounts.ts'
import type { Sentence } from '#server/core/sentences.ts'

/** A session ends after this long without use (idle expiry). Seconds. */
export const idleSeconds = 7 * 24 * 3600
/** A session in use is extended at most this often, so that not every read causes a write. Seconds. */
export const extendEverySeconds = 24 * 3600
/** A session ends this long after the sign-in, however much it is used. Milliseconds. */
export const absoluteMs = 30 * 24 * 3600_000
export const linkMinutes = 15

/** The part before the at-sign. */
export const localPart = (email: string): string => email.slice(0, email.indexOf('@'))

/** A new account's name: the given one, otherwise the part of the address before the at-sign. */
export const startingName = (email: string, given: string | undefined): string =>
  given?.trim() || localPart(email)

/**
 * First and last name from a display name. A name that is just the address's local part has neither, and the
 * greeting then uses the address itself.
 */
export function nameParts(
  name: string,
  email: string,
): { firstName: string | null; lastName: string | null } {
  const [first, ...rest] = name.trim().split(/\s+/)
  if (!first || name.trim() === localPart(email)) return { firstName: null, lastName: null }
  return { firstName: first, lastName: rest.join(' ') || null }
}

export interface StaffEmails {
  adminEmails: string[]
  moderatorEmails: string[]
}

/** The chooser's people with a role; no one outside the sandbox can have a .example address (RFC 2606). */
export const sandboxStaff: StaffEmails = {
  adminEmails: ['admin@trailcut.example'],
  moderatorEmails: ['moderator@trailcut.example'],
}

/** The role that the settings give an address; only for verified addresses. */
export function grantedRole(email: string, { adminEmails, moderatorEmails }: StaffEmails): Role {
  if (adminEmails.includes(email)) return 'admin'
  return moderatorEmails.includes(email) ? 'moderator' : 'user'
}

/** Whether role `a` is higher than role `b`: settings raise a role but never lower one given by an admin. */
export const outranks = (a: Role, b: Role): boolean => roles.indexOf(a) > roles.indexOf(b)

/** Why a person can't be given the role; null when they can. @param admins current number of admins */
export function refusalOfRole(
  person: { emailVerified: boolean; role: Role },
  role: Role,
  admins: number,
): Sentence | null {
  if (role !== 'user' && !person.emailVerified) return sentences.unverifiedStaff
  if (person.role === 'admin' && role !== 'admin' && admins <= 1) return sentences.lastAdmin
  return null
}

/** What is left before a session counts: nothing, setting up two-step verification, or entering a code. */
export type FactorStep = 'none' | 'setup' | 'missing'

/**
 * Active two-step verification is required everywhere; staff must have it in production, but not in the
 * sandbox.
 */
export function factorStep(given: {
  hasFactor: boolean
  shown: boolean
  role: Role
  mode: 'sandbox' | 'production'
}): FactorStep {
  if (given.hasFactor) return given.shown ? 'none' : 'missing'
  return given.mode === 'production' && given.role !== 'user' ? 'setup' : 'none'
}

/**
 * Whether a suspended person may call this: reading, anything about themselves, and whatever is public.
 * @param permission the route's permission
 */
export const openWhileSuspended = (method: string, permission: Permission | undefined): boolean =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method) ||
  permission === undefined ||
  ['public', 'session:own', 'profile:own', 'notification:own'].includes(permission)

/** Whether a session that started at `createdAt` is past its absolute end. */
export const pastAbsoluteEnd = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() >= absoluteMs

/**
 * Where to go after signing in: a path on this site, whatever was requested. Uses the WHATWG URL parser, like
 * browsers (https://url.spec.whatwg.org), so that '//host', '/\host', tabs and the like can't lead elsewhere.
 */
export function returnPath(asked: string | undefined, publicUrl: string): string {
  if (!asked?.startsWith('/') || !URL.canParse(asked, publicUrl)) return '/'
  const url = new URL(asked, publicUrl)
  if (url.origin !== new URL(publicUrl).origin) return '/'
  // '/.//host' resolves to a path on this site, but '//host' by itself is another site.
  if (url.pathname.startsWith('//')) return '/'
  // An API address is not a page, and some of them act on a GET.
  if (url.pathname.startsWith('/api/')) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/**
 * The host to move a sign-in to before it starts, or null. 'localhost' and '127.0.0.1' are the same server
 * but don't share cookies: the provider redirects to the public address, which must have them.
 */
export function loopbackDetour(host: string | undefined, publicUrl: string): string | null {
  if (!host || !URL.canParse(`http://${host}`)) return null
  const asked = new URL(`http://${host}`).hostname
  const known = new URL(publicUrl).hostname
  return asked !== known && loopbackNames.includes(asked) && loopbackNames.includes(known) ? publicUrl : null
}

/**
 * The codes for the page at /?signInError=…; everything else that the engine or the provider says stays in
 * the log.
 */
export type SignInProblem = 'cancelled' | 'email_not_verified' | 'other_identity' | 'expired' | 'failed'

/** The code for an error from the sign-in engine or the provider (RFC 6749, section 4.1.2.1). */
export function signInProblem(code: string): SignInProblem {
  if (code === 'access_denied') return 'cancelled'
  if (code === 'email_not_verified' || code === 'account_not_linked') return 'email_not_verified'
  if (code === 'other_identity') return code
  if (code === 'state_mismatch' || code === 'state_not_found') return 'expired'
  return 'failed'
}
