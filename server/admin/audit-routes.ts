import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { allEntries, auditCsv, listEntries } from '#server/audit/index.ts'
import { implement } from '#server/core/http/implement.ts'
import type { Deps } from '#server/deps.ts'

/** The audit log of staff actions. */
export function auditRoutes(app: FastifyInstance, { db }: Deps): void {
  implement(app, 'audit', request => {
    const { before, limit, ...filter } = request.query
    return listEntries(db, filter, { before, limit })
  })

  implement(app, 'auditCsv', async (request, reply) => {
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit-log.csv"')
    const lines = Readable.from(auditCsv(allEntries(db, request.query)))
    return reply.send(lines)
  })
}
