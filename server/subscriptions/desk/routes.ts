import type { FastifyInstance } from 'fastify'
import { evidenceFileBytes } from '#contract/money/constants.ts'
import { sentences } from '#sentences/subscriptions.ts'
import { auditorOf } from '#server/audit/index.ts'
import { readBytes, requireBytes } from '#server/core/http/body.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import type { Deps } from '#server/deps.ts'
import { disputeOf, sendEvidence, uploadEvidence } from './evidence.ts'
import { deskOf } from './lists.ts'

/** The operator's desk: what needs an answer, and the answers to disputes. */
export function deskRoutes(app: FastifyInstance, deps: Deps): void {
  implement(app, 'desk', request => deskOf(deps, request.query))
  implement(app, 'dispute', { rateLimit: perMinute(60) }, request =>
    disputeOf(deps, request.params.disputeId),
  )
  implement(app, 'disputeEvidence', { rateLimit: perMinute(20) }, request =>
    sendEvidence(deps, auditorOf(request), request.params.disputeId, request.body),
  )
  app.register(async scope => {
    readBytes(scope, deps.config.bodyIdleMs)
    implement(
      scope,
      'disputeFile',
      { rateLimit: perMinute(20), bodyLimit: evidenceFileBytes + 1 },
      request => {
        requireBytes(request, sentences.sendAsBytes)
        const data: unknown = request.body
        return uploadEvidence(
          deps,
          auditorOf(request),
          request.params.disputeId,
          request.query,
          Buffer.isBuffer(data) ? data : Buffer.alloc(0),
        )
      },
    )
  })
}
