import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { okAnswer } from '#contract/accounts.ts'
import { isStaff } from '#contract/permissions.ts'
import {
  fingerprint,
  knownUploadAnswer,
  patchVideoBody,
  streamStatusAnswer,
  uploadUrlAnswer,
  uploadUrlBody,
  video,
} from '#contract/videos.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, notFound } from '#server/platform/http/errors.ts'
import { actorOf } from '#server/platform/http/permission.ts'
import { findLive } from '#server/streaming/index.ts'
import { heldRoutes } from './held-routes.ts'
import { presentVideo } from './present.ts'
import { removeVideo } from './remove-video.ts'
import { findByFingerprint, findOwned, listOwned, unsafeFind, updateVideo, type VideoRow } from './store.ts'
import { refuseOverBudget } from './upload/cpu-budget.ts'
import type { Incoming } from './upload/incoming.ts'
import { requestUpload } from './upload/request-upload.ts'

const params = z.object({ id: z.uuid() })

/**
 * The owner's video; staff may see anybody's.
 * @throws AppError not_found for all others, and for what waits for its owner's acceptance
 */
export async function visibleVideo(
  deps: Pick<Deps, 'db'>,
  request: FastifyRequest,
  id: string,
): Promise<VideoRow> {
  const actor = actorOf(request)
  const row = isStaff(actor.role) ? await unsafeFind(deps.db, id) : await findOwned(deps.db, id, actor.id)
  if (!row || row.held) throw notFound('The video')
  return row
}

interface VideoDeps extends Deps {
  incoming: Incoming
  /** What videos have earned their owners, in dollars; those that earned nothing are left out. */
  earningsOf(videoIds: string[]): Promise<Map<string, number>>
}

export function videoRoutes(app: FastifyInstance, deps: VideoDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const withEarnings = async (rows: VideoRow[]) => {
    const earned = await deps.earningsOf(rows.map(row => row.id))
    return rows.map(row => presentVideo(row, earned.get(row.id) ?? 0))
  }
  heldRoutes(app, deps)
  const config = { permission: 'video:own' as const }

  routes.post(
    '/api/videos/upload-url',
    {
      config: { ...config, rateLimit: { max: 60, timeWindow: '1 minute' } },
      schema: { body: uploadUrlBody, response: { 200: uploadUrlAnswer } },
    },
    async request => {
      await refuseOverBudget(deps, actorOf(request).id)
      const { video: row, uploadUrl } = await requestUpload(deps, actorOf(request), request.body)
      return { video: presentVideo(row), uploadUrl }
    },
  )

  const list = async (request: FastifyRequest) => withEarnings(await listOwned(deps.db, actorOf(request).id))
  routes.get('/api/videos/my', { config, schema: { response: { 200: z.array(video) } } }, list)
  routes.get('/api/videos/my-detailed', { config, schema: { response: { 200: z.array(video) } } }, list)

  routes.get(
    '/api/videos/known',
    { config, schema: { querystring: z.object({ fingerprint }), response: { 200: knownUploadAnswer } } },
    async request => {
      const row = await findByFingerprint(deps.db, actorOf(request).id, request.query.fingerprint)
      return row ? { id: row.id, title: row.title, createdAt: row.created_at.toISOString() } : null
    },
  )

  routes.get('/api/videos/:id', { config, schema: { params, response: { 200: video } } }, async request => {
    const [shown] = await withEarnings([await visibleVideo(deps, request, request.params.id)])
    return shown as NonNullable<typeof shown>
  })

  routes.patch(
    '/api/videos/:id',
    { config, schema: { params, body: patchVideoBody, response: { 200: video } } },
    async request => {
      const row = await findOwned(deps.db, request.params.id, actorOf(request).id)
      if (!row) throw notFound('The video')
      const { title, description, category, status } = request.body
      const changed = await updateVideo(deps.db, row.id, {
        ...(title === undefined ? {} : { title }),
        ...(description === undefined ? {} : { description }),
        ...(category === undefined ? {} : { category }),
        // 'I have sent everything': true only while nothing later is known of the video.
        ...(status === 'processing' && row.status === 'uploading' ? { status } : {}),
      })
      return presentVideo(changed ?? row)
    },
  )

  routes.delete(
    '/api/videos/:id',
    { config, schema: { params, response: { 200: okAnswer } } },
    async request => {
      const row = await findOwned(deps.db, request.params.id, actorOf(request).id)
      if (!row) throw notFound('The video')
      if (row.status === 'published')
        throw new AppError(
          'conflict',
          'A published video cannot be deleted here: ask staff to take it down first.',
        )
      await removeVideo(deps, row)
      return { ok: true as const }
    },
  )

  routes.get(
    '/api/videos/:id/status',
    { config, schema: { params, response: { 200: streamStatusAnswer } } },
    async request => {
      const row = await visibleVideo(deps, request, request.params.id)
      const live = await findLive(deps.db, row.id)
      const shown = presentVideo(row)
      return {
        status: shown.status,
        cfStreamId: shown.cfStreamId,
        cfProcessingStatus: shown.cfProcessingStatus,
        cfReadyToStream: shown.cfReadyToStream,
        processingError: shown.processingError,
        ladderProgress: row.ladder_progress,
        renditions: live.map(r => r.height),
      }
    },
  )
}
