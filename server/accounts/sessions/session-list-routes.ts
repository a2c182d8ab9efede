import { z } from 'zod'
import { endedSessions, okAnswer, session } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { actorOf } from '#server/platform/http/permission.ts'
import type { Routes } from '../typed-routes.ts'
import { endOwnSession, endSessionsOf, listSessions } from './store.ts'

const config = { permission: 'session:own' } as const

/** Where one is signed in, and ending that (OWASP ASVS 5, 7.5.2). */
export function sessionListRoutes(routes: Routes, { db, clock }: Deps): void {
  routes.get(
    api.sessions,
    {
      config,
      schema: {
        summary: 'One’s own sessions, last used first',
        tags: ['accounts'],
        response: { 200: z.array(session), 401: errorBody },
      },
    },
    async request => {
      const actor = actorOf(request)
      return (await listSessions(db, actor.id, clock.now())).map(row => ({
        id: row.id,
        current: row.id === actor.sessionId,
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.updated_at.toISOString(),
        userAgent: row.user_agent,
        ipAddress: row.ip_address,
      }))
    },
  )

  routes.delete(
    api.session(':id'),
    {
      config,
      schema: {
        summary: 'Ends one of one’s own sessions',
        tags: ['accounts'],
        params: z.object({ id: z.string().max(100) }),
        response: { 200: okAnswer, 401: errorBody, 403: errorBody, 404: errorBody },
      },
    },
    async request => {
      if (!(await endOwnSession(db, actorOf(request).id, request.params.id))) throw notFound('The session')
      return { ok: true as const }
    },
  )

  routes.post(
    api.endOtherSessions,
    {
      config,
      schema: {
        summary: 'Ends all of one’s sessions but the one that asks',
        tags: ['accounts'],
        body: z.object({}).nullish(),
        response: { 200: endedSessions, 401: errorBody, 403: errorBody },
      },
    },
    async request => {
      const { id, sessionId } = actorOf(request)
      return { count: await endSessionsOf(db, id, sessionId) }
    },
  )
}
