import type { FastifyInstance, FastifyRequest } from 'fastify'
import { role } from '#contract/permissions.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor, Authenticate } from '#server/platform/http/permission.ts'
import type { Engine } from './engine.ts'
import { bearerToken, type Firebase, firebaseProvider } from './firebase.ts'
import { engineHeaders, relayCookies } from './relay.ts'
import { pastAbsoluteEnd } from './rules.ts'
import { endSession, findUser, userOfIdentity } from './store.ts'

// A session in use is extended, and the cookie with it, while the request is still being judged.
const renewed = new WeakMap<FastifyRequest, Headers>()

/**
 * Who is behind a request: by the session cookie, else by a Firebase ID token in Authorization whose person is known.
 * 'x-user-token' proves nothing, but must not name somebody else.
 */
export function sessionAuthenticate(
  engine: Engine,
  firebase: Firebase | null,
  deps: Pick<Deps, 'db' | 'clock'>,
): Authenticate {
  return async request => {
    const actor = (await bySession(engine, deps, request)) ?? (await byToken(firebase, deps, request))
    const claimed = request.headers['x-user-token']
    if (!actor || claimed === undefined || claimed === actor.id) return actor
    // A page for everybody stays open, and to nobody in particular.
    if (request.routeOptions.config?.permission === 'public') return null
    throw new AppError('unauthorized', 'Unauthorized')
  }
}

async function bySession(
  engine: Engine,
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  request: FastifyRequest,
): Promise<Actor | null> {
  if (!request.headers.cookie) return null
  const { response: found, headers } = await engine.api.getSession({
    headers: engineHeaders(request),
    returnHeaders: true,
  })
  renewed.set(request, headers)
  if (!found) return null
  const { session, user } = found
  if (pastAbsoluteEnd(session.createdAt, clock.now())) {
    await endSession(db, session.id)
    return null
  }
  return {
    id: user.id,
    email: user.email,
    emailVerified: user.emailVerified,
    role: role.parse(user.role),
    sessionId: session.id,
  }
}

async function byToken(
  firebase: Firebase | null,
  { db }: Pick<Deps, 'db'>,
  request: FastifyRequest,
): Promise<Actor | null> {
  const token = firebase && bearerToken(request.headers.authorization)
  if (!firebase || !token) return null
  try {
    const { sub } = await firebase.verify(token)
    const id = await userOfIdentity(db, firebaseProvider, sub)
    const user = id === null ? undefined : await findUser(db, id)
    if (!user) return null
    const { email, email_verified: emailVerified } = user
    return { id: user.id, email, emailVerified, role: user.role, sessionId: `${firebaseProvider}:${sub}` }
  } catch (error) {
    // A token that is over is nobody's; keys that cannot be asked for are told where it matters who asks.
    const open = request.routeOptions.config?.permission === 'public'
    if (error instanceof AppError && (error.code === 'unauthorized' || open)) return null
    throw error
  }
}

/** Sends the extended cookie along with the answer, unless the answer sets a session of its own. */
export function sendRenewedCookies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const headers = renewed.get(request)
    if (headers && !reply.hasHeader('set-cookie')) relayCookies(reply, headers)
  })
}
