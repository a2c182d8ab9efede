import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Platform, Post } from '../social/platform.ts'
import { refuse } from './errors.ts'
import { type Quota, unitsOf } from './quota.ts'
import { type Sent, videoResource } from './resource.ts'
import { type updateBody, youtubeCalls } from './schemas.ts'
import { wordsFault } from './uploads.ts'

type Change = 'videos.update' | 'videos.delete'

/** videos.update and videos.delete: by the owner, with youtube.force-ssl, 50 units each. */
export function changeRoutes(platform: Platform, quota: Quota): void {
  const { app, grants, posts } = platform

  /** The video the request names; null when the call was refused. */
  function mine(request: FastifyRequest, reply: FastifyReply, call: Change, id: string): Post | null {
    const who = grants.bearer(request.headers.authorization)
    const post = posts.get(id)
    if (!who) refuse(reply, 401, 'authError', 'Invalid Credentials')
    else if (!who.scopes.some(s => s.endsWith('/youtube.force-ssl')))
      refuse(reply, 403, 'insufficientPermissions')
    else if (quota.general(unitsOf[call])) refuse(reply, 403, 'quotaExceeded')
    else if (!post || post.removed) refuse(reply, 404, 'videoNotFound')
    else if (post.accountId !== who.accountId) refuse(reply, 403, 'forbidden')
    else return post
    return null
  }

  app.put<{ Querystring: { part: string }; Body: z.infer<typeof updateBody> }>(
    '/youtube/v3/videos',
    { config: { fault: 'change', call: youtubeCalls['videos.update'] } },
    async (request, reply) => {
      const { id, snippet, status } = request.body
      const post = mine(request, reply, 'videos.update', id)
      if (!post) return reply
      const parts = request.query.part.split(',')
      const before = post.metadata as Sent
      let after: Sent = { ...before }
      if (parts.includes('snippet')) {
        if (!snippet) return refuse(reply, 400, 'invalidVideoMetadata')
        // Omitted fields are reset.
        const words = { description: '', tags: [], ...snippet }
        const wrong = wordsFault(words)
        if (wrong) return refuse(reply, 400, wrong)
        const { defaultLanguage: _reset, ...rest } = after
        after = { ...rest, ...words }
      }
      if (parts.includes('status')) {
        if (!status) return refuse(reply, 400, 'invalidVideoMetadata')
        const { title, description, tags, categoryId, defaultLanguage } = after
        after = { title, description, tags, ...status }
        if (categoryId) after.categoryId = categoryId
        if (defaultLanguage) after.defaultLanguage = defaultLanguage
      }
      const changed = { ...post, title: after.title, metadata: after }
      await posts.save(changed)
      return videoResource(platform, changed)
    },
  )

  app.delete<{ Querystring: { id: string } }>(
    '/youtube/v3/videos',
    { config: { fault: 'change', call: youtubeCalls['videos.delete'] } },
    async (request, reply) => {
      const post = mine(request, reply, 'videos.delete', request.query.id)
      if (!post) return reply
      await posts.save({ ...post, removed: true })
      return reply.status(204).send()
    },
  )
}
