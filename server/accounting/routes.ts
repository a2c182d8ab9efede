import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { auditorOf } from '#server/audit/index.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
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

const chunkLength = 65_536

/** Lines combined into chunks: a million small ones would each be a separate write. */
async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let chunk = ''
  for await (const line of lines) {
    chunk += line
    if (chunk.length < chunkLength) continue
    yield Buffer.from(chunk)
    chunk = ''
  }
  if (chunk) yield Buffer.from(chunk)
}

const file = (reply: FastifyReply, name: string, lines: AsyncIterable<string>) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="trailcut-${name}.csv"`)
    // One chunk is sent while the next is made; more would only wait in memory.
    .send(Readable.from(inChunks(lines), { highWaterMark: 1 }))

/** Months, corrections and files for accountants. */
export function accountingRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  implement(app, 'moneyOverview', () => overviewOf(deps))
  implement(app, 'peopleMoney', request => peopleMoney(db, request.query))
  implement(app, 'ledgerEntries', request => entriesOf(deps, request.query, spokenTo(request)))
  implement(app, 'taxRows', { rateLimit: perMinute(60) }, request => taxRowsOf(db, request.query.year))

  implement(app, 'taxRowsCsv', exportLimit, (request, reply) =>
    file(reply, `tax-rows-${request.query.year}`, taxRowsCsv(db, request.query.year)),
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
    return file(reply, `trial-balance-${from}-${to}`, trialBalanceCsv(db, request.query))
  })

  implement(app, 'ledgerCsv', exportLimit, (request, reply) => {
    const { from, to } = request.query
    return file(reply, `ledger-${from}-${to}`, ledgerCsv(db, request.query))
  })

  implement(app, 'journalCsv', exportLimit, (request, reply) => {
    const { from, to, format } = request.query
    return file(reply, `${format}-${from}-${to}`, journalCsv(db, request.query, request.query))
  })
}
