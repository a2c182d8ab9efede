import type { FastifyInstance } from 'fastify'
import { nextCursorHeader } from '#contract/review.ts'
import { changeRole, listUsers, suspendUser, takeAwayFactor, unsuspendUser } from '#server/accounts/index.ts'
import { auditorOf } from '#server/audit/index.ts'
import { pageOf, readCursor } from '#server/core/db/page.ts'
import { notFound } from '#server/core/http/errors.ts'
import { implement } from '#server/core/http/implement.ts'
import type { AdminDeps } from './deps.ts'

/** People and their roles. */
export function userRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { db, clock, money } = deps

  implement(app, 'adminUsers', async (request, reply) => {
    const { cursor, limit, ...wanted } = request.query
    const rows = await listUsers(db, { ...wanted, limit, cursor: readCursor(cursor, 'text') })
    const { rows: people, next } = pageOf(rows, limit)
    if (next) reply.header(nextCursorHeader, next)
    // Stored by the ledger as they change; summing the videos of a page of people would read thousands of
    // rows.
    const totals = await money.totalsOf(
      db,
      people.map(p => p.id),
    )
    return people.map(p => ({
      id: p.id,
      email: p.email,
      emailVerified: p.email_verified,
      firstName: p.first_name,
      lastName: p.last_name,
      profileImageUrl: p.image,
      role: p.role,
      totalViews: totals.get(p.id)?.views ?? 0,
      createdAt: p.created_at.toISOString(),
      suspendedAt: p.suspended_at?.toISOString() ?? null,
      suspendedReason: p.suspended_reason,
    }))
  })

  implement(app, 'userRole', async request => {
    await changeRole(db, auditorOf(request), request.params.userId, request.body.role)
    return { ok: true as const }
  })

  implement(app, 'suspendUser', async request => {
    const { userId } = request.params
    await suspendUser(deps, auditorOf(request), { userId, reason: request.body.reason, now: clock.now() })
    return { ok: true as const }
  })

  implement(app, 'unsuspendUser', async request => {
    await unsuspendUser(deps, auditorOf(request), request.params.userId)
    return { ok: true as const }
  })

  implement(app, 'userTwoFactor', async request => {
    if (!(await takeAwayFactor({ db }, auditorOf(request), request.params.userId))) throw notFound('twoStep')
    return { ok: true as const }
  })
}
