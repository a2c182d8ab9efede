import type { FastifyInstance, FastifyRequest } from 'fastify'
import { role } from '#contract/permissions.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor, Authenticate } from '#server/platform/http/permission.ts'
import type { Engine } from './engine.ts'
import { engineHeaders, relayCookies } from './relay.ts'
import { pastAbsoluteEnd } from './rules.ts'
import { endSession } from './store.ts'

// A session in use is extended, and the cookie with it, while the request is still being judged.
const renewed = new WeakMap<FastifyRequest, Headers>()

/** Who is behind a request, by its session cookie. */
export function sessionAuthenticate(engine: Engine, { db, clock }: Pick<Deps, 'db' | 'clock'>): Authenticate {
  return async request => {
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
    const claimed = request.headers['x-user-token']
    if (claimed !== undefined && claimed !== user.id) {
      // A page for everybody stays open, and to nobody in particular.
      if (request.routeOptions.config?.permission === 'public') return null
      throw new AppError('unauthorized', 'Unauthorized')
    }
    const actor: Actor = {
      id: user.id,
      email: user.email,
      emailVerified: user.emailVerified,
      role: role.parse(user.role),
      sessionId: session.id,
    }
    return actor
  }
}

/** Sends the extended cookie along with the answer, unless the answer sets a session of its own. */
export function sendRenewedCookies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const headers = renewed.get(request)
    if (headers && !reply.hasHeader('set-cookie')) relayCookies(reply, headers)
  })
}
