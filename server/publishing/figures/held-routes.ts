import type { FastifyInstance } from 'fastify'
import { auditorOf } from '#server/audit/index.ts'
import { implement } from '#server/core/http/implement.ts'
import { spokenTo } from '#server/core/language.ts'
import type { PublishingDeps } from '../deps.ts'
import { decideHeld } from './decide-held.ts'
import { listHeld } from './list-held.ts'

/** Counts on hold: staff can see them, admins decide. */
export function heldRoutes(app: FastifyInstance, deps: PublishingDeps): void {
  implement(app, 'heldCounts', request => listHeld(deps.db, request.query, spokenTo(request)))

  implement(app, 'decideHeldCounts', async request => {
    await decideHeld(deps, { id: request.params.id, by: auditorOf(request), ...request.body })
    return { ok: true as const }
  })
}
