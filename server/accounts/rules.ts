import { type Permission, type Role, roles } from '#contract/permissions.ts'
import type { Sentence } from '#server/platform/sentences.ts'
import { sentences } from './sentences.ts'

/** Unused this long, a session ends (idle expiry). Seconds. */
export const idleSeconds = 7 * 24 * 3600
/** A session in use is extended at most this often, so that reading does not write each time. Seconds. */
export const extendEverySeconds = 24 * 3600
/** However much it is used, a session ends this long after the sign-in. Milliseconds. */
export const absoluteMs = 30 * 24 * 3600_000
export const linkMinutes = 15

/** The part before the at-sign. */
export const localPart = (email: string): string => email.slice(0, email.indexOf('@'))

/** The name a new account starts with: what was given, else the part of the address before the at-sign. */
export const startingName = (email: string, given: string | undefined): string =>
  given?.trim() || localPart(email)

/**
 * First and last name out of a display name. A name that is only the address's local part says nothing about
 * either, and the greeting falls back to the address by itself.
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

/** The chooser's people with a role; nobody outside the sandbox can have a .example address (RFC 2606). */
export const sandboxStaff: StaffEmails = {
  adminEmails: ['admin@trailcut.example'],
  moderatorEmails: ['moderator@trailcut.example'],
}

/** The role that the settings give an address; only ever for an address whose owner has proved it. */
export function grantedRole(email: string, { adminEmails, moderatorEmails }: StaffEmails): Role {
  if (adminEmails.includes(email)) return 'admin'
  return moderatorEmails.includes(email) ? 'moderator' : 'user'
}

/** Whether role `a` stands above role `b`: settings raise a role and never lower one that an admin gave. */
export const outranks = (a: Role, b: Role): boolean => roles.indexOf(a) > roles.indexOf(b)

/** Why a person may not be given the role; null when they may. @param admins how many there are now */
export function refusalOfRole(
  person: { emailVerified: boolean; role: Role },
  role: Role,
  admins: number,
): Sentence | null {
  if (role !== 'user' && !person.emailVerified) return sentences.unverifiedStaff
  if (person.role === 'admin' && role !== 'admin' && admins <= 1) return sentences.lastAdmin
  return null
}

/** What is left to do before a session counts: nothing, set a second factor up, or show it. */
export type FactorStep = 'none' | 'setup' | 'missing'

/** A second factor that is in force is asked for everywhere; staff must have one in production, not in the sandbox. */
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
 * Whether a suspended person may call this: looking, what is about themselves, and what is open to everybody.
 * @param permission that the route declares
 */
export const openWhileSuspended = (method: string, permission: Permission | undefined): boolean =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method) ||
  permission === undefined ||
  ['public', 'session:own', 'profile:own', 'notification:own'].includes(permission)

/** Whether a session that began at `createdAt` is past its absolute end. */
export const pastAbsoluteEnd = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() >= absoluteMs

/**
 * Where to go after signing in: a path on this site, whatever was asked for.
 * Judged by the URL parser that browsers share (https://url.spec.whatwg.org), so that '//host', '/\host',
 * tabs and the like cannot lead elsewhere.
 */
export function returnPath(asked: string | undefined, publicUrl: string): string {
  if (!asked?.startsWith('/') || !URL.canParse(asked, publicUrl)) return '/'
  const url = new URL(asked, publicUrl)
  if (url.origin !== new URL(publicUrl).origin) return '/'
  // '/.//host' is a path of this site once resolved, but '//host' taken alone is another site.
  if (url.pathname.startsWith('//')) return '/'
  // An API address is not a page, and some of them act on a GET.
  if (url.pathname.startsWith('/api/')) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/**
 * The host to move a sign-in to before it starts, or null. 'localhost' and '127.0.0.1' are the same server but
 * not the same cookies: the provider sends people back to the public address, which must know them.
 */
export function loopbackDetour(host: string | undefined, publicUrl: string): string | null {
  if (!host || !URL.canParse(`http://${host}`)) return null
  const asked = new URL(`http://${host}`).hostname
  const known = new URL(publicUrl).hostname
  return asked !== known && loopbackNames.includes(asked) && loopbackNames.includes(known) ? publicUrl : null
}

/** What the page at /?signInError=… is told; anything else the engine or the provider says stays in the log. */
export type SignInProblem = 'cancelled' | 'email_not_verified' | 'other_identity' | 'expired' | 'failed'

/** The problem behind an error code of the sign-in engine or of the provider (RFC 6749, section 4.1.2.1). */
export function signInProblem(code: string): SignInProblem {
  if (code === 'access_denied') return 'cancelled'
  if (code === 'email_not_verified' || code === 'account_not_linked') return 'email_not_verified'
  if (code === 'other_identity') return code
  if (code === 'state_mismatch' || code === 'state_not_found') return 'expired'
  return 'failed'
}
