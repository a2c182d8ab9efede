import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { UnitSystem } from '#contract/gauges/units.ts'
import { allows, type Permission, type Role } from '#contract/permissions.ts'
import type { Language } from '#contract/reading/languages.ts'
import { sentences as common } from '#sentences/http.ts'
import { AppError } from './errors.ts'

/** The caller, from the session. */
export interface Actor {
  id: string
  email: string
  emailVerified: boolean
  role: Role
  sessionId: string
  /** When the proof of identity expires; absent for a session, which is extended by use. */
  until?: Date
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required on every route; otherwise the server does not start. */
    permission?: Permission
    /**
     * The page itself explains an invalid address; no part of the address is stored or looked up unchecked.
     */
    explainsAddress?: true
  }
  interface FastifyRequest {
    actor: Actor | null
    /** The language in the settings of the person behind the session, also of one who is refused; null: not chosen. */
    personLanguage: Language | null
    /** of speeds and heights, as chosen in the person's settings */
    personUnits: UnitSystem | null
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

/**
 * Looks up the session of a request; null when there is none. @throws AppError unauthorized on a
 * contradiction
 */
export type Authenticate = (request: FastifyRequest) => Promise<Actor | null>

/**
 * Closed by default: a route without a declared permission fails at registration, and every request is
 * checked before its body is read and its handler runs.
 */
export function guardRoutes(app: FastifyInstance, authenticate: Authenticate): void {
  const table: DeclaredRoute[] = []
  app.decorate('routeTable', table)
  app.decorateRequest('actor', null)
  app.decorateRequest('personLanguage', null)
  app.decorateRequest('personUnits', null)
  app.addHook('onRoute', route => {
    if (!route.config?.permission)
      throw new Error(`Route ${route.method} ${route.url} declares no permission`)
    table.push({ methods: [route.method].flat(), url: route.url, permission: route.config.permission })
  })
  app.addHook('onRequest', async (request: FastifyRequest, _reply: FastifyReply) => {
    const permission = request.routeOptions.config?.permission
    if (!permission) return // no route matched; the 404 handler responds
    // A signed address is its own proof, and a page elsewhere may use it.
    if (permission === 'signed' || permission === 'anyone') return
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
