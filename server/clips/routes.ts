import type { FastifyInstance } from 'fastify'
import type { Clip } from '#contract/clips.ts'
import { api } from '#contract/paths.ts'
import { isStaff } from '#contract/permissions.ts'
import { clipBudget, shareOf, spend } from '#server/core/budget.ts'
import type { Tx } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { sendObject } from '#server/core/http/send-object.ts'
import { spokenTo } from '#server/core/language.ts'
import { type Language, textIn } from '#server/core/sentences.ts'
import type { Deps } from '#server/deps.ts'
import { refuseFullAccount, refuseOverBudget, visibleVideo } from '#server/videos/index.ts'
import { requestClip } from './request-clip.ts'
import { type ClipRow, findClip } from './store.ts'

/** A clip in the contract's format. @param language of its reader, for why it couldn't be rendered */
export const presentClip = (row: ClipRow, language: Language): Clip => ({
  id: row.id,
  kind: row.kind,
  format: row.format,
  gauges: row.gauges ?? 'none',
  parts: row.parts.map(({ start, end }) => ({ start, end })),
  status: row.status,
  progress: row.progress,
  error: textIn(row.error, language),
  duration: row.duration_seconds,
  size: row.size,
  url: api.clipFile(row.video_id, row.id),
})

export function clipRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'jobs' | 'objects' | 'clock' | 'config'>,
): void {
  implement(app, 'clips', { rateLimit: perMinute(60) }, async request => {
    const video = await visibleVideo(deps, request, request.params.id)
    const { id, emailVerified, role } = actorOf(request)
    if (video.user_id === id) await refuseOverBudget(deps, id)
    const budget = shareOf(clipBudget, { emailVerified, staff: isStaff(role) })
    const admit = async (tx: Tx) => {
      await refuseFullAccount(tx, deps.config.budgets, video.user_id)
      await spend(tx, budget, id, deps.clock.now())
    }
    const wanted = { ...request.body, byRider: video.user_id === id }
    return presentClip(await requestClip(deps, video, wanted, admit), spokenTo(request))
  })

  implement(app, 'clip', async request => {
    const video = await visibleVideo(deps, request, request.params.id)
    const row = await findClip(deps.db, video.id, request.params.clipId)
    if (!row) throw notFound('clip')
    return presentClip(row, spokenTo(request))
  })

  implement(app, 'clipFile', async (request, reply) => {
    const video = await visibleVideo(deps, request, request.params.id)
    const row = await findClip(deps.db, video.id, request.params.clipId)
    if (!row?.object_key) throw notFound('clip')
    return sendObject(request, reply, deps.objects, row.object_key, 'video/mp4')
  })
}
