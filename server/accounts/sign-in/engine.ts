import { randomUUID } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { genericOAuth, magicLink } from 'better-auth/plugins'
import { brand } from '#contract/brand.ts'
import { api } from '#contract/paths.ts'
import { type Language, languageCodes } from '#contract/reading/languages.ts'
import { sentences } from '#sentences/accounts.ts'
import type { Mail } from '#server/core/mailer.ts'
import { renderNotice } from '#server/mail/index.ts'
import { type IdentityProvider, oauthConfig } from '../identities/identity-provider.ts'
import { linkMinutes, type StaffEmails } from '../rules.ts'
import { cookiePrefix } from '../sessions/session-cookie.ts'
import { type EngineDeps, engineHooks, validateUserInfo } from './engine-hooks.ts'
import { claimsSignIn, emailSignup, findLink, renewSession } from './engine-plugins.ts'
import { identityTable, sessionTable, userTable, verificationTable } from './engine-tables.ts'
import { linkDigest, mailedToken, newLinkToken } from './link-token.ts'
import { addressHeader } from './relay.ts'
import { claimUnverified, languageOfAddress } from './store.ts'

const linkMails = {
  signIn: {
    subject: sentences.signInMailSubject,
    title: sentences.pageSignInTitle,
    asked: sentences.signInMailAsked,
    action: sentences.pageSignIn,
    once: sentences.signInMailOnce,
    notYou: sentences.signInMailNotYou,
  },
  confirm: {
    subject: sentences.confirmMailSubject,
    title: sentences.pageConfirmTitle,
    asked: sentences.confirmMailAsked,
    action: sentences.pageConfirm,
    once: sentences.confirmMailOnce,
    notYou: sentences.confirmMailNotYou,
  },
}

/** The mail with a link. It contains nothing that the requester could have chosen. */
const linkMail = async (
  to: string,
  url: string,
  language: Language,
  { subject, title, asked, action, once, notYou }: (typeof linkMails)['signIn'],
): Promise<Mail> => ({
  to,
  subject: subject.in(language),
  ...(await renderNotice({
    language,
    title: title.in(language),
    message: asked({ address: to }).in(language),
    action: { label: action.in(language), url },
    footnotes: [once({ minutes: linkMinutes }).in(language), notYou.in(language)],
  })),
})

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
          const kind = metadata?.confirms === true ? linkMails.confirm : linkMails.signIn
          await deps.mailer.send(await linkMail(email, url, language, kind))
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
/** Loads it for the first request that needs it: a start doesn't. */
export type OpenEngine = () => Promise<Engine>
