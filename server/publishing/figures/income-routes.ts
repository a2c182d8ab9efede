import type { FastifyInstance } from 'fastify'
import { auditorOf } from '#server/audit/index.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import type { PublishingDeps } from '../deps.ts'
import { enterIncome, incomeTable } from './income-table.ts'

/** What platforms paid next to what riders were promised, for admins. */
export function incomeRoutes(app: FastifyInstance, deps: PublishingDeps): void {
  const { db } = deps

  implement(app, 'platformIncome', async () => incomeTable(db, await deps.time(db)))

  implement(app, 'setPlatformIncome', { rateLimit: perMinute(30) }, async request => {
    await enterIncome(deps, auditorOf(request), request.body)
    return incomeTable(db, await deps.time(db))
  })
}
