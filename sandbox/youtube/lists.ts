import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FaultPlace } from '../social/faults.ts'
import type { Platform, Post } from '../social/platform.ts'
import { sendWatchPage } from '../social/watch.ts'
import { refuse } from './errors.ts'
import { sandboxPlaylist } from './extras.ts'
import { type Quota, unitsOf } from './quota.ts'
import { privacyOf, statisticsOf, videoResource } from './resource.ts'
import { youtubeCalls } from './schemas.ts'

type Listing = 'videos.list' | 'videos.batchGetStats' | 'channels.list' | 'playlistItems.list'
type Query = Record<string, string>
type Ask = FastifyRequest<{ Querystring: Query }>

/** '@trailcutrides' of 'Trailcut Rides' */
const handleOf = ({ name }: { name: string }) => `@${name.toLowerCase().replaceAll(' ', '')}`

/** videos, channels, playlistItems and batchGetStats, and the watch page. */
export function listRoutes(platform: Platform, quota: Quota): void {
  const { app, grants, posts } = platform
  const usedUp = (call: Listing) =>
    call === 'videos.batchGetStats' ? quota.counters(1) : quota.general(unitsOf[call])
  const list = (
    path: string,
    fault: FaultPlace,
    call: Listing,
    answer: (request: Ask, accountId: string, reply: FastifyReply) => unknown,
  ) =>
    app.get<{ Querystring: Query }>(
      path,
      { config: { fault, call: youtubeCalls[call] } },
      async (request, reply) => {
        const who = grants.bearer(request.headers.authorization)
        if (!who) return refuse(reply, 401, 'authError', 'Invalid Credentials')
        if (!who.scopes.some(s => /\/youtube\.(readonly|force-ssl)$/.test(s)))
          return refuse(reply, 403, 'insufficientPermissions')
        if (usedUp(call)) return refuse(reply, 403, 'quotaExceeded')
        return answer(request, who.accountId, reply)
      },
    )
  // A new video isn't listed right away.
  const isListed = (p: Post) => !p.removed && platform.now() - p.createdAt >= platform.switches.listLag * 1000
  const asked = (request: Ask): Post[] =>
    (request.query.id ?? '')
      .split(',')
      .slice(0, 50)
      .flatMap(id => posts.get(id) ?? [])
      .filter(isListed)

  list('/youtube/v3/videos', 'status', 'videos.list', request => ({
    kind: 'youtube#videoListResponse',
    items: asked(request).map(p => videoResource(platform, p)),
  }))
  list('/youtube/v3/videos::batchGetStats', 'stats', 'videos.batchGetStats', (request, _who, reply) => {
    if ((request.query.id ?? '').split(',').length > 50) return refuse(reply, 400, 'invalidFilters')
    return {
      kind: 'youtube#batchGetStatsResponse',
      items: asked(request).map(p => ({
        kind: 'youtube#videoStats',
        id: p.id,
        statistics: statisticsOf(platform, p),
      })),
    }
  })
  list('/youtube/v3/channels', 'list', 'channels.list', (_request, accountId) => {
    const account = platform.options.accounts.find(a => a.id === accountId)
    return {
      kind: 'youtube#channelListResponse',
      items: account
        ? [
            {
              id: account.id,
              snippet: { title: account.name, customUrl: handleOf(account), thumbnails: {} },
              status: {
                privacyStatus: 'public',
                isLinked: true,
                longUploadsStatus: platform.switches.longUploads,
                madeForKids: false,
              },
              contentDetails: { relatedPlaylists: { uploads: `UU${account.id.slice(2)}` } },
            },
          ]
        : [],
    }
  })
  list('/youtube/v3/playlistItems', 'list', 'playlistItems.list', (request, accountId, reply) => {
    const { playlistId = '', videoId } = request.query
    // Each channel here has one playlist besides its uploads.
    if (playlistId.startsWith('PL')) {
      if (playlistId !== sandboxPlaylist) return refuse(reply, 404, 'playlistNotFound')
      const inList = posts.all().filter(p => p.playlists?.includes(playlistId) && p.id === videoId)
      return { kind: 'youtube#playlistItemListResponse', items: inList.map(p => ({ id: `item-${p.id}` })) }
    }
    const start = Number(request.query.pageToken ?? 0)
    const mine = posts
      .all()
      .filter(p => p.accountId === accountId && isListed(p))
      .sort((a, b) => b.createdAt - a.createdAt)
    return {
      kind: 'youtube#playlistItemListResponse',
      items: mine.slice(start, start + 50).map(p => ({
        contentDetails: { videoId: p.id, videoPublishedAt: new Date(p.createdAt).toISOString() },
      })),
      ...(mine.length > start + 50 ? { nextPageToken: String(start + 50) } : {}),
    }
  })

  app.get<{ Querystring: Query }>('/watch', async (request, reply) => {
    const post = posts.get(request.query.v ?? '')
    return sendWatchPage(platform, reply, post && privacyOf(platform, post) === 'private' ? undefined : post)
  })
}
