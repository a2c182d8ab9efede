import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isStaff } from '#contract/permissions.ts'
import { sentences } from '#sentences/streaming.ts'
import { digestOf, renderBudget, shareOf, spend, strangerBudget } from '#server/core/budget.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { implement } from '#server/core/http/implement.ts'
import { networkOf } from '#server/core/http/network.ts'
import { hasCopy, sendObject } from '#server/core/http/send-object.ts'
import { playlistName } from '#server/core/media/command.ts'
import { isStoreBusy } from '#server/core/objects/store.ts'
import { coverPictureKey } from './covers/cover-picture.ts'
import { KnownStreams } from './known-streams.ts'
import { masterPlaylist } from './playlist.ts'
import { findLive, findOfVideo } from './store.ts'
import type { StreamingSystem, Watchable } from './system.ts'
import { publicHeight, publicThumbnail, thumbnail } from './thumbnail.ts'

/** How long a cache may serve anything without revalidating it, seconds. */
const cacheSeconds = 300

const playlistType = 'application/vnd.apple.mpegurl'

/**
 * The video host's routes by stream id: playlists, segments, frames and an embed page. Addresses in a
 * playlist are relative, so a viewer with a share link requests every segment through that link, and each
 * request is checked, by what was true at most 5 seconds ago.
 */
export function streamRoutes(app: FastifyInstance, deps: StreamingSystem): void {
  const streams = new KnownStreams()
  deps.onWatchersChange(id => streams.forget(id))
  const watchable = async (request: FastifyRequest, id: string): Promise<Watchable> => {
    const found = await deps.mayWatch(id, request.actor)
    if (!found) throw notFound('stream')
    return found
  }
  // What others may not see must never come from a shared cache, and hidden videos leave every cache soon;
  // with a link that was switched off, at once.
  const caching = (
    reply: FastifyReply,
    video: Pick<Watchable, 'published' | 'linkId'>,
    seconds = cacheSeconds,
  ) =>
    reply.header(
      'cache-control',
      `${video.published ? 'public' : 'private'}, max-age=${video.linkId ? 0 : seconds}, must-revalidate`,
    )
  const admit = (request: FastifyRequest, video: Watchable) => () => {
    const { actor } = request
    const now = deps.clock.now()
    if (!actor || !video.own) return spend(deps.db, strangerBudget, digestOf(networkOf(request.ip)), now)
    const who = { emailVerified: actor.emailVerified, staff: isStaff(actor.role) }
    return spend(deps.db, shareOf(renderBudget, who), actor.id, now)
  }

  implement(app, 'manifest', async (request, reply) => {
    const video = await watchable(request, request.params.streamId)
    const live = await findLive(deps.db, video.videoId)
    if (!live.length) throw notFound('stream')
    if (!video.own) await deps.admitViewer(video, request)
    const variants = live.map(r => ({ ...r, uri: `../${r.id}/${playlistName}` }))
    reply.header('cache-control', 'no-store').type(playlistType)
    return masterPlaylist(variants)
  })

  implement(app, 'streamFile', async (request, reply) => {
    const { streamId, renditionId, file } = request.params
    const video = await streams.find(streamId, request.actor, () => watchable(request, streamId))
    const rendition = video.parts.get(renditionId) ?? (await findOfVideo(deps.db, video.videoId, renditionId))
    if (!rendition) throw notFound('partOfStream')
    video.parts.set(renditionId, rendition)
    const isPlaylist = file === playlistName
    if (isPlaylist && !rendition.complete) reply.header('cache-control', 'no-store')
    else {
      // The bytes under a rendition's name never change, so a cache only asks whether it may still serve
      // them.
      const tag = `"${renditionId}-${file}"`
      caching(reply, video, isPlaylist ? 60 : cacheSeconds).header('etag', tag)
      if (hasCopy(request, tag)) return reply.status(304).send()
    }
    return sendObject(
      request,
      reply,
      deps.objects,
      rendition.prefix + file,
      isPlaylist ? playlistType : 'video/mp4',
    )
  })

  implement(app, 'thumbnail', async (request, reply) => {
    const video = await watchable(request, request.params.streamId)
    const { time, height, version } = request.query
    const { coverSeconds } = video
    const isCover = time === 'cover'
    if (isCover && video.coverPicture) {
      const shown = video.own ? height : publicHeight(height)
      caching(reply, video, version === undefined ? 0 : cacheSeconds)
      const key = coverPictureKey(video.streamId, video.coverPicture, shown)
      return sendObject(request, reply, deps.objects, key, 'image/jpeg')
    }
    const wanted = { seconds: isCover ? coverSeconds : Number.parseFloat(time), height }
    const jpeg = await thumbnail(
      deps.objects,
      { streamId: video.streamId, probe: video.probe, coverSeconds, original: video.original },
      video.own ? wanted : publicThumbnail(wanted, video.probe, coverSeconds),
      admit(request, video),
    ).catch(cause => {
      if (cause instanceof AppError || isStoreBusy(cause)) throw cause
      throw new AppError('not_found', sentences.noPicture, { cause })
    })
    // The cover's address stays the same when another one is chosen.
    caching(reply, video, isCover ? 0 : cacheSeconds)
    return reply.type('image/jpeg').send(jpeg)
  })

  implement(app, 'embed', async (request, reply) => {
    await watchable(request, request.params.streamId)
    return reply.sendWebApp()
  })
}
