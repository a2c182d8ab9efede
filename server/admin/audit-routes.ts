import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { auditEntry, auditFilter, auditQuery } from '#contract/audit.ts'
import { errorBody } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import { allEntries, auditCsv, listEntries } from '#server/audit/index.ts'
import type { Deps } from '#server/deps.ts'

const config = { permission: 'admin:manage' } as const
const refused = { 401: errorBody, 403: errorBody, 422: errorBody }

/** The log of what staff did. */
export function auditRoutes(app: FastifyInstance, { db }: Deps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()

  routes.get(
    api.audit,
    {
      config,
      schema: {
        summary: 'What staff did, newest first',
        tags: ['admin'],
        querystring: auditQuery,
        response: { 200: z.array(auditEntry), ...refused },
      },
    },
    request => {
      const { before, limit, ...filter } = request.query
      return listEntries(db, filter, { before, limit })
    },
  )

  routes.get(
    api.auditCsv,
    {
      config,
      schema: {
        summary: 'The same as CSV, all of it',
        tags: ['admin'],
        querystring: auditFilter,
        produces: ['text/csv'],
        response: { 200: z.string(), ...refused },
      },
    },
    async (request, reply) => {
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="audit-log.csv"')
      const lines = Readable.from(auditCsv(allEntries(db, request.query)))
      // A stream is sent as it is; the schema is for the documentation.
      return reply.send(lines as never)
    },
  )
}
