import type { Platform, Post } from '../social/platform.ts'
import type { Records } from '../social/records.ts'
import { sendWatchPage } from '../social/watch.ts'
import { refuse, wrap } from './envelope.ts'
import { isPublic, type Pending } from './publish.ts'
import { tiktokCalls } from './schemas.ts'

/** The account's user info, its posts with counters, and the watch page. */
export function displayRoutes(platform: Platform, pending: Records<Pending>): void {
  const { app, grants, posts, options } = platform
  const isShown = (post: Post) => {
    const made = pending.all().find(p => p.postId === post.id)
    return made !== undefined && isPublic(made) && !post.removed
  }
  const videoOf = (host: string, post: Post) => {
    const c = platform.sentOf(post)
    return {
      id: post.id,
      video_description: post.title,
      ...(post.durationSeconds === undefined ? {} : { duration: Math.round(post.durationSeconds) }),
      create_time: Math.floor(post.createdAt / 1000),
      share_url: `http://${host}${options.watchPath(post)}`,
      view_count: c.views,
      like_count: c.likes,
      comment_count: c.comments,
      share_count: c.shares,
    }
  }

  app.get('/v2/user/info/', { config: { call: tiktokCalls.userInfo } }, async (request, reply) => {
    const who = grants.bearer(request.headers.authorization)
    if (!who?.scopes.includes('user.info.basic'))
      return refuse(reply, 401, who ? 'scope_not_authorized' : 'access_token_invalid')
    return wrap({ user: { open_id: who.accountId, display_name: who.accountId, avatar_url: '' } })
  })

  app.post(
    '/v2/video/query/',
    { config: { fault: 'stats', call: tiktokCalls.videoQuery } },
    async (request, reply) => {
      const who = grants.bearer(request.headers.authorization)
      if (!who?.scopes.includes('video.list'))
        return refuse(reply, 401, who ? 'scope_not_authorized' : 'access_token_invalid')
      const ids = (request.body as { filters?: { video_ids?: string[] } } | null)?.filters?.video_ids ?? []
      if (ids.length > 20) return refuse(reply, 400, 'invalid_params')
      const found = ids
        .flatMap(id => posts.get(id) ?? [])
        .filter(p => p.accountId === who.accountId && isShown(p))
      return wrap({ videos: found.map(p => videoOf(request.headers.host ?? '', p)) })
    },
  )

  app.post(
    '/v2/video/list/',
    { config: { fault: 'list', call: tiktokCalls.videoList } },
    async (request, reply) => {
      const who = grants.bearer(request.headers.authorization)
      if (!who?.scopes.includes('video.list'))
        return refuse(reply, 401, who ? 'scope_not_authorized' : 'access_token_invalid')
      const body = request.body as { max_count?: number; cursor?: number } | null
      const start = body?.cursor ?? 0
      const count = Math.min(20, body?.max_count ?? 10)
      const mine = posts
        .all()
        .filter(p => p.accountId === who.accountId && isShown(p))
        .sort((a, b) => b.createdAt - a.createdAt)
      return wrap({
        videos: mine.slice(start, start + count).map(p => videoOf(request.headers.host ?? '', p)),
        cursor: start + count,
        has_more: mine.length > start + count,
      })
    },
  )

  app.get<{ Params: { account: string; id: string } }>('/:account/video/:id', async (request, reply) =>
    sendWatchPage(platform, reply, posts.get(request.params.id)),
  )
}
