import type { FastifyInstance } from 'fastify'
import { notFound } from '#server/core/http/errors.ts'
import { implement } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import type { Deps } from '#server/deps.ts'
import type { Accounts } from '../build-accounts.ts'
import { engineHeaders, relayCookies } from '../sign-in/relay.ts'
import { stepOfFactor } from './authenticate.ts'
import { isForeign } from './origins.ts'
import { endOwnSession, endSessionsOf, listSessions } from './store.ts'

/** The signed-in person, and signing out. */
export function sessionRoutes(
  app: FastifyInstance,
  { publicUrl }: Deps,
  { engine, currentUser: show }: Accounts,
): void {
  implement(app, 'user', async request => {
    const { id, sessionId } = actorOf(request)
    const step = stepOfFactor(request)
    return { ...(await show(id)), sessionId, ...(step === 'none' ? {} : { twoFactor: step }) }
  })

  implement(app, 'logout', { exposeHeadRoute: false }, async (request, reply) => {
    // A link on another site may lead here, but can't sign anyone out.
    if (isForeign(request, publicUrl)) return reply.redirect('/')
    const { headers } = await (await engine()).api.signOut({
      headers: engineHeaders(request),
      returnHeaders: true,
    })
    relayCookies(reply, headers)
    return reply.redirect('/')
  })

  implement(app, 'logoutCall', async (request, reply) => {
    const { headers } = await (await engine()).api.signOut({
      headers: engineHeaders(request),
      returnHeaders: true,
    })
    relayCookies(reply, headers)
    return { ok: true as const }
  })
}

/** Lists and ends the person's own sessions (OWASP ASVS 5, 7.5.2). */
export function sessionListRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  implement(app, 'sessions', async request => {
    const actor = actorOf(request)
    return (await listSessions(db, actor.id, clock.now())).map(row => ({
      id: row.id,
      current: row.id === actor.sessionId,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.updated_at.toISOString(),
      userAgent: row.user_agent,
      ipAddress: row.ip_address,
    }))
  })

  implement(app, 'endSession', async request => {
    if (!(await endOwnSession(db, actorOf(request).id, request.params.id))) throw notFound('session')
    return { ok: true as const }
  })

  implement(app, 'endOtherSessions', async request => {
    const { id, sessionId } = actorOf(request)
    return { count: await endSessionsOf(db, id, sessionId) }
  })
}
