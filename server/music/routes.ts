import type { FastifyInstance } from 'fastify'
import { api } from '#contract/paths.ts'
import { isStaff } from '#contract/permissions.ts'
import type { MusicFile } from '#contract/reels/music.ts'
import { sentences } from '#sentences/music.ts'
import { auditorOf } from '#server/audit/index.ts'
import { musicBudget, shareOf, spend } from '#server/core/budget.ts'
import { leaveUnparsed, requireBytes } from '#server/core/http/body.ts'
import { notFound } from '#server/core/http/errors.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { sendObject } from '#server/core/http/send-object.ts'
import { spokenTo } from '#server/core/language.ts'
import { type Language, textIn } from '#server/core/sentences.ts'
import { refuseOverBudget, visibleVideo } from '#server/videos/index.ts'
import { decideMusic, deleteMusic, type MusicDeps, uploadMusic } from './change-music.ts'
import { beatsOfRow, findMusic, type MusicRow, musicOfVideo } from './store.ts'

/** Music in the contract's format. @param language of its reader, for why it can't be used */
const presentMusic = (row: MusicRow, language: Language): MusicFile => ({
  id: row.id,
  name: row.name,
  status: row.status,
  error: textIn(row.error, language),
  duration: row.duration_seconds,
  beats: beatsOfRow(row),
  confirmedAt: row.confirmed_at.toISOString(),
  allowed: row.allowed_at !== null,
  url: row.object_key && api.musicFile(row.video_id, row.id),
})

/** Music that riders and staff bring for the reels of a video. */
export function musicRoutes(app: FastifyInstance, deps: MusicDeps): void {
  implement(app, 'musicFiles', async request => {
    const video = await visibleVideo(deps, request, request.params.id)
    return (await musicOfVideo(deps.db, video.id)).map(row => presentMusic(row, spokenTo(request)))
  })

  implement(app, 'musicFile', async (request, reply) => {
    const video = await visibleVideo(deps, request, request.params.id)
    const row = await findMusic(deps.db, video.id, request.params.musicId)
    if (!row?.object_key) throw notFound('music')
    return sendObject(request, reply, deps.objects, row.object_key, 'audio/mp4')
  })

  implement(app, 'deleteMusic', async request => {
    const video = await visibleVideo(deps, request, request.params.id)
    await deleteMusic(deps, { video, by: auditorOf(request) }, request.params.musicId)
    return { ok: true as const }
  })

  implement(app, 'decideMusic', async request => {
    const video = await visibleVideo(deps, request, request.params.id)
    const { musicId } = request.params
    const ask = { video, by: auditorOf(request) }
    return presentMusic(await decideMusic(deps, ask, musicId, request.body.allowed), spokenTo(request))
  })

  app.register(async scope => {
    leaveUnparsed(scope)
    implement(scope, 'uploadMusic', { rateLimit: perMinute(20) }, async request => {
      const video = await visibleVideo(deps, request, request.params.id)
      requireBytes(request, sentences.sendAsBytes)
      const { id, emailVerified, role } = actorOf(request)
      if (video.user_id === id) await refuseOverBudget(deps, id)
      const budget = shareOf(musicBudget, { emailVerified, staff: isStaff(role) })
      await spend(deps.db, budget, id, deps.clock.now())
      const ask = { video, by: auditorOf(request) }
      return presentMusic(await uploadMusic(deps, ask, request.query.name, request.raw), spokenTo(request))
    })
  })
}
