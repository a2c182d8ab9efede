import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Counters, simulatedAudience } from './audience.ts'
import { type CallSchema, misfit } from './contract.ts'
import { chaosBody, type FaultPlace, Faults, faultBody } from './faults.ts'
import { Grants, type Token } from './grants.ts'
import { Records } from './records.ts'
import type { Platform, PlatformOptions, Post } from './shapes.ts'
import { watchPages } from './watch.ts'

export type { Platform, Post } from './shapes.ts'

const seconds = z.number().min(0)
const switchesBody = z
  .strictObject({
    unreviewed: z.boolean(),
    uploadLag: z.number().int().min(0),
    forgetsAfter: seconds,
    listLag: seconds,
    dailyUnits: z.number().int().min(0),
    dailyUploads: z.number().int().min(0).nullable(),
    closed: z.array(z.enum(['comment', 'duet', 'stitch'])),
    verdict: z.object({ status: z.enum(['failed', 'rejected']), reason: z.string() }).nullable(),
  })
  .partial()

const nothing: Counters = { views: 0, likes: 0, comments: 0, shares: 0 }
export const noCounters = (): Counters => ({ ...nothing })

declare module 'fastify' {
  interface FastifyContextConfig {
    /** the vendor's reference for the call */
    call?: CallSchema
    /** which faults the call can have; for some calls this depends on the request */
    fault?: FaultPlace | ((request: FastifyRequest) => FaultPlace)
  }
  interface FastifyRequest {
    answerIsLost?: boolean
  }
}

/** Closes the connection instead of answering. */
export function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}

/**
 * Starts what all platforms share: accounts, tokens, posts with their files, watch pages, and ordered faults.
 */
export async function buildPlatform(options: PlatformOptions): Promise<Platform> {
  const filesFolder = path.join(options.folder, 'files')
  await mkdir(filesFolder, { recursive: true })
  const clock = { ahead: 0 }
  const now = () => Date.now() + clock.ahead
  const posts = await Records.open<Post>(path.join(options.folder, 'posts'))
  const tokens = await Records.open<Token>(path.join(options.folder, 'tokens'))
  const grants = new Grants(tokens, { now, rotates: options.rotatesTokens })
  const faults = new Faults()
  const app = Fastify({ bodyLimit: 60 * 1024 * 1024, requestTimeout: 0, forceCloseConnections: true })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
  // Videos and pictures are read from the raw request.
  app.addContentTypeParser('*', (_request, _body, done) => done(null))

  const platform: Platform = {
    app,
    options,
    posts,
    grants,
    faults,
    filesFolder,
    now,
    clock,
    audience: { on: false, since: 0 },
    delays: { processing: 2, moderation: 3 },
    throttled: true,
    misfits: [],
    switches: {
      unreviewed: false,
      uploadLag: 1,
      forgetsAfter: 3 * 86_400,
      listLag: 2,
      dailyUnits: 10_000,
      longUploads: 'allowed',
      dailyUploads: null,
      closed: [],
      verdict: null,
    },
    countersOf(post) {
      const { audience } = platform
      if (!audience.on) return post.real
      const from = Math.max(post.createdAt, audience.since)
      const simulated = simulatedAudience(post.id, (now() - from) / 1000)
      return {
        views: post.real.views + simulated.views,
        likes: post.real.likes + simulated.likes,
        comments: post.real.comments + simulated.comments,
        shares: post.real.shares + simulated.shares,
      }
    },
    sends: {},
    sentOf: post => ({ ...platform.countersOf(post), ...platform.sends }),
    async listen() {
      const file = path.join(options.folder, 'port')
      const known = Number(await readFile(file, 'utf8').catch(() => '0'))
      const address = await app
        .listen({ host: '127.0.0.1', port: options.port || known || 0 })
        // Addresses of posts are stored elsewhere, so the port stays the same if possible.
        .catch(() => app.listen({ host: '127.0.0.1', port: 0 }))
      await writeFile(file, new URL(address).port)
      return address
    },
    async close() {
      await app.close()
      await Promise.all([posts.settled(), tokens.settled()])
    },
  }

  app.addHook('preHandler', async (request, reply) => {
    const { call } = request.routeOptions.config
    const wrong = call && misfit(call, request)
    if (wrong) {
      platform.misfits.push(`${request.method} ${request.routeOptions.url}: ${wrong}`)
      const { status, body } = options.misfit ?? { status: 400, body: {} }
      return reply.status(status).send(body)
    }
    const named = request.routeOptions.config.fault
    const place = typeof named === 'function' ? named(request) : named
    if (!place || place === 'upload') return
    const fault = faults.take(place)
    if (fault?.kind === 'lost') return hangUp(request, reply)
    if (fault?.kind === 'answer_lost') request.answerIsLost = true
    if (fault?.kind === 'revoke') {
      const who = grants.bearer(request.headers.authorization)
      if (who) await grants.revoke(who.accountId)
    }
    if (fault?.kind === 'error' || fault?.kind === 'throttle' || fault?.kind === 'quota') {
      const { status, body, headers = {} } = options.refusals[fault.kind]
      return reply.status(status).headers(headers).send(body)
    }
  })
  app.addHook('preSerialization', async (request, reply, payload) => {
    const { call } = request.routeOptions.config
    // When a test makes the counters malformed, the mismatch is intended.
    const meant = Object.keys(platform.sends).length > 0
    if (call?.published && reply.statusCode < 300 && !meant)
      for (const problem of call.published.answer(payload))
        platform.misfits.push(`${request.method} ${request.routeOptions.url} answered ${problem}`)
    return payload
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.answerIsLost) return payload
    request.raw.socket.destroy()
    reply.hijack()
    return payload
  })

  control(platform)
  watchPages(platform)
  return platform
}

