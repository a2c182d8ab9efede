import type { BetterAuthOptions, GenericEndpointContext } from 'better-auth'
import { bySettings, record } from '#server/audit/index.ts'
import { openTransaction } from '#server/core/db/slow-calls.ts'
import type { Deps } from '#server/deps.ts'
import { hasIdentityAt } from '../identities/identity-issuers.ts'
import { noteDevice, noteSignInMethod } from '../people/notices.ts'
import { setRole } from '../people/store.ts'
import { inheritedSuspension } from '../people/suspended-addresses.ts'
import { grantedRole, outranks, type StaffEmails } from '../rules.ts'
import { endSessionsOf } from '../sessions/store.ts'
import { roleOfVerified } from './store.ts'

export type EngineDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'log' | 'mailer' | 'publicUrl'>

/** Gives a person the role configured for the address, once it is verified; other sessions end. */
async function raiseRole(
  { db, log }: EngineDeps,
  staff: StaffEmails,
  userId: string,
  sessionId: string,
): Promise<void> {
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

/** Who may sign in with an identity: a known one by its subject, a new one only with a verified address. */
export const validateUserInfo =
  ({ db }: EngineDeps): NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']> =>
  async ({ user, source }) => {
    if (source.action === 'sign-in') return undefined
    if (!user.emailVerified) return { error: 'email_not_verified' }
    // An address can pass on to another person; the known subject at this provider is still the first
    // person's.
    const { id } = user
    const providerId = source.oauth?.providerId
    return source.action === 'link-account' &&
      id &&
      providerId &&
      (await hasIdentityAt(openTransaction() ?? db, id, providerId))
      ? { error: 'other_identity' }
      : undefined
  }

/**
 * Ends the browser's previous session once it has a new one, so that a sign-in leaves no second token behind
 * (session fixation, OWASP ASVS 5 section 7.2).
 */
export async function endPreviousSession(ctx: GenericEndpointContext, newToken: string): Promise<void> {
  const { name } = ctx.context.authCookies.sessionToken
  const previous = await ctx.getSignedCookie(name, ctx.context.secret)
  if (previous && previous !== newToken) await ctx.context.internalAdapter.deleteSession(previous)
}

/** What happens in addition to the engine's own writes. */
export const engineHooks = (deps: EngineDeps, staff: StaffEmails) => {
  const { db, clock, log } = deps
  return {
    user: {
      create: {
        before: async user => {
          const suspension = await inheritedSuspension(openTransaction() ?? db, deps.secrets, user.email)
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
          await raiseRole(deps, staff, session.userId, session.id)
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
        // We make no calls in anyone's name at the provider, so its tokens are not stored.
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
  } satisfies BetterAuthOptions['databaseHooks']
}
