import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { gaugeSecondsAtOnce } from '#contract/gauges/schemas.ts'
import { isStaff } from '#contract/permissions.ts'
import { sentences } from '#sentences/analysis.ts'
import { leaveUnparsed, requireBytes } from '#server/core/http/body.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { wordingFor } from '#server/core/language.ts'
import { inWordsFor } from '#server/core/sentences.ts'
import type { Deps } from '#server/deps.ts'
import { findOwned, presentVideo, refuseOverBudget, visibleVideo } from '#server/videos/index.ts'
import { addTelemetry } from './add-telemetry.ts'
import { choosePlace, findRide } from './added-ride.ts'
import { daysOf } from './days/store.ts'
import { enhanceMetadata, keepTitle, undoEnhance } from './enhance-metadata.ts'
import { requestAnalysis } from './request-analysis.ts'
import { rideAnswer } from './ride-data/answer.ts'
import { gaugeDataFor } from './ride-data/gauge-data.ts'
import { findingsFor } from './ride-data/public-ride.ts'
import { findSameRides } from './same-ride/store.ts'
import { findLatestRun, findTexts, textsIn } from './store.ts'
import { changeTelemetry } from './video-store.ts'

const params = z.object({ id: z.uuid() })

type RouteDeps = Pick<Deps, 'db' | 'jobs' | 'objects' | 'clock' | 'config'>

export function analysisRoutes(app: FastifyInstance, deps: RouteDeps): void {
  implement(app, 'aiStatus', async request => {
    const { id } = request.params
    const wording = wordingFor(request)
    const shown = presentVideo(await visibleVideo(deps, request, id), wording)
    const [run, written] = [await findLatestRun(deps.db, id), await findTexts(deps.db, id)]
    const texts = written && textsIn(written, wording.units)
    const completed = shown.aiProcessingStatus === 'completed'
    return {
      aiProcessingStatus: shown.aiProcessingStatus,
      aiProcessingError: shown.aiProcessingError,
      aiProcessingStarted: shown.aiProcessingStarted,
      aiProcessingCompleted: shown.aiProcessingCompleted,
      aiViralPotentialScore: shown.aiViralPotentialScore,
      aiGeneratedTitle: texts?.title ?? null,
      aiGeneratedDescription: texts?.description ?? null,
      aiGeneratedTags: texts?.tags ?? null,
      progress: completed ? 100 : (run?.progress ?? 0),
      stage: run?.stage ?? null,
      completed,
    }
  })

  implement(app, 'aiHighlights', async request => {
    const row = await visibleVideo(deps, request, request.params.id)
    const found = await findingsFor(deps.db, row, actorOf(request).id)
    if (!found) throw new AppError('conflict', sentences.notAnalyzed)
    const result = inWordsFor(found.result, wordingFor(request))
    return {
      version: result.version,
      highlights: result.highlights,
      compilations: result.compilations,
      editingSuggestions: result.editingSuggestions,
      sceneDetection: result.scenes,
      curve: result.curve,
      abstained: result.abstained,
      viralPotential: result.viralPotential,
      telemetry: result.telemetry,
      safety: result.safety,
    }
  })

  implement(app, 'rideData', async request => {
    const row = await visibleVideo(deps, request, request.params.id)
    const found = await findingsFor(deps.db, row, actorOf(request).id)
    return rideAnswer(found, wordingFor(request))
  })

  implement(app, 'rideDays', request => daysOf(deps.db, actorOf(request).id, request.query))

  implement(app, 'sameRide', async request => {
    const row = await visibleVideo(deps, request, request.params.id)
    const { id, role } = actorOf(request)
    const found = await findSameRides(deps.db, row.id, isStaff(role) ? null : id)
    return {
      videos: found.map(one => ({
        id: one.id,
        title: one.title,
        createdAt: one.created_at.toISOString(),
        by: one.by,
        sameRider: one.user_id === row.user_id,
      })),
    }
  })

  implement(app, 'gaugeData', { rateLimit: perMinute(120) }, async request => {
    const row = await visibleVideo(deps, request, request.params.id)
    const spans = request.query.spans.split(',').map(span => {
      const [start = 0, end = 0] = span.split('-').map(Number)
      return { start, end }
    })
    const seconds = spans.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0)
    if (spans.some(({ start, end }) => end < start) || seconds > gaugeSecondsAtOnce)
      throw new AppError('bad_request', sentences.shorterSpans)
    return gaugeDataFor(deps.db, row, spans, { byRider: row.user_id === actorOf(request).id })
  })

  const start = async (request: FastifyRequest) => {
    const { id } = request.params as z.infer<typeof params>
    const row = await visibleVideo(deps, request, id)
    if (!row.probe || row.status === 'failed') throw new AppError('conflict', sentences.processFirst)
    // Staff may request an analysis for any video; riders' requests are charged to them.
    if (row.user_id === actorOf(request).id) await refuseOverBudget(deps, row.user_id)
    const run = await deps.db.transaction().execute(tx => requestAnalysis(deps, tx, row.id))
    return { runId: run.runId, aiProcessingStatus: run.status }
  }
  implement(app, 'aiAnalyze', { rateLimit: perMinute(20) }, start)
  implement(app, 'aiProcess', { rateLimit: perMinute(20) }, start)

  telemetryRoutes(app, deps)

  const replacing = [
    ['enhanceMetadata', enhanceMetadata],
    ['undoEnhance', undoEnhance],
    ['keepTitle', keepTitle],
  ] as const
  for (const [name, replace] of replacing)
    implement(app, name, async request => {
      const wording = wordingFor(request)
      const row = await visibleVideo(deps, request, request.params.id)
      return presentVideo(await replace(deps, row, wording), wording)
    })
}

/** What a rider adds to a video's own sensors. */
function telemetryRoutes(app: FastifyInstance, deps: RouteDeps): void {
  app.register(async scope => {
    leaveUnparsed(scope)
    implement(scope, 'addTelemetry', { rateLimit: perMinute(20) }, async request => {
      const row = await findOwned(deps.db, request.params.id, actorOf(request).id)
      if (!row) throw notFound('video')
      requireBytes(request, sentences.sendAsBytes)
      await refuseOverBudget(deps, row.user_id)
      return addTelemetry(deps, row, request.raw, { otherDay: request.query.otherDay ?? false })
    })
  })

  implement(app, 'addedRide', async request => {
    const row = await findOwned(deps.db, request.params.id, actorOf(request).id)
    if (!row) throw notFound('video')
    return findRide(deps.db, row.id)
  })

  implement(app, 'placeRide', { rateLimit: perMinute(20) }, async request => {
    const { id } = request.params
    const row = await findOwned(deps.db, id, actorOf(request).id)
    if (!row) throw notFound('video')
    if (!row.probe || row.status === 'failed') throw new AppError('conflict', sentences.processFirst)
    await refuseOverBudget(deps, row.user_id)
    const run = await deps.db.transaction().execute(async tx => {
      await choosePlace(tx, id, request.body.offset)
      await changeTelemetry(tx, id, null)
      return requestAnalysis(deps, tx, id)
    })
    return { runId: run.runId, aiProcessingStatus: run.status }
  })
}