/** Calls for tests and the sandbox page, not part of the platform itself. */
function control(platform: Platform): void {
  const { app, faults, posts, grants } = platform
  const parsed = <T>(schema: z.ZodType<T>, request: FastifyRequest) => schema.parse(request.body ?? {})
  app.get('/control/posts', async () =>
    posts
      .all()
      .map(({ file: _file, ...post }) => ({ ...post, counters: platform.countersOf({ ...post, file: '' }) })),
  )
  app.get('/control/state', async () => ({
    name: platform.options.name,
    posts: posts.all().length,
    audience: platform.audience.on,
    injected: faults.injected,
  }))
  app.post('/control/faults', async request => {
    faults.order(parsed(faultBody, request))
    return { ok: true }
  })
  app.delete('/control/faults', async () => {
    faults.clear()
    return { ok: true }
  })
  app.post('/control/chaos', async request => {
    faults.chaos(parsed(chaosBody, request))
    return { ok: true }
  })
  app.post('/control/audience', async (request, reply) => {
    const { on, post } = parsed(
      z.object({ on: z.union([z.boolean(), z.stringbool()]), post: z.string().optional() }),
      request,
    )
    platform.audience = { on, since: platform.audience.since || platform.now() }
    // From the form under a video, back to it; pages here send no Referer.
    const from = post === undefined ? undefined : posts.get(post)
    return from ? reply.redirect(platform.options.watchPath(from), 303) : { ok: true, on }
  })
  app.post('/control/delays', async request => {
    const given = parsed(
      z.object({ processing: z.number().min(0), moderation: z.number().min(0) }).partial(),
      request,
    )
    Object.assign(platform.delays, given)
    return platform.delays
  })
  app.post('/control/switches', async request => {
    const given = parsed(switchesBody, request)
    Object.assign(platform.switches, given)
    return platform.switches
  })
  app.post('/control/clock', async request => {
    const { hours } = parsed(z.object({ hours: z.number().min(0) }), request)
    platform.clock.ahead += hours * 3600_000
    return { now: new Date(platform.now()).toISOString() }
  })
  app.post('/control/views', async (request, reply) => {
    const { id, views } = parsed(z.object({ id: z.string(), views: z.number().int() }), request)
    const post = posts.get(id)
    if (!post) return reply.status(404).send({ ok: false })
    post.real.views = Math.max(0, post.real.views + views)
    await posts.save(post)
    return { ok: true, views: post.real.views }
  })
  app.post('/control/remove', async (request, reply) => {
    const post = posts.get(parsed(z.object({ id: z.string() }), request).id)
    if (!post) return reply.status(404).send({ ok: false })
    await posts.save({ ...post, removed: true })
    return { ok: true }
  })
  app.post('/control/revoke', async request => {
    const { account, only } = parsed(
      z.object({ account: z.string(), only: z.enum(['access', 'refresh']).optional() }),
      request,
    )
    await grants.revoke(account, only)
    return { ok: true }
  })
}
