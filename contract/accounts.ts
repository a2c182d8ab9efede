import { z } from 'zod'
import { unitSystems } from './gauges/units.ts'
import { payoutFrequencies } from './money/constants.ts'
import { role } from './permissions.ts'
import { languageCodes } from './reading/languages.ts'
import { emailAddress, line, lines, opaque } from './text.ts'

export const ridingStyles = [
  'trail',
  'rock_crawling',
  'mud_bogging',
  'racing',
  'scenic',
  'freestyle',
] as const
export type RidingStyle = (typeof ridingStyles)[number]
export const experienceLevels = ['beginner', 'intermediate', 'advanced', 'expert', 'professional'] as const
export type ExperienceLevel = (typeof experienceLevels)[number]

/** GET /api/auth/user. Money in dollars; equipment and socialLinks are JSON arrays as text. */
export const currentUser = z.object({
  id: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  role,
  biography: z.string().nullable(),
  ridingStyle: z.enum(ridingStyles).nullable(),
  experienceLevel: z.enum(experienceLevels).nullable(),
  location: z.string().nullable(),
  equipment: z.string(),
  socialLinks: z.string(),
  /** whether others see nothing recorded around the places where rides start and end */
  hideHomeZone: z.boolean(),
  /** whether the pages of the rider's published videos show the ride on a map */
  showMap: z.boolean(),
  /** whether reviewers' verdicts on the rider's videos may improve the scores */
  learnFromReviews: z.boolean(),
  /** how the person chose to read; null: as the browser asks for */
  language: z.enum(languageCodes).nullable(),
  units: z.enum(unitSystems).nullable(),
  totalViews: z.number().int(),
  totalEarnings: z.number(),
  pendingEarnings: z.number(),
  payoutThreshold: z.number(),
  payoutFrequency: z.enum(payoutFrequencies),
  videosPublished: z.number().int(),
  videosProcessing: z.number().int(),
  createdAt: z.string(),
  /** since when and why staff suspended the account; absent unless it is suspended */
  suspendedAt: z.string().optional(),
  suspendedReason: z.string().optional(),
  /** What this session must do before anything else: set up two-step verification, or enter a code. */
  twoFactor: z.enum(['setup', 'missing']).optional(),
  /** The session that asked; absent where the answer describes another person. */
  sessionId: z.string().optional(),
})
export type CurrentUser = z.infer<typeof currentUser>

/** The greeting rule: first name, else the email before the at-sign, else 'User'. */
export function greetingName(user: Pick<CurrentUser, 'firstName' | 'email'> | null | undefined): string {
  return user?.firstName || user?.email.split('@')[0] || 'User'
}

export const simpleSignupBody = z.object({
  email: emailAddress(),
  displayName: line(80).optional(),
})
/** 200: the session was created. */
export const simpleSignupAnswer = z.object({ id: z.string(), email: z.string() })
/** 202: the address already has an account, so a sign-in link was emailed. */
export const signInLinkSent = z.object({ linkSent: z.literal(true), message: z.string() })

/** A Google Identity credential, with the nonce that was given to the widget, if any. */
export const googleTokenBody = z.object({
  credential: opaque(8192).min(1),
  nonce: opaque(200).min(1).optional(),
})

export const signInLinkBody = z.object({ email: emailAddress() })
export const correctAddressBody = z.strictObject({ email: emailAddress() })
export const okAnswer = z.object({ ok: z.literal(true) })

export const profileUpdateBody = z
  .object({
    firstName: line(60).nullable(),
    lastName: line(60).nullable(),
    biography: lines(1000).nullable(),
    ridingStyle: z.enum(ridingStyles).nullable(),
    experienceLevel: z.enum(experienceLevels).nullable(),
    location: line(120).nullable(),
    equipment: opaque(4000),
    socialLinks: opaque(4000),
    hideHomeZone: z.boolean(),
    showMap: z.boolean(),
    language: z.enum(languageCodes).nullable(),
    units: z.enum(unitSystems).nullable(),
  })
  .partial()

/** GET /api/profile/uploads: uploads from before the address was confirmed. Sizes in bytes. */
export const heldUploads = z.object({
  videos: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      fileName: z.string(),
      fileSize: z.number().nullable(),
      createdAt: z.string(),
    }),
  ),
})
export const heldUploadsAnswer = z.object({ count: z.number().int() })

/** GET /api/admin/users. Money in dollars. */
export const adminUser = z.object({
  id: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  role,
  totalViews: z.number().int(),
  createdAt: z.string(),
  /** since when the account is suspended, and the reason shown to its owner */
  suspendedAt: z.string().nullable(),
  suspendedReason: z.string().nullable(),
})
export type AdminUser = z.infer<typeof adminUser>
export const userRoleBody = z.object({ role })

/** GET /api/auth/sessions: where the person is signed in. Times are ISO 8601. */
export const session = z.object({
  id: z.string(),
  /** the session that asked */
  current: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  userAgent: z.string().nullable(),
  ipAddress: z.string().nullable(),
})
export type Session = z.infer<typeof session>
export const endedSessions = z.object({ count: z.number().int() })

/** POST /api/profile/delete: the account's own address, typed to confirm. */
export const deleteAccountBody = z.object({ confirmEmail: line(254) })

/** GET /api/auth/two-factor. `step` is what this session still has to do. */
export const twoFactorState = z.object({
  enabled: z.boolean(),
  required: z.boolean(),
  step: z.enum(['none', 'setup', 'missing']),
  recoveryCodesLeft: z.number().int(),
})
/** A secret in base32 to type in, and the otpauth URL that authenticator apps read. */
export const twoFactorSetup = z.object({ secret: z.string(), uri: z.string() })
/** A code from the app, or a recovery code. */
export const codeBody = z.object({ code: line(40, { min: 1 }) })
export const recoveryCodes = z.object({ codes: z.array(z.string()) })
