import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { adminUser, okAnswer, userRoleBody } from '#contract/accounts.ts'
import { adminUsersFilter, suspendBody } from '#contract/admin.ts'
import { errorBody } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import { nextCursorHeader } from '#contract/review.ts'
import { changeRole, listUsers, suspendUser, takeAwayFactor, unsuspendUser } from '#server/accounts/index.ts'
import { auditorOf } from '#server/audit/index.ts'
import { pageOf, readCursor } from '#server/platform/db/page.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { AdminDeps } from './deps.ts'

const config = { permission: 'admin:manage' } as const
const refused = { 401: errorBody, 403: errorBody, 422: errorBody }

/** The people, and their roles. */
export function userRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { db, clock, money } = deps
  const routes = app.withTypeProvider<ZodTypeProvider>()

  routes.get(
    api.adminUsers,
    {
      config,
      schema: {
        summary: 'People, newest first; the header x-next-cursor leads to the next page',
        tags: ['admin'],
        querystring: adminUsersFilter,
        response: { 200: z.array(adminUser), ...refused },
      },
    },
    async (request, reply) => {
      const { cursor, limit, ...wanted } = request.query
      const rows = await listUsers(db, { ...wanted, limit, cursor: readCursor(cursor, 'text') })
      const { rows: people, next } = pageOf(rows, limit)
      if (next) reply.header(nextCursorHeader, next)
      // Kept by the ledger as they come: adding up the videos of a page of people reads thousands of rows.
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
    },
  )

  routes.patch(
    api.userRole(':userId'),
    {
      config,
      schema: {
        summary: 'Gives a person another role and ends their sessions; the last admin stays one',
        tags: ['admin'],
        params: z.object({ userId: z.string().max(100) }),
        body: userRoleBody,
        response: { 200: okAnswer, ...refused, 404: errorBody, 409: errorBody },
      },
    },
    async request => {
      await changeRole(db, auditorOf(request), request.params.userId, request.body.role)
      return { ok: true as const }
    },
  )

  routes.post(
    api.suspendUser(':userId'),
    {
      config,
      schema: {
        summary:
          'Suspends an account: its sessions end, uploads and payouts stop; the person reads the reason',
        tags: ['admin'],
        params: z.object({ userId: z.string().max(100) }),
        body: suspendBody,
        response: { 200: okAnswer, ...refused, 404: errorBody, 409: errorBody },
      },
    },
    async request => {
      const { userId } = request.params
      await suspendUser(deps, auditorOf(request), { userId, reason: request.body.reason, now: clock.now() })
      return { ok: true as const }
    },
  )

  routes.post(
    api.unsuspendUser(':userId'),
    {
      config,
      schema: {
        summary: 'Ends a suspension',
        tags: ['admin'],
        params: z.object({ userId: z.string().max(100) }),
        body: z.object({}).nullish(),
        response: { 200: okAnswer, ...refused, 404: errorBody },
      },
    },
    async request => {
      await unsuspendUser(deps, auditorOf(request), request.params.userId)
      return { ok: true as const }
    },
  )

  routes.delete(
    api.userSecondFactor(':userId'),
    {
      config,
      schema: {
        summary: 'Takes away the second factor of a person who has lost it, and ends their sessions',
        tags: ['admin'],
        params: z.object({ userId: z.string().max(100) }),
        response: { 200: okAnswer, ...refused, 404: errorBody },
      },
    },
    async request => {
      if (!(await takeAwayFactor({ db }, auditorOf(request), request.params.userId)))
        throw notFound('The second factor')
      return { ok: true as const }
    },
  )
}
