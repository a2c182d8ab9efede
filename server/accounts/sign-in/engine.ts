import { randomUUID } from 'node:crypto'
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { handleOAuthUserInfo } from 'better-auth/oauth2'
import { genericOAuth, magicLink } from 'better-auth/plugins'
import { z } from 'zod'
import { brand } from '#contract/brand.ts'
import { api } from '#contract/paths.ts'
import { type Language, languageCodes } from '#contract/reading/languages.ts'
import type { Clock } from '#server/core/clock.ts'
import type { Mail } from '#server/core/mail/mailer.ts'
import { renderNotice } from '#server/mail/index.ts'
import { type IdentityProvider, oauthConfig, personOf } from '../identities/identity-provider.ts'
import { extendEverySeconds, idleSeconds, linkMinutes, type StaffEmails } from '../rules.ts'
import { sentences } from '../sentences.ts'
import { addressHeader, emailSignup } from './email-signup.ts'
import { type EngineDeps, engineHooks, validateUserInfo } from './engine-hooks.ts'
import { linkDigest, mailedToken, newLinkToken } from './link-token.ts'
import { claimUnverified, languageOfAddress } from './store.ts'

/** The prefix of all our cookie names. */
export const cookiePrefix = 'trailcut'

/** The sign-in engine on this project's tables; the routes decide what it may be asked over HTTP. */
export function buildEngine(deps: EngineDeps, provider: IdentityProvider | null, staff: StaffEmails) {
  const { db, clock, log, publicUrl } = deps

  const claim = (email: string) => claimUnverified(db, email, clock.now())

  return betterAuth({
    appName: brand,
    baseURL: publicUrl,
    basePath: '/api/auth',
    trustedOrigins: [publicUrl],
    secret: deps.secrets.key('sign-in'),
    database: { db, type: 'postgres', transaction: true },
    onAPIError: { errorURL: `${publicUrl}/` },
    telemetry: { enabled: false },
    rateLimit: { enabled: false }, // the routes have their own limits
    logger: {
      level: 'warn',
      // Most of its errors are requests it refused; the routes throw and log real failures.
      log: (_level, message, ...details) => log.warn({ details }, `sign-in: ${message}`),
    },
    advanced: {
      cookiePrefix,
      ipAddress: { ipAddressHeaders: [addressHeader], ipv6Subnet: 128 },
      // A session and its person in one query, because every request needs both.
      // Our schema has its tables; it would read the whole catalog at each start.
      database: { generateId: () => randomUUID(), joins: true, validateSchema: false },
    },
    user: { ...userTable, validateUserInfo: validateUserInfo(deps) },
    session: sessionTable,
    account: identityTable,
    verification: verificationTable,
    databaseHooks: engineHooks(deps, staff),
    plugins: [
      magicLink({
        disableSignUp: true,
        storeToken: { type: 'custom-hasher', hash: async secret => linkDigest(secret) },
        expiresIn: linkMinutes * 60,
        generateToken: () => newLinkToken(new Date(clock.now().getTime() + linkMinutes * 60_000)),
        sendMagicLink: async ({ email, token, metadata }) => {
          const mailed = mailedToken(deps.secrets, token, String(metadata?.browser ?? ''))
          const asked = languageCodes.find(code => code === metadata?.language) ?? 'en'
          const language = (await languageOfAddress(db, email)) ?? asked
          const url = `${publicUrl}${api.mailedLink}?token=${mailed}`
          await deps.mailer.send(await signInMail(email, url, language))
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

const columns = { createdAt: 'created_at', updatedAt: 'updated_at' }

/** How the engine's models map to this project's tables. */
const userTable = {
  modelName: 'users',
  fields: { emailVerified: 'email_verified', ...columns },
  additionalFields: {
    role: { type: 'string', input: false, defaultValue: 'user' },
    firstName: { type: 'string', required: false, fieldName: 'first_name' },
    lastName: { type: 'string', required: false, fieldName: 'last_name' },
    language: { type: 'string', required: false, input: false },
    units: { type: 'string', required: false, input: false },
    twoFactor: { type: 'boolean', required: false, input: false, fieldName: 'second_factor' },
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
} satisfies BetterAuthOptions['user']

const sessionTable = {
  modelName: 'sessions',
  fields: {
    userId: 'user_id',
    expiresAt: 'expires_at',
    ipAddress: 'ip_address',
    userAgent: 'user_agent',
    ...columns,
  },
  additionalFields: {
    twoFactorAt: { type: 'date', required: false, input: false, fieldName: 'second_factor_at' },
  },
  expiresIn: idleSeconds,
  updateAge: extendEverySeconds,
} satisfies BetterAuthOptions['session']

const identityTable = {
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
} satisfies BetterAuthOptions['account']

const verificationTable = {
  modelName: 'verifications',
  fields: { expiresAt: 'expires_at', ...columns },
  storeIdentifier: 'hashed',
} satisfies BetterAuthOptions['verification']

/** The mail with a sign-in link. It contains nothing that the requester could have chosen. */
const signInMail = async (to: string, url: string, language: Language): Promise<Mail> => ({
  to,
  subject: sentences.signInMailSubject.in(language),
  ...(await renderNotice({
    language,
    title: sentences.pageSignInTitle.in(language),
    message: sentences.signInMailAsked({ address: to }).in(language),
    action: { label: sentences.pageSignIn.in(language), url },
    footnotes: [
      sentences.signInMailOnce({ minutes: linkMinutes }).in(language),
      sentences.signInMailNotYou.in(language),
    ],
  })),
})

const claimsBody = z.object({ providerId: z.string(), claims: z.looseObject({ sub: z.string() }) })

/**
 * Sign-in with the claims of an already verified ID token, for the sign-in engine: the same rules for
 * accounts and identities as after the provider's redirect. Not reachable over HTTP by itself.
 * @param onVerified as in oauthConfig
 */
function claimsSignIn(onVerified: (email: string) => Promise<void>) {
  return {
    id: 'claims-sign-in',
    endpoints: {
      signInWithClaims: createAuthEndpoint.serverOnly(
        { method: 'POST', requireHeaders: true, body: claimsBody },
        async ctx => {
          const { providerId, claims } = ctx.body
          const person = personOf(claims as Record<string, unknown>)
          if (!person.email || !person.emailVerified)
            throw new APIError('FORBIDDEN', { code: 'email_not_verified' })
          await onVerified(person.email)
          const found = await handleOAuthUserInfo(ctx, {
            userInfo: { ...person, id: claims.sub },
            account: { providerId, accountId: claims.sub },
            source: { method: 'oauth', oauth: { providerId } },
          })
          if (found.error !== null || !found.data)
            throw new APIError('FORBIDDEN', { code: 'account_not_linked', message: String(found.error) })
          await setSessionCookie(ctx, found.data)
          return { id: found.data.user.id, email: found.data.user.email }
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

const linkRecord = z.object({ email: z.string() })

/**
 * Looks at a mailed link without using it up, for the sign-in engine. Not reachable over HTTP by itself.
 * Returns the address it was mailed to, or null when it is used, expired or made up.
 */
function findLink(clock: Clock) {
  return {
    id: 'find-link',
    endpoints: {
      findLink: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ secret: z.string() }) },
        async ctx => {
          const found = await ctx.context.internalAdapter.findVerificationValue(
            `magic-link:${linkDigest(ctx.body.secret)}`,
          )
          if (!found || found.expiresAt <= clock.now()) return null
          return linkRecord.parse(JSON.parse(found.value))
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

/**
 * Continues a session under a new token, for the sign-in engine; the old one ends as at every sign-in. Not
 * reachable over HTTP by itself.
 */
function renewSession() {
  return {
    id: 'renew-session',
    endpoints: {
      renewSession: createAuthEndpoint.serverOnly({ method: 'POST', requireHeaders: true }, async ctx => {
        const current = await getSessionFromCtx(ctx, { disableCookieCache: true })
        if (!current) throw new APIError('UNAUTHORIZED')
        const session = await ctx.context.internalAdapter.createSession(current.user.id)
        await setSessionCookie(ctx, { session, user: current.user })
        return { sessionId: session.id }
      }),
    },
  } satisfies BetterAuthPlugin
}
