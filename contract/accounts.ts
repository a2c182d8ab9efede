import { z } from 'zod'
import { payoutFrequencies } from './money/constants.ts'
import { role } from './permissions.ts'

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
  /** whether what others see leaves out the first and last 300 m of the rides */
  hideHomeZone: z.boolean(),
  /** whether reviewers' verdicts on the rider's videos may improve the scores */
  learnFromReviews: z.boolean(),
  totalViews: z.number().int(),
  totalEarnings: z.number(),
  pendingEarnings: z.number(),
  payoutThreshold: z.number(),
  payoutFrequency: z.enum(payoutFrequencies),
  videosPublished: z.number().int(),
  videosProcessing: z.number().int(),
  createdAt: z.string(),
  /** why staff suspended the account; absent otherwise */
  suspendedReason: z.string().optional(),
  /** What this session still has to do before anything else: set a second factor up, or show it. */
  secondFactor: z.enum(['setup', 'missing']).optional(),
  /** The session that asked; absent where a person is answered for another reason. */
  sessionId: z.string().optional(),
})
export type CurrentUser = z.infer<typeof currentUser>

/** The greeting rule: first name, else the e-mail before the at-sign, else 'User'. */
export function greetingName(user: Pick<CurrentUser, 'firstName' | 'email'> | null | undefined): string {
  return user?.firstName || user?.email.split('@')[0] || 'User'
}

export const simpleSignupBody = z.object({
  email: z.email('Enter a valid email address.').max(254),
  displayName: z.string().trim().max(80).optional(),
})
/** 200: a session was made. */
export const simpleSignupAnswer = z.object({ id: z.string(), email: z.string() })
/** 202: the address is known, a sign-in link was mailed instead. */
export const signInLinkSent = z.object({ linkSent: z.literal(true), message: z.string() })

/** A Google Identity credential, with the nonce that the widget was given, if any. */
export const googleTokenBody = z.object({
  credential: z.string().min(1).max(8192),
  nonce: z.string().min(1).max(200).optional(),
})

export const signInLinkBody = z.object({ email: z.email().max(254) })
export const okAnswer = z.object({ ok: z.literal(true) })

export const profileUpdateBody = z
  .object({
    firstName: z.string().trim().max(60).nullable(),
    lastName: z.string().trim().max(60).nullable(),
    biography: z.string().trim().max(1000).nullable(),
    ridingStyle: z.enum(ridingStyles).nullable(),
    experienceLevel: z.enum(experienceLevels).nullable(),
    location: z.string().trim().max(120).nullable(),
    equipment: z.string().max(4000),
    socialLinks: z.string().max(4000),
    hideHomeZone: z.boolean(),
  })
  .partial()

/** GET /api/profile/uploads: what was uploaded to the account before its address was proved. Sizes in bytes. */
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
  /** since when the account is suspended, and the reason that its owner was told */
  suspendedAt: z.string().nullable(),
  suspendedReason: z.string().nullable(),
})
export type AdminUser = z.infer<typeof adminUser>
export const userRoleBody = z.object({ role })

/** GET /api/auth/sessions: where one is signed in. Times are ISO 8601. */
export const session = z.object({
  id: z.string(),
  /** the one that asks */
  current: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  userAgent: z.string().nullable(),
  ipAddress: z.string().nullable(),
})
export type Session = z.infer<typeof session>
export const endedSessions = z.object({ count: z.number().int() })

/** POST /api/profile/delete: the account's own address, typed to confirm. */
export const deleteAccountBody = z.object({ confirmEmail: z.string().trim().max(254) })

/** GET /api/auth/second-factor. `step` is what this session still has to do. */
export const secondFactorState = z.object({
  enabled: z.boolean(),
  required: z.boolean(),
  step: z.enum(['none', 'setup', 'missing']),
  recoveryCodesLeft: z.number().int(),
})
export type SecondFactorState = z.infer<typeof secondFactorState>
/** A secret in base32 for typing, and the address that authenticator apps read. */
export const secondFactorSetup = z.object({ secret: z.string(), uri: z.string() })
/** A code of the app, or a recovery code. */
export const codeBody = z.object({ code: z.string().trim().min(1).max(40) })
export const recoveryCodes = z.object({ codes: z.array(z.string()) })
