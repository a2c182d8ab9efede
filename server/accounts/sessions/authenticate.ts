import type { FastifyInstance, FastifyRequest } from 'fastify'
import { freshSignInMinutes } from '#contract/constants.ts'
import type { UnitSystem } from '#contract/gauges/units.ts'
import type { Language } from '#contract/reading/languages.ts'
import { sentences } from '#sentences/accounts.ts'
import { sentences as common } from '#sentences/http.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Actor, Authenticate } from '#server/core/http/permission.ts'
import type { Deps } from '#server/deps.ts'
import { bearerToken, type Firebase, firebaseProvider } from '../identities/firebase.ts'
import { userOfIdentity } from '../identities/store.ts'
import { findUser } from '../people/store.ts'
import {
  extendEverySeconds,
  type FactorStep,
  factorStep,
  idleSeconds,
  openWhileSuspended,
  pastAbsoluteEnd,
} from '../rules.ts'
import type { OpenEngine } from '../sign-in/engine.ts'
import { engineHeaders, relayCookies } from '../sign-in/relay.ts'
import { accessTokenOf, actorOfToken } from '../tokens/authenticate.ts'
import { sessionToken } from './session-cookie.ts'
import { endSession, findSession, sessionOf } from './store.ts'

// Extended session cookies, collected while their requests are still being checked.
const renewed = new WeakMap<FastifyRequest, Headers>()

/**
 * The person behind a request: by access token and then by nothing else; by session cookie, otherwise by a Firebase ID
 * token in Authorization whose person is known. 'x-user-token' proves nothing, but must not name another person.
 */
export function sessionAuthenticate(
  engine: OpenEngine,
  firebase: Firebase | null,
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'secrets' | 'publicUrl'>,
): Authenticate {
  const signed = { key: deps.secrets.key('sign-in'), isSecure: deps.publicUrl.startsWith('https:') }
  return async request => {
    const accessToken = accessTokenOf(request.headers.authorization)
    if (accessToken !== null) return actorOfToken(deps, request, accessToken)
    const token = sessionToken(request, signed)
    const found =
      (token && (await bySession(engine, deps, request, token))) ?? (await byToken(firebase, deps, request))
    if (!found) return null
    const { hasFactor, shown, suspended } = found
    request.personLanguage = found.language
    request.personUnits = found.units
    const permission = request.routeOptions.config?.permission
    // A suspended user has no role.
    const actor: Actor = suspended ? { ...found.actor, role: 'user' } : found.actor
    const claimed = request.headers['x-user-token']
    if (claimed !== undefined && claimed !== actor.id) {
      // A public page stays open, without a signed-in person.
      if (permission === 'public') return null
      throw new AppError('unauthorized', common.unauthorized)
    }
    if (suspended && !openWhileSuspended(request.method, permission))
      throw new AppError('forbidden', sentences.suspended)
    const step = factorStep({ hasFactor, shown, role: actor.role, mode: deps.config.mode })
    factorSteps.set(request, step)
    // Until two-step verification is passed, the session can only enter a code, see that it must, and sign
    // out.
    if (step === 'none' || permission === 'session:own') return actor
    if (permission === 'public') return null
    throw new AppError('two_factor', sentences.twoStepNeeded)
  }
}

const factorSteps = new WeakMap<FastifyRequest, FactorStep>()

/** What an authenticated request's session still has to do. */
export const stepOfFactor = (request: FastifyRequest): FactorStep => factorSteps.get(request) ?? 'none'

/** Whether the engine extends a session, or ends it: it counts by the machine's clock. */
const isDue = (expiresAt: Date) =>
  expiresAt.getTime() - (idleSeconds - extendEverySeconds) * 1000 <= Date.now()

interface Found {
  actor: Actor
  /** Whether the person has two-step verification, and whether this session has passed it. */
  hasFactor: boolean
  shown: boolean
  suspended: boolean
  /** as chosen in the settings */
  language: Language | null
  units: UnitSystem | null
}

async function bySession(
  engine: OpenEngine,
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  request: FastifyRequest,
  token: string,
): Promise<Found | null> {
  const row = await sessionOf(db, token)
  if (!row || isDue(row.expires_at)) {
    // The sign-in engine extends a session that is due, and removes the cookie of one that is over.
    const { response, headers } = await (await engine()).api.getSession({
      headers: engineHeaders(request),
      returnHeaders: true,
    })
    renewed.set(request, headers)
    if (!response || !row) return null
  }
  if (pastAbsoluteEnd(row.began_at, clock.now())) {
    await endSession(db, row.session_id)
    return null
  }
  const { id, email, email_verified: emailVerified, role, language, units } = row
  return {
    actor: { id, email, emailVerified, role, sessionId: row.session_id },
    hasFactor: row.second_factor,
    shown: row.second_factor_at !== null,
    suspended: row.suspended_at !== null,
    language,
    units,
  }
}

async function byToken(
  firebase: Firebase | null,
  { db }: Pick<Deps, 'db'>,
  request: FastifyRequest,
): Promise<Found | null> {
  const token = firebase && bearerToken(request.headers.authorization)
  if (!firebase || !token) return null
  try {
    const { sub, exp } = await firebase.verify(token)
    const id = await userOfIdentity(db, firebaseProvider, sub)
    const user = id === null ? undefined : await findUser(db, id)
    if (!user) return null
    const { email, email_verified: emailVerified } = user
    const sessionId = `${firebaseProvider}:${sub}`
    const until = new Date(exp * 1000)
    const actor: Actor = { id: user.id, email, emailVerified, role: user.role, sessionId, until }
    // A token can't pass two-step verification: people who need it use the session that sync creates.
    const suspended = user.suspended_at !== null
    const { language, units } = user
    return { actor, hasFactor: user.second_factor, shown: false, suspended, language, units }
  } catch (error) {
    // An expired token identifies no one; unreachable keys are only reported on routes that need a person.
    const open = request.routeOptions.config?.permission === 'public'
    if (error instanceof AppError && (error.code === 'unauthorized' || open)) return null
    throw error
  }
}

/** Sends the extended cookie with the response, unless the response sets its own session. */
export function sendRenewedCookies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const headers = renewed.get(request)
    if (headers && !reply.hasHeader('set-cookie')) relayCookies(reply, headers)
  })
}

/**
 * Whether a session that was valid when a request arrived still is: neither ended nor expired, and its person
 * neither suspended since nor in another role. For connections that outlive the request that opened them.
 */
export async function sessionContinues(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
): Promise<boolean> {
  const now = clock.now()
  if (!actor.until) return (await findSession(db, actor.sessionId, now)) !== undefined
  const user = await findUser(db, actor.id)
  return actor.until > now && user?.role === actor.role && user.suspended_at === null
}

/**
 * Only accepts a session that started within the last minutes: an open page or a stolen cookie isn't enough
 * for what can't be undone. A bearer token has no sign-in here and is never fresh.
 * @throws AppError sign_in_again
 */
export async function needFreshSignIn(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
): Promise<void> {
  const session = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('id', '=', actor.sessionId)
    .where('user_id', '=', actor.id)
    .executeTakeFirst()
  const since = clock.now().getTime() - freshSignInMinutes * 60_000
  if (!session || session.created_at.getTime() < since)
    throw new AppError('sign_in_again', sentences.fresh({ minutes: freshSignInMinutes }))
}
