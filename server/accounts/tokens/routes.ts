import type { FastifyInstance } from 'fastify'
import { auditorOf } from '#server/audit/index.ts'
import { notFound } from '#server/core/http/errors.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import type { Deps } from '#server/deps.ts'
import { needFreshSignIn } from '../sessions/authenticate.ts'
import { createToken, listTokens, revokeToken } from './store.ts'

/** The person's own access tokens. No token reaches these: they name no scope. */
export function accessTokenRoutes(app: FastifyInstance, deps: Deps): void {
  implement(app, 'accessTokens', request => listTokens(deps.db, actorOf(request).id))

  implement(app, 'createAccessToken', { rateLimit: perMinute(20) }, async request => {
    const actor = actorOf(request)
    await needFreshSignIn(deps, actor)
    return createToken(deps, auditorOf(request), actor.id, request.body)
  })

  implement(app, 'revokeAccessToken', async request => {
    const given = { userId: actorOf(request).id, tokenId: request.params.tokenId }
    if (!(await revokeToken(deps, auditorOf(request), given))) throw notFound('accessToken')
    return { ok: true as const }
  })
}
