import { watchedMs } from '../social/audience.ts'
import type { Platform, Post } from '../social/platform.ts'
import type { Records } from '../social/records.ts'
import { sendWatchPage } from '../social/watch.ts'
import { isExpired, type Reel } from './bytes.ts'
import { badToken, missing, noPermission, refuse } from './errors.ts'
import { batchBody, facebookCalls } from './schemas.ts'

/** A video's status, as fields=status returns it. */
function statusOf(platform: Platform, reel: Reel) {
  const whole = reel.size !== null && reel.offset >= reel.size
  const uploading_phase = {
    status: whole ? 'complete' : reel.offset > 0 ? 'in_progress' : 'not_started',
    bytes_transfered: reel.offset,
  }
  const idle = { status: 'not_started' }
  if (!reel.finished) {
    const video_status = isExpired(reel, platform.now()) ? 'expired' : whole ? 'upload_complete' : 'uploading'
    return { video_status, uploading_phase, processing_phase: idle, publishing_phase: idle }
  }
  const age = (platform.now() - reel.finished.at) / 1000
  const { processing, moderation } = platform.delays
  if (age < processing)
    return {
      video_status: 'processing',
      uploading_phase,
      processing_phase: { status: 'in_progress' },
      publishing_phase: idle,
    }
  const out = age >= processing + moderation
  return {
    video_status: 'ready',
    uploading_phase,
    processing_phase: { status: 'complete' },
    publishing_phase: out
      ? {
          status: 'complete',
          publish_status: 'published',
          publish_time: Math.floor(reel.finished.at / 1000),
        }
      : { status: 'in_progress' },
  }
}

/** Status, list and insights of reels, and the page to watch. */
export function listRoutes(platform: Platform, version: string, reels: Records<Reel>): void {
  const { app, grants, posts } = platform

  app.get<{ Params: { id: string }; Querystring: { fields?: string } }>(
    `/${version}/:id`,
    { config: { fault: 'status', call: facebookCalls.video } },
    async (request, reply) => {
      const who = grants.bearer(request.headers.authorization)
      if (!who) return badToken(reply)
      if (!who.scopes.includes('pages_read_engagement')) return noPermission(reply, 'pages_read_engagement')
      const reel = reels.get(request.params.id)
      if (!reel || reel.accountId !== who.accountId || posts.get(reel.id)?.removed)
        return reply.status(400).send(missing(request.params.id))
      if (request.query.fields !== 'status')
        return refuse(reply, 400, 100, 'Only fields=status is built here')
      return { status: statusOf(platform, reel), id: reel.id }
    },
  )

  app.get<{ Params: { page: string }; Querystring: { after?: string; limit?: string } }>(
    `/${version}/:page/video_reels`,
    { config: { fault: 'list', call: facebookCalls.listReels } },
    async (request, reply) => {
      const who = grants.bearer(request.headers.authorization)
      if (!who) return badToken(reply)
      if (!who.scopes.includes('pages_read_engagement')) return noPermission(reply, 'pages_read_engagement')
      if (who.accountId !== request.params.page) return reply.status(400).send(missing(request.params.page))
      const start = Number(request.query.after ?? 0)
      const end = start + Math.min(100, Number(request.query.limit ?? 25))
      const mine = posts
        .all()
        .filter(p => p.accountId === who.accountId && !p.removed)
        .sort((a, b) => b.createdAt - a.createdAt)
      return {
        data: mine.slice(start, end).map(p => ({
          id: p.id,
          description: p.title,
          // Facebook's format: the zone offset has no colon.
          created_time: new Date(p.createdAt).toISOString().replace(/\.\d+Z$/, '+0000'),
        })),
        paging: { cursors: { after: String(end) }, ...(mine.length > end ? { next: 'more' } : {}) },
      }
    },
  )

  const insightsOf = (post: Post, asked: readonly string[]) => {
    const c = platform.sentOf(post)
    const metric = (name: string, value: unknown) => ({
      name,
      period: 'lifetime',
      values: [{ value }],
      id: `${post.id}/video_insights/${name}`,
    })
    return {
      data: [
        ...(c.views === undefined ? [] : [metric('blue_reels_play_count', c.views)]),
        // Reaction kinds with no reactions are left out.
        ...(c.likes === undefined
          ? []
          : [metric('post_video_likes_by_reaction_type', c.likes ? { REACTION_LIKE: c.likes } : {})]),
        metric('post_video_social_actions', {
          ...(c.comments ? { COMMENT: c.comments } : {}),
          ...(c.shares ? { SHARE: c.shares } : {}),
        }),
        ...(c.views ? [metric('post_video_avg_time_watched', watchedMs(post.id))] : []),
      ].filter(({ name }) => asked.includes(name)),
    }
  }

  app.post(
    `/${version}/`,
    { config: { fault: 'stats', call: facebookCalls.batch } },
    async (request, reply) => {
      const who = grants.bearer(request.headers.authorization)
      if (!who) return badToken(reply)
      const given = batchBody.safeParse(request.body)
      if (!given.success) return refuse(reply, 400, 100, 'Invalid batch')
      return given.data.batch.map(({ relative_url }) => {
        const [, id = '', asked = ''] = /^(\w+)\/video_insights\?metric=([\w,]+)$/.exec(relative_url) ?? []
        const post = posts.get(id)
        if (!who.scopes.includes('read_insights'))
          return {
            code: 403,
            body: JSON.stringify({ error: { code: 200, message: 'Requires read_insights' } }),
          }
        if (!post || post.removed || post.accountId !== who.accountId)
          return { code: 400, body: JSON.stringify(missing(id)) }
        return { code: 200, body: JSON.stringify(insightsOf(post, asked.split(','))) }
      })
    },
  )

  app.get<{ Params: { id: string } }>('/reel/:id', async (request, reply) =>
    sendWatchPage(platform, reply, posts.get(request.params.id)),
  )
}
