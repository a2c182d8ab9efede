import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { deleteAccountBody, okAnswer } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import { auditorOf } from '#server/audit/index.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/platform/http/permission.ts'
import { type DeletionDeps, deleteAccount } from './delete-account.ts'
import { type ExportSection, exportData } from './export-data.ts'

const permission = 'profile:own' as const

/** Taking one's data along, and leaving. @param sections what further slices keep of a person */
export function privacyRoutes(
  app: FastifyInstance,
  deps: DeletionDeps & Pick<Deps, 'publicUrl'>,
  sections: readonly ExportSection[] = [],
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()

  routes.get(
    api.exportData,
    {
      config: { permission, rateLimit: { max: 5, timeWindow: '1 minute' } },
      schema: {
        summary: 'Everything kept about the person, as a ZIP archive of JSON files',
        tags: ['accounts'],
        produces: ['application/zip'],
        response: { 200: z.string(), 401: errorBody, 429: errorBody },
      },
    },
    async (request, reply) => {
      const archive = await exportData(deps, actorOf(request).id, sections)
      reply
        .type('application/zip')
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="trailcut-data.zip"')
      // A stream is sent as it is; the schema is for the documentation.
      return reply.send(Readable.from(archive, { objectMode: false }) as never)
    },
  )

  routes.post(
    api.deleteAccount,
    {
      config: { permission, rateLimit: { max: 10, timeWindow: '1 minute' } },
      schema: {
        summary: 'Deletes the account with its videos; the address is typed once more to confirm',
        tags: ['accounts'],
        body: deleteAccountBody,
        response: {
          200: okAnswer,
          401: errorBody,
          403: errorBody,
          409: errorBody,
          422: errorBody,
          429: errorBody,
        },
      },
    },
    async request => {
      await deleteAccount(deps, actorOf(request), auditorOf(request), request.body.confirmEmail)
      return { ok: true as const }
    },
  )
}
