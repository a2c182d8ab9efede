import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { allows, type Permission, type Role } from '#contract/permissions.ts'
import { AppError } from './errors.ts'
import { common } from './sentences.ts'

/** Who is asking, as the session says. */
export interface Actor {
  id: string
  email: string
  emailVerified: boolean
  role: Role
  sessionId: string
  /** When what proved it ends by itself; absent for a session, which moves on with use. */
  until?: Date
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required on every route: the server does not start without it. */
    permission?: Permission
    /** The page says itself what is wrong with its address, of which nothing is stored or looked up as it is. */
    explainsAddress?: true
  }
  interface FastifyRequest {
    actor: Actor | null
  }
  interface FastifyInstance {
    /** Every route with its permission, for the test that walks all of them. */
    routeTable: DeclaredRoute[]
  }
}

export interface DeclaredRoute {
  methods: string[]
  url: string
  permission: Permission
}

/** Looks up the session behind a request; null for nobody. @throws AppError unauthorized on a contradiction */
export type Authenticate = (request: FastifyRequest) => Promise<Actor | null>

/** Routes that a library registers by itself, declared here because they cannot declare for themselves. */
const pluginRoutes: [prefix: string, permission: Permission][] = [['/api/docs', 'public']]

/**
 * Default-closed access: a route without a declared permission fails at registration,
 * and every request is checked before its handler and before its body is read.
 */
export function guardRoutes(app: FastifyInstance, authenticate: Authenticate): void {
  const table: DeclaredRoute[] = []
  app.decorate('routeTable', table)
  app.decorateRequest('actor', null)
  app.addHook('onRoute', route => {
    const byPlugin = pluginRoutes.find(([prefix]) => route.url.startsWith(prefix))
    if (byPlugin) route.config = { ...route.config, permission: byPlugin[1] }
    if (!route.config?.permission)
      throw new Error(`Route ${route.method} ${route.url} declares no permission`)
    table.push({ methods: [route.method].flat(), url: route.url, permission: route.config.permission })
  })
  app.addHook('onRequest', async (request: FastifyRequest, _reply: FastifyReply) => {
    const permission = request.routeOptions.config?.permission
    if (!permission) return // no route matched: the 404 handler answers
    // A signed address proves itself, so a page elsewhere may use it without a session look-up.
    if (permission === 'signed') return
    request.actor = await authenticate(request)
    const who = request.actor?.role ?? 'anonymous'
    if (allows(permission, who)) return
    throw request.actor
      ? new AppError('forbidden', common.notAllowed)
      : new AppError('unauthorized', common.unauthorized)
  })
}

/** The signed-in person; only for handlers of routes whose permission needs a session. */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.actor) throw new AppError('unauthorized', common.unauthorized)
  return request.actor
}
