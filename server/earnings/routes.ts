import type { FastifyInstance } from 'fastify'
import { brand } from '#contract/brand.ts'
import { api } from '#contract/paths.ts'
import { auditorOf } from '#server/audit/index.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { sendCsv } from '#server/core/http/send-csv.ts'
import { spokenTo } from '#server/core/language.ts'
import type { Deps } from '#server/deps.ts'
import { zoneOf } from '#server/notifications/index.ts'
import { highlightScoresOf } from '#server/videos/index.ts'
import { payoutBudgetOf, setPayoutBudget, viewBudgetOf } from './budget.ts'
import { periodOf, reportOf, seriesOf, transactionsOf } from './report.ts'
import { projectVideo, toCents } from './rules.ts'
import { statementCsv } from './statement/csv.ts'
import { statementContents, statementOf, statementsOf } from './statement/statement.ts'

/** The signed-in person's earnings, and the budget for all of them. */
export function earningsRoutes(
  app: FastifyInstance,
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
): void {
  app.register(async scope => {
    implement(scope, 'projection', async request => {
      const videos = await highlightScoresOf(db, actorOf(request).id)
      const sum = videos.reduce((total, scores) => total + projectVideo(scores), 0)
      return { projectedEarnings: toCents(sum) }
    })

    implement(scope, 'earningsReport', async request => {
      const zone = await zoneOf(db, request, request.query.timeZone)
      return reportOf(db, actorOf(request).id, periodOf(request.query, zone))
    })

    implement(scope, 'earningsSeries', async request => {
      const zone = await zoneOf(db, request, request.query.timeZone)
      return seriesOf(db, actorOf(request).id, periodOf(request.query, zone))
    })

    implement(scope, 'transactions', request =>
      transactionsOf(db, actorOf(request).id, request.query, spokenTo(request)),
    )

    implement(scope, 'viewBudget', request => viewBudgetOf(db, actorOf(request).id, clock.now()))

    implement(scope, 'payoutBudget', () => payoutBudgetOf({ db, clock }))
    implement(scope, 'setPayoutBudget', { rateLimit: perMinute(20) }, async request => {
      await setPayoutBudget({ db, clock }, auditorOf(request), request.body)
      return payoutBudgetOf({ db, clock })
    })

    implement(scope, 'statements', async request => {
      const zone = await zoneOf(db, request, request.query.timeZone)
      return (await statementsOf(db, actorOf(request).id, zone)).map(({ month, shown }) => ({
        month,
        earnings: Number(shown.earnings) / 100,
        payouts: Number(shown.payouts) / 100,
        csvUrl: `${api.statementCsv(month)}?timeZone=${encodeURIComponent(zone)}`,
        pdfUrl: `${api.statementPdf(month)}?timeZone=${encodeURIComponent(zone)}`,
      }))
    })

    implement(scope, 'statementCsv', async (request, reply) => {
      const { id } = actorOf(request)
      const zone = await zoneOf(db, request, request.query.timeZone)
      const statement = await statementOf(db, id, request.params.month, zone)
      return sendCsv(
        reply,
        `trailcut-${statement.month}.csv`,
        statementCsv(db, id, statement, spokenTo(request)),
      )
    })

    implement(scope, 'statementPdf', async (request, reply) => {
      const { id, email } = actorOf(request)
      const zone = await zoneOf(db, request, request.query.timeZone)
      const statement = await statementOf(db, id, request.params.month, zone)
      const contents = await statementContents(db, id, statement)
      const { statementPdf } = await import('./statement/pdf.ts')
      const payee = await db
        .selectFrom('users as u')
        .leftJoin('payee_tax_facts as f', 'f.user_id', 'u.id')
        .select(['u.name', 'u.location', 'f.legal_name', 'f.legal_address'])
        .where('u.id', '=', id)
        .executeTakeFirstOrThrow()
      reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="trailcut-${statement.month}.pdf"`)
      const { name, address } = config.operator
      const lines = (...texts: (string | null | undefined)[]) => texts.filter(text => text != null)
      const parties = {
        from: { name: name ?? brand, lines: lines(address) },
        to: {
          name: payee.legal_name ?? payee.name,
          lines: lines(payee.legal_address ?? (payee.location || null), email),
        },
      }
      return reply.send(
        statementPdf(parties, statement, {
          ...contents,
          now: clock.now(),
          language: spokenTo(request),
        }),
      )
    })
  })
}
