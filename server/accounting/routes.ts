import type { FastifyInstance } from 'fastify'
import { auditorOf } from '#server/audit/index.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { sendCsv } from '#server/core/http/send-csv.ts'
import { spokenTo } from '#server/core/language.ts'
import type { Deps } from '#server/deps.ts'
import { closeMonth, monthsOf } from './close-month.ts'
import { correctionsFor, decideCorrection, proposeCorrection } from './corrections.ts'
import { journalCsv, ledgerCsv, trialBalanceCsv } from './exports.ts'
import { entriesOf, overviewOf, peopleMoney } from './overview.ts'
import { taxRowsCsv, taxRowsOf } from './tax-rows.ts'
import { trialBalanceOf } from './trial-balance.ts'

const done = { ok: true as const }
/** Exports read many entries, so each person's downloads are limited. */
const exportLimit = { rateLimit: perMinute(12) }

/** Months, corrections and files for accountants. */
export function accountingRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  implement(app, 'moneyOverview', () => overviewOf(deps))
  implement(app, 'peopleMoney', request => peopleMoney(db, request.query))
  implement(app, 'ledgerEntries', request => entriesOf(deps, request.query, spokenTo(request)))
  implement(app, 'taxRows', { rateLimit: perMinute(60) }, request => taxRowsOf(db, request.query.year))

  implement(app, 'taxRowsCsv', exportLimit, (request, reply) =>
    sendCsv(reply, `trailcut-tax-rows-${request.query.year}.csv`, taxRowsCsv(db, request.query.year)),
  )

  implement(app, 'trialBalance', { rateLimit: perMinute(60) }, request =>
    trialBalanceOf(db, request.query, spokenTo(request)),
  )

  implement(app, 'accountingMonths', () => monthsOf(deps))

  implement(app, 'closeMonth', { rateLimit: perMinute(6) }, async request => {
    await closeMonth(deps, auditorOf(request), request.params.month)
    return done
  })

  implement(app, 'corrections', request => correctionsFor(db, actorOf(request).id))

  implement(app, 'proposeCorrection', { rateLimit: perMinute(20) }, async request => {
    await proposeCorrection(deps, auditorOf(request), request.body)
    return done
  })

  implement(app, 'decideCorrection', async request => {
    const { correctionId } = request.params
    await decideCorrection(deps, auditorOf(request), correctionId, request.body.accept)
    return done
  })

  implement(app, 'trialBalanceCsv', exportLimit, (request, reply) => {
    const { from, to } = request.query
    return sendCsv(reply, `trailcut-trial-balance-${from}-${to}.csv`, trialBalanceCsv(db, request.query))
  })

  implement(app, 'ledgerCsv', exportLimit, (request, reply) => {
    const { from, to } = request.query
    return sendCsv(reply, `trailcut-ledger-${from}-${to}.csv`, ledgerCsv(db, request.query))
  })

  implement(app, 'journalCsv', exportLimit, (request, reply) => {
    const { from, to, format } = request.query
    return sendCsv(
      reply,
      `trailcut-${format}-${from}-${to}.csv`,
      journalCsv(db, request.query, request.query),
    )
  })
}
