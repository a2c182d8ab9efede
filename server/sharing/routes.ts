import type { FastifyInstance, FastifyReply } from 'fastify'
import { isStaff } from '#contract/permissions.ts'
import { isReleased } from '#contract/video-statuses.ts'
import { auditorOf } from '#server/audit/index.ts'
import type { Deps } from '#server/deps.ts'
import { type Budget, spend } from '#server/platform/budget.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { implement, perMinute } from '#server/platform/http/implement.ts'
import { type Actor, actorOf } from '#server/platform/http/permission.ts'
import { sendObject } from '#server/platform/http/send-object.ts'
import { type Opened, opened, pictureOf } from './opened.ts'
import { goneHead, headOf, oembedOf, tokenIn } from './page.ts'
import { decide, report, reportedLinks } from './reports.ts'
import { dayOf } from './rules.ts'
import { sentences } from './sentences.ts'
import { linksOf, switchOff, switchOn } from './switch.ts'
import { admitViewer, isFull, strangerOf } from './viewers.ts'

/** Reports from one browser on one network. */
const reportBudget: Budget = {
  name: 'share-reports',
  most: 5,
  windowSeconds: 24 * 3600,
  sentence: sentences.manyReports,
}

type SharingDeps = Pick<Deps, 'db' | 'clock' | 'publicUrl' | 'objects'>

/** Neither search engines nor caches may keep a link's page, because it can be switched off at any time. */
const unlisted = (reply: FastifyReply): FastifyReply => reply.header('x-robots-tag', 'noindex')

/** Allows any site to frame this page. */
function openToFrames(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace(/frame-ancestors [^;]*/, 'frame-ancestors *'))
  reply.removeHeader('x-frame-options')
}

const isOwn = (actor: Actor | null, { video }: Opened): boolean =>
  actor !== null && (actor.id === video.user_id || isStaff(actor.role))

export function sharingRoutes(app: FastifyInstance, deps: SharingDeps): void {
  riderRoutes(app, deps)
  visitorRoutes(app, deps)
  implement(app, 'shareReports', () => reportedLinks(deps))
  implement(app, 'decideShareReport', async request => {
    await decide(deps, auditorOf(request), { ...request.params, ...request.body })
    return { ok: true as const }
  })
}

function riderRoutes(app: FastifyInstance, deps: SharingDeps): void {
  implement(app, 'shareLinks', request => linksOf(deps, actorOf(request).id, request.params.id))

  implement(app, 'shareOn', { rateLimit: perMinute(30) }, request =>
    switchOn(deps, actorOf(request), {
      videoId: request.params.id,
      clipId: request.body.clipId ?? null,
    }),
  )

  implement(app, 'shareOff', async request => {
    const { id: videoId, linkId } = request.params
    await switchOff(deps, actorOf(request).id, { videoId, linkId })
    return { ok: true as const }
  })
}

function visitorRoutes(app: FastifyInstance, deps: SharingDeps): void {
  const find = async (token: string): Promise<Opened> => {
    const found = await opened(deps.db, token)
    if (!found) throw notFound('video')
    return found
  }
  const page = async (reply: FastifyReply, token: string) => {
    const found = await opened(deps.db, token)
    unlisted(reply)
    return found ? reply.sendWebApp(headOf(deps.publicUrl, found)) : reply.status(404).sendWebApp(goneHead)
  }

  implement(app, 'sharePage', (request, reply) => page(reply, request.params.shareToken))

  implement(app, 'shareEmbed', (request, reply) => {
    openToFrames(reply)
    return page(reply, request.params.shareToken)
  })

  implement(app, 'shared', async (request, reply) => {
    const found = await find(request.params.shareToken)
    const { video, clip, rider, link } = found
    const approved = isReleased(video.status) || isOwn(request.actor, found)
    const { width, height, duration } = pictureOf(found)
    unlisted(reply)
    return {
      kind: clip ? ('clip' as const) : ('video' as const),
      title: video.title,
      rider,
      duration,
      width,
      height,
      full: await isFull(deps, { linkId: link.id, approved }, request),
    }
  })

  implement(app, 'sharedClip', async (request, reply) => {
    const found = await find(request.params.shareToken)
    if (!found.clip) throw notFound('clip')
    if (!isOwn(request.actor, found)) await admitViewer(deps, found.link.id, request)
    unlisted(reply).header('cache-control', 'private, no-cache')
    return sendObject(request, reply, deps.objects, found.clip.object_key, 'video/mp4')
  })

  implement(app, 'reportShared', { rateLimit: perMinute(10) }, async request => {
    const found = await find(request.params.shareToken)
    const now = deps.clock.now()
    await spend(deps.db, reportBudget, await strangerOf(deps.db, request, dayOf(now)), now)
    await report(deps, found, request.body)
    return { ok: true as const }
  })

  implement(app, 'oembed', async (request, reply) => {
    const { url, maxwidth, maxheight } = request.query
    const token = tokenIn(deps.publicUrl, url)
    if (!token) throw notFound('video')
    unlisted(reply)
    return oembedOf(deps.publicUrl, await find(token), { width: maxwidth, height: maxheight })
  })
}
