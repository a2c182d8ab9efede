import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import {
  earningsReport,
  earningsSeries,
  month,
  periodQuery,
  statementSummary,
  transaction,
  transactionsQuery,
} from '#contract/money.ts'
import { api } from '#contract/paths.ts'
import { projectionAnswer } from '#contract/videos.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/platform/http/permission.ts'
import { plus, toDollars } from '#server/platform/money.ts'
import { highlightScoresOf } from '#server/videos/index.ts'
import { periodOf, reportOf, seriesOf, transactionsOf } from './report.ts'
import { projectVideo, toCents } from './rules.ts'
import { statementCsv, statementLines, statementOf } from './statement.ts'
import { statementPdf } from './statement-pdf.ts'
import { sumsByMonth } from './store.ts'

const config = { permission: 'earnings:own' } as const
const refused = { 401: errorBody, 422: errorBody }

/** What the signed-in person earns. */
export function earningsRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  app.register(async scope => {
    const routes = scope.withTypeProvider<ZodTypeProvider>()

    routes.get(
      '/api/earnings/projection',
      { config, schema: { response: { 200: projectionAnswer } } },
      async request => {
        const videos = await highlightScoresOf(db, actorOf(request).id)
        const sum = videos.reduce((total, scores) => total + projectVideo(scores), 0)
        return { projectedEarnings: toCents(sum) }
      },
    )

    routes.get(
      api.earningsReport,
      {
        config,
        schema: {
          summary: 'What was earned and paid out in a period',
          tags: ['earnings'],
          querystring: periodQuery,
          response: { 200: earningsReport, ...refused },
        },
      },
      request => reportOf(db, actorOf(request).id, periodOf(request.query)),
    )

    routes.get(
      api.earningsSeries,
      {
        config,
        schema: {
          summary: 'The same period by day and by video',
          tags: ['earnings'],
          querystring: periodQuery,
          response: { 200: earningsSeries, ...refused },
        },
      },
      request => seriesOf(db, actorOf(request).id, periodOf(request.query)),
    )

    routes.get(
      api.transactions,
      {
        config,
        schema: {
          summary: 'Every movement of the money, newest first, explained',
          tags: ['earnings'],
          querystring: transactionsQuery,
          response: { 200: z.array(transaction), ...refused },
        },
      },
      request => transactionsOf(db, actorOf(request).id, request.query),
    )

    routes.get(
      api.statements,
      {
        config,
        schema: {
          summary: 'Months with movements, newest first',
          tags: ['earnings'],
          response: { 200: z.array(statementSummary), 401: errorBody },
        },
      },
      async request =>
        (await sumsByMonth(db, actorOf(request).id)).map(s => ({
          month: s.month,
          earnings: toDollars(plus(s.viewRevenue, s.premiumViewRevenue)),
          payouts: toDollars(s.payouts),
          csvUrl: api.statementFile(s.month, 'csv'),
          pdfUrl: api.statementFile(s.month, 'pdf'),
        })),
    )

    const file = (format: 'csv' | 'pdf') => ({
      config,
      schema: {
        summary: `A month's statement as ${format.toUpperCase()}`,
        tags: ['earnings'],
        params: z.object({ month }),
        produces: [format === 'csv' ? 'text/csv' : 'application/pdf'],
        response: { 200: z.string(), ...refused },
      },
    })
    const attached = (name: string) => `attachment; filename="trailcut-${name}"`

    routes.get(api.statementFile(':month', 'csv'), file('csv'), async (request, reply) => {
      const { id } = actorOf(request)
      const statement = await statementOf(db, id, request.params.month)
      reply.type('text/csv; charset=utf-8').header('content-disposition', attached(`${statement.month}.csv`))
      // A stream is sent as it is; the schema is for the documentation.
      return reply.send(Readable.from(statementCsv(db, id, statement)) as never)
    })

    routes.get(api.statementFile(':month', 'pdf'), file('pdf'), async (request, reply) => {
      const { id, email } = actorOf(request)
      const statement = await statementOf(db, id, request.params.month)
      const lines = await statementLines(db, id, statement)
      const { name } = await db
        .selectFrom('users')
        .select('name')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      reply.type('application/pdf').header('content-disposition', attached(`${statement.month}.pdf`))
      return reply.send(statementPdf({ name, email }, statement, lines) as never)
    })
  })
}
