import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { api } from '#contract/paths.ts'
import type { Deps } from '#server/deps.ts'
import { implement } from '#server/platform/http/implement.ts'
import { actorOf } from '#server/platform/http/permission.ts'
import { plus, toDollars } from '#server/platform/money.ts'
import { highlightScoresOf } from '#server/videos/index.ts'
import { periodOf, reportOf, seriesOf, transactionsOf } from './report.ts'
import { projectVideo, toCents } from './rules.ts'
import { statementCsv, statementLines, statementOf } from './statement.ts'
import { statementPdf } from './statement-pdf.ts'
import { sumsByMonth } from './store.ts'

/** What the signed-in person earns. */
export function earningsRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  app.register(async scope => {
    implement(scope, 'projection', async request => {
      const videos = await highlightScoresOf(db, actorOf(request).id)
      const sum = videos.reduce((total, scores) => total + projectVideo(scores), 0)
      return { projectedEarnings: toCents(sum) }
    })

    implement(scope, 'earningsReport', request => reportOf(db, actorOf(request).id, periodOf(request.query)))

    implement(scope, 'earningsSeries', request => seriesOf(db, actorOf(request).id, periodOf(request.query)))

    implement(scope, 'transactions', request => transactionsOf(db, actorOf(request).id, request.query))

    implement(scope, 'statements', async request =>
      (await sumsByMonth(db, actorOf(request).id)).map(s => ({
        month: s.month,
        earnings: toDollars(plus(s.viewRevenue, s.premiumViewRevenue)),
        payouts: toDollars(s.payouts),
        csvUrl: api.statementCsv(s.month),
        pdfUrl: api.statementPdf(s.month),
      })),
    )

    const attached = (name: string) => `attachment; filename="trailcut-${name}"`

    implement(scope, 'statementCsv', async (request, reply) => {
      const { id } = actorOf(request)
      const statement = await statementOf(db, id, request.params.month)
      reply.type('text/csv; charset=utf-8').header('content-disposition', attached(`${statement.month}.csv`))
      return reply.send(Readable.from(statementCsv(db, id, statement)))
    })

    implement(scope, 'statementPdf', async (request, reply) => {
      const { id, email } = actorOf(request)
      const statement = await statementOf(db, id, request.params.month)
      const lines = await statementLines(db, id, statement)
      const { name } = await db
        .selectFrom('users')
        .select('name')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      reply.type('application/pdf').header('content-disposition', attached(`${statement.month}.pdf`))
      return reply.send(statementPdf({ name, email }, statement, lines))
    })
  })
}
