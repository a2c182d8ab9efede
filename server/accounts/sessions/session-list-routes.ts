import type { FastifyInstance } from 'fastify'
import { notFound } from '#server/core/http/errors.ts'
import { implement } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import type { Deps } from '#server/deps.ts'
import { endOwnSession, endSessionsOf, listSessions } from './store.ts'

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
