import type { FastifyInstance } from 'fastify'
import { auditorOf } from '#server/audit/index.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import type { Deps } from '#server/deps.ts'
import { type DeletionDeps, deleteAccount } from './delete-account.ts'
import { type ExportSection, exportData } from './export-data.ts'

/** Exporting the person's data, and deleting the account. @param sections data from further slices */
export function privacyRoutes(
  app: FastifyInstance,
  deps: DeletionDeps & Pick<Deps, 'publicUrl'>,
  sections: readonly ExportSection[] = [],
): void {
  implement(app, 'exportData', { rateLimit: perMinute(5) }, async (request, reply) => {
    const archive = await exportData(deps, actorOf(request).id, sections)
    reply
      .type('application/zip')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="trailcut-data.zip"')
    return reply.send(archive)
  })

  implement(app, 'deleteAccount', { rateLimit: perMinute(10) }, async request => {
    await deleteAccount(deps, actorOf(request), auditorOf(request), request.body.confirmEmail)
    return { ok: true as const }
  })
}
