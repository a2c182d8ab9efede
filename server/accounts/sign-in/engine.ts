import { randomUUID } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { genericOAuth, magicLink } from 'better-auth/plugins'
import { brand } from '#contract/brand.ts'
import { api } from '#contract/paths.ts'
import { bySettings, record } from '#server/audit/index.ts'
import type { Deps } from '#server/deps.ts'
import { hasIdentityAt } from '../identities/identity-issuers.ts'
import { type IdentityProvider, oauthConfig } from '../identities/identity-provider.ts'
import { noteDevice, noteSignInMethod } from '../people/notices.ts'
import { setRole } from '../people/store.ts'
import { inheritedSuspension } from '../people/suspended-addresses.ts'
import {
  extendEverySeconds,
  grantedRole,
  idleSeconds,
  linkMinutes,
  outranks,
  type StaffEmails,
} from '../rules.ts'
import { endPreviousSession } from '../sessions/previous-session.ts'
import { renewSession } from '../sessions/renew-session.ts'
import { endSessionsOf } from '../sessions/store.ts'
import { claimsSignIn } from './claims-sign-in.ts'
import { addressHeader, emailSignup } from './email-signup.ts'
import { findLink } from './find-link.ts'
import { linkDigest, mailedToken, newLinkToken } from './link-token.ts'
import { signInMail } from './sign-in-mail.ts'
import { claimUnverified, roleOfVerified } from './store.ts'

export type EngineDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'log' | 'mailer' | 'publicUrl'>

/** What the names of all cookies of ours begin with. */
export const cookiePrefix = 'trailcut'
const columns = { createdAt: 'created_at', updatedAt: 'updated_at' }

/** The sign-in engine over this project's tables; what it may be asked by HTTP is decided in routes. */
export function buildEngine(deps: EngineDeps, provider: IdentityProvider | null, staff: StaffEmails) {
  const { db, clock, log, publicUrl } = deps

  const claim = (email: string) => claimUnverified(db, email, clock.now())

  async function raiseRole(userId: string, sessionId: string): Promise<void> {
    const user = await roleOfVerified(db, userId)
    if (!user) return
    const granted = grantedRole(user.email, staff)
    if (!outranks(granted, user.role)) return
    await db.transaction().execute(async tx => {
      await setRole(tx, userId, granted)
      await endSessionsOf(tx, userId, sessionId)
      await record(tx, {
        ...bySettings,
        action: 'user.role',
        objectType: 'user',
        objectId: userId,
        before: { role: user.role },
        after: { role: granted },
      })
    })
    log.info({ userId, role: granted }, 'role granted by the settings')
  }

  return betterAuth({
    appName: brand,
    baseURL: publicUrl,
    basePath: '/api/auth',
    trustedOrigins: [publicUrl],
    secret: deps.secrets.key('sign-in'),
    database: { db, type: 'postgres', transaction: true },
    onAPIError: { errorURL: `${publicUrl}/` },
    telemetry: { enabled: false },
    rateLimit: { enabled: false }, // the routes have limits of their own
    logger: {
      level: 'warn',
      // What it calls an error is mostly a request that it refused; failures are thrown and logged by the routes.
      log: (_level, message, ...details) => log.warn({ details }, `sign-in: ${message}`),
    },
    advanced: {
      cookiePrefix,
      ipAddress: { ipAddressHeaders: [addressHeader], ipv6Subnet: 128 },
      // A session and its person in one query: every request asks for them.
      database: { generateId: () => randomUUID(), joins: true },
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', ...columns },
      additionalFields: {
        role: { type: 'string', input: false, defaultValue: 'user' },
        firstName: { type: 'string', required: false, fieldName: 'first_name' },
        lastName: { type: 'string', required: false, fieldName: 'last_name' },
        secondFactor: { type: 'boolean', required: false, input: false, fieldName: 'second_factor' },
        suspendedAt: { type: 'date', required: false, input: false, fieldName: 'suspended_at' },
        suspendedReason: {
          type: 'string',
          required: false,
          input: false,
          returned: false,
          fieldName: 'suspended_reason',
        },
        emailVerifiedAt: { type: 'date', required: false, input: false, fieldName: 'email_verified_at' },
      },
      // A returning identity is known by its subject; a new one has to prove the address it brings.
      validateUserInfo: async ({ user, source }) => {
        if (source.action === 'sign-in') return undefined
        if (!user.emailVerified) return { error: 'email_not_verified' }
        // An address can pass on to another person; the subject that is known at this provider is still the first one's.
        const { id } = user
        const providerId = source.oauth?.providerId
        return source.action === 'link-account' &&
          id &&
          providerId &&
          (await hasIdentityAt(db, id, providerId))
          ? { error: 'other_identity' }
          : undefined
      },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...columns,
      },
      additionalFields: {
        secondFactorAt: { type: 'date', required: false, input: false, fieldName: 'second_factor_at' },
      },
      expiresIn: idleSeconds,
      updateAge: extendEverySeconds,
    },
    account: {
      modelName: 'identities',
      fields: {
        userId: 'user_id',
        providerId: 'provider_id',
        accountId: 'account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...columns,
      },
      updateAccountOnSignIn: false,
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', ...columns },
      storeIdentifier: 'hashed',
    },
    databaseHooks: {
      user: {
        create: {
          before: async user => {
            const suspension = await inheritedSuspension(db, deps.secrets, user.email)
            return {
              data: {
                emailVerifiedAt: user.emailVerified ? clock.now() : null,
                suspendedAt: suspension?.at ?? null,
                suspendedReason: suspension?.reason ?? null,
              },
            }
          },
        },
        update: {
          before: async user => (user.emailVerified ? { data: { emailVerifiedAt: clock.now() } } : undefined),
        },
      },
      session: {
        create: {
          after: async (session, ctx) => {
            await raiseRole(session.userId, session.id)
            if (ctx) {
              await endPreviousSession(ctx, session.token)
              await noteDevice(deps, ctx, session)
            }
            log.info({ userId: session.userId, sessionId: session.id }, 'signed in')
          },
        },
      },
      account: {
        create: {
          // Nothing is done at the provider in anybody's name, so its tokens are not kept.
          before: async () => ({
            data: {
              accessToken: null,
              refreshToken: null,
              idToken: null,
              accessTokenExpiresAt: null,
              refreshTokenExpiresAt: null,
            },
          }),
          after: identity => noteSignInMethod(deps, identity),
        },
      },
    },
    plugins: [
      magicLink({
        disableSignUp: true,
        storeToken: { type: 'custom-hasher', hash: async secret => linkDigest(secret) },
        expiresIn: linkMinutes * 60,
        generateToken: () => newLinkToken(new Date(clock.now().getTime() + linkMinutes * 60_000)),
        sendMagicLink: ({ email, token, metadata }) => {
          const mailed = mailedToken(deps.secrets, token, String(metadata?.browser ?? ''))
          return deps.mailer.send(signInMail(email, `${publicUrl}${api.mailedLink}?token=${mailed}`))
        },
      }),
      genericOAuth({
        config: provider ? [oauthConfig(provider, claim)] : [],
      }),
      claimsSignIn(claim),
      findLink(clock),
      renewSession(),
      emailSignup(deps),
    ],
  })
}
export type Engine = ReturnType<typeof buildEngine>
