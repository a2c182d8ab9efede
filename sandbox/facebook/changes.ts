import { readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { facebookLimits } from '#contract/platforms/facebook.ts'
import type { Platform, Post } from '../social/platform.ts'
import { receive } from '../social/uploads.ts'
import { badToken, missing, noPermission, refuse } from './errors.ts'
import { facebookCalls } from './schemas.ts'

type Ask = FastifyRequest<{ Params: { id: string } }>

/** Updates and deletes a video of the Page. */
export function changeRoutes(platform: Platform, version: string): void {
  const { app, grants, posts } = platform

  /** The reel the request names; null when the call was refused. */
  function mine(request: Ask, reply: FastifyReply): Post | null {
    const who = grants.bearer(request.headers.authorization)
    const post = posts.get(request.params.id)
    if (!who) badToken(reply)
    else if (!who.scopes.includes('pages_manage_posts')) noPermission(reply, 'pages_manage_posts')
    else if (!post || post.removed || post.accountId !== who.accountId)
      reply.status(400).send(missing(request.params.id))
    else return post
    return null
  }

  app.post<{ Params: { id: string }; Body: { description?: string } }>(
    `/${version}/:id`,
    { config: { fault: 'change', call: facebookCalls.update } },
    async (request, reply) => {
      const post = mine(request, reply)
      if (!post) return reply
      const { description = post.title } = request.body
      if (description.length > facebookLimits.textUnits)
        return refuse(reply, 400, 100, 'Param description is too long')
      await posts.save({ ...post, title: description, metadata: { description: '', caption: description } })
      return { success: true }
    },
  )

  // The picture is read from the raw request; no parser consumes it.
  app.post<{ Params: { id: string } }>(
    `/${version}/:id/thumbnails`,
    { config: { fault: 'thumbnail', call: facebookCalls.thumbnails } },
    async (request, reply) => {
      const post = mine(request, reply)
      if (!post) return reply
      const file = `${post.file}.form`
      await receive(request.raw, file, 0)
      const form = await readFile(file, 'latin1')
      if (!/name="source"; filename="[^"]+"\r\ncontent-type: image\/jpeg/i.test(form))
        return refuse(reply, 400, 100, 'Missing source')
      if (/name="is_preferred"\r\n\r\ntrue/.test(form)) await posts.save({ ...post, cover: file })
      return { success: true }
    },
  )

  app.delete<{ Params: { id: string } }>(
    `/${version}/:id`,
    { config: { fault: 'change', call: facebookCalls.remove } },
    async (request, reply) => {
      const post = mine(request, reply)
      if (!post) return reply
      await posts.save({ ...post, removed: true })
      return { success: true }
    },
  )
}
