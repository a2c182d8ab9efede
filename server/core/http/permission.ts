import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TokenScope } from '#contract/api-constants.ts'
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
  /** The access token that stands for the person; it has no role of staff and reaches only routes of its scopes. */
  token?: { id: string; scopes: readonly TokenScope[] }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required on every route; otherwise the server does not start. */
    permission?: Permission
    /** Which access tokens may use the route; without it, none may. */
    scope?: TokenScope
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
  scope: TokenScope | null
}

/**
 * Looks up the session of a request; null when there is none. @throws AppError unauthorized on a
 * contradiction
 */
export type Authenticate = (request: FastifyRequest) => Promise<Actor | null>

/** @throws AppError forbidden, unless one of the token's scopes opens the route (RFC 6750, section 3.1) */
function checkScope(token: NonNullable<Actor['token']>, request: FastifyRequest, reply: FastifyReply): void {
  const { scope } = request.routeOptions.config
  if (scope && token.scopes.includes(scope)) return
  reply.header('www-authenticate', `Bearer error="insufficient_scope"${scope ? `, scope="${scope}"` : ''}`)
  throw new AppError('forbidden', scope ? common.scopeMissing({ scope }) : common.closedToTokens)
}

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
    const { permission, scope = null } = route.config
    table.push({ methods: [route.method].flat(), url: route.url, permission, scope })
  })
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const permission = request.routeOptions.config?.permission
    if (!permission) return // no route matched; the 404 handler responds
    // A signed address is its own proof, and a page elsewhere may use it.
    if (permission === 'signed' || permission === 'anyone') return
    request.actor = await authenticate(request)
    if (request.actor?.token) checkScope(request.actor.token, request, reply)
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
