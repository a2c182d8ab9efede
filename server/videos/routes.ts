import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isStaff } from '#contract/permissions.ts'
import { sentences } from '#sentences/videos.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { sendObject } from '#server/core/http/send-object.ts'
import { wordingFor } from '#server/core/language.ts'
import type { Deps } from '#server/deps.ts'
import { findLive } from '#server/streaming/index.ts'
import { presentVideo, type ShownVideo } from './present.ts'
import { removeVideo } from './remove-video.ts'
import {
  acceptHeld,
  findByFingerprint,
  findOwned,
  listOwned,
  listShown,
  setStatus,
  unsafeFind,
  type VideoRow,
} from './store.ts'
import { refuseOverBudget } from './upload/cpu-budget.ts'
import type { Incoming } from './upload/incoming.ts'
import { tryAnyway } from './upload/ingest.ts'
import { requestUpload } from './upload/request-upload.ts'
import { setDetails } from './upload/store.ts'

/**
 * The owner's video; staff may see anyone's.
 * @throws AppError not_found for everyone else, and for videos awaiting their owner's acceptance
 */
export async function visibleVideo(
  deps: Pick<Deps, 'db'>,
  request: FastifyRequest,
  id: string,
): Promise<VideoRow> {
  const actor = actorOf(request)
  const row = isStaff(actor.role) ? await unsafeFind(deps.db, id) : await findOwned(deps.db, id, actor.id)
  if (!row || row.held) throw notFound('video')
  return row
}

interface VideoDeps extends Deps {
  incoming: Incoming
  /** Videos' earnings for their owners, in dollars; videos without earnings are left out. */
  earningsOf(videoIds: string[]): Promise<Map<string, number>>
}

/**
 * Another person may have uploaded with this address before: only a person who has verified it decides about
 * that.
 */
function ownerOf(request: FastifyRequest): string {
  const { id, emailVerified } = actorOf(request)
  if (!emailVerified) throw new AppError('forbidden', sentences.confirmEmail)
  return id
}

/**
 * What was uploaded before an address was verified: shown to its owner, then accepted or discarded as a
 * whole.
 */
function heldRoutes(app: FastifyInstance, deps: Deps & { incoming: Incoming }): void {
  implement(app, 'heldUploads', async request => ({
    videos: (await listOwned(deps.db, actorOf(request).id, true)).map(row => ({
      id: row.id,
      title: row.title,
      fileName: row.file_name,
      fileSize: row.file_size,
      createdAt: row.created_at.toISOString(),
    })),
  }))

  implement(app, 'acceptUploads', async request => ({
    count: await acceptHeld(deps.db, ownerOf(request)),
  }))

  implement(app, 'discardUploads', async request => {
    const held = await listOwned(deps.db, ownerOf(request), true)
    for (const video of held) await removeVideo(deps, video)
    return { count: held.length }
  })
}

export function videoRoutes(app: FastifyInstance, deps: VideoDeps): void {
  const withEarnings = async (request: FastifyRequest, rows: ShownVideo[]) => {
    const earned = await deps.earningsOf(rows.map(row => row.id))
    const wording = wordingFor(request)
    return rows.map(row => presentVideo(row, wording, earned.get(row.id) ?? 0))
  }
  heldRoutes(app, deps)

  implement(app, 'uploadUrl', { rateLimit: perMinute(60) }, async request => {
    await refuseOverBudget(deps, actorOf(request).id)
    const { video: row, uploadUrl } = await requestUpload(deps, actorOf(request), request.body)
    return { video: presentVideo(row, wordingFor(request)), uploadUrl }
  })

  const list = async (request: FastifyRequest) =>
    withEarnings(request, await listShown(deps.db, actorOf(request).id))
  implement(app, 'myVideos', list)
  implement(app, 'myVideosDetailed', list)

  implement(app, 'knownUpload', async request => {
    const row = await findByFingerprint(deps.db, actorOf(request).id, request.query.fingerprint)
    return row ? { id: row.id, title: row.title, createdAt: row.created_at.toISOString() } : null
  })

  implement(app, 'video', async request => {
    const [shown] = await withEarnings(request, [await visibleVideo(deps, request, request.params.id)])
    return shown as NonNullable<typeof shown>
  })

  implement(app, 'updateVideo', async request => {
    const row = await findOwned(deps.db, request.params.id, actorOf(request).id)
    if (!row) throw notFound('video')
    const { status } = request.body
    const changed = await deps.db.transaction().execute(async tx => {
      const detailed = await setDetails(tx, row.id, request.body)
      // 'I have sent everything': only accepted while the video has no later state.
      const sent = status === 'processing' && row.status === 'uploading'
      return sent ? setStatus(tx, row.id, status) : detailed
    })
    return presentVideo(changed ?? row, wordingFor(request))
  })

  implement(app, 'deleteVideo', async request => {
    const row = await findOwned(deps.db, request.params.id, actorOf(request).id)
    if (!row) throw notFound('video')
    if (row.status === 'published') throw new AppError('conflict', sentences.publishedStays)
    await removeVideo(deps, row)
    return { ok: true as const }
  })

  implement(app, 'tryAnyway', { rateLimit: perMinute(20) }, async request => {
    const actor = actorOf(request)
    await refuseOverBudget(deps, actor.id)
    return presentVideo(await tryAnyway(deps, request.params.id, actor.id), wordingFor(request))
  })

  // Nobody else: it has where the ride went, private places included.
  implement(app, 'originalFile', async (request, reply) => {
    const row = await findOwned(deps.db, request.params.id, actorOf(request).id)
    if (!row?.original_key) throw notFound('video')
    return sendObject(request, reply, deps.objects, row.original_key, 'application/octet-stream')
  })

  implement(app, 'videoStatus', async request => {
    const row = await visibleVideo(deps, request, request.params.id)
    const live = await findLive(deps.db, row.id)
    const shown = presentVideo(row, wordingFor(request))
    return {
      status: shown.status,
      cfStreamId: shown.cfStreamId,
      cfProcessingStatus: shown.cfProcessingStatus,
      cfReadyToStream: shown.cfReadyToStream,
      processingError: shown.processingError,
      ladderProgress: row.ladder_progress,
      renditions: live.map(r => r.height),
    }
  })
}
