import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { auditorOf } from '#server/audit/index.ts'
import { notFound } from '#server/core/http/errors.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { sendObject } from '#server/core/http/send-object.ts'
import type { WebAppParts } from '#server/core/http/web/web-app.ts'
import { type Opened, opened, pictureOf } from './opened.ts'
import { goneHead, headOf, namedIn, oembedOf, type Shown, shownOfLink } from './page.ts'
import { pageRoutes } from './page-routes.ts'
import { published, shownOfPage } from './public-video.ts'
import { decide, report, reportedLinks } from './reports.ts'
import { isOwn, openToFrames, type SharingDeps, spendReport, unlisted } from './shared-routes.ts'
import { linksOf, switchOff, switchOn } from './switch.ts'
import { admitViewer, isAgreedTo, isFull } from './viewers.ts'

export function sharingRoutes(app: FastifyInstance, deps: SharingDeps): void {
  riderRoutes(app, deps)
  visitorRoutes(app, deps)
  pageRoutes(app, deps)
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
  const shownAt = async (address: string): Promise<Shown | null> => {
    const named = namedIn(deps.publicUrl, address)
    if (!named) return null
    if ('token' in named) return shownOfLink(await find(named.token))
    const found = await published(deps.db, named.videoId)
    return found && shownOfPage(found)
  }
  /** Whether enough people have watched it today, as far as this person is concerned. */
  const isFullFor = async ({ video, clip, link }: Opened, request: FastifyRequest) => {
    const approved = isOwn(request.actor, video) || (await isAgreedTo(deps.db, video, clip))
    return isFull(deps, { linkId: link.id, approved }, request)
  }

  /** @param partsOf what the page shows beside its cards */
  const page = async (
    reply: FastifyReply,
    token: string,
    partsOf: (found: Opened, shown: Shown) => Promise<WebAppParts> = async () => ({}),
  ) => {
    const found = await opened(deps.db, token)
    // Neither search engines nor caches may keep a link's page, because it can be switched off at any time.
    unlisted(reply)
    if (!found) return reply.status(404).sendWebApp({ head: goneHead })
    const shown = shownOfLink(found)
    return reply.sendWebApp({ head: headOf(deps.publicUrl, shown), ...(await partsOf(found, shown)) })
  }

  implement(app, 'sharePage', (request, reply) =>
    page(reply, request.params.shareToken, async (found, { title, paths }) => {
      const picture = (await isFullFor(found, request)) ? null : paths.cover
      return { page: 'shared', first: picture === null ? null : { screen: 'shared', title, picture } }
    }),
  )

  implement(app, 'shareEmbed', (request, reply) => {
    openToFrames(reply)
    return page(reply, request.params.shareToken)
  })

  implement(app, 'shared', async (request, reply) => {
    const found = await find(request.params.shareToken)
    const { video, clip, rider } = found
    const { width, height, duration } = pictureOf(found)
    unlisted(reply)
    return {
      kind: clip ? ('clip' as const) : ('video' as const),
      title: video.title,
      rider,
      duration,
      width,
      height,
      full: await isFullFor(found, request),
    }
  })

  implement(app, 'sharedClip', async (request, reply) => {
    const found = await find(request.params.shareToken)
    if (!found.clip) throw notFound('clip')
    if (!isOwn(request.actor, found.video)) await admitViewer(deps, found.link.id, request)
    unlisted(reply).header('cache-control', 'private, no-cache')
    return sendObject(request, reply, deps.objects, found.clip.object_key, 'video/mp4')
  })

  implement(app, 'reportShared', { rateLimit: perMinute(10) }, async request => {
    const found = await find(request.params.shareToken)
    await spendReport(deps, request)
    await report(deps, found, request.body)
    return { ok: true as const }
  })

  implement(app, 'oembed', async (request, reply) => {
    const { url, maxwidth, maxheight } = request.query
    const shown = await shownAt(url)
    if (!shown) throw notFound('video')
    unlisted(reply)
    return oembedOf(deps.publicUrl, shown, { width: maxwidth, height: maxheight })
  })
}
