import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isStaff } from '#contract/permissions.ts'
import { sentences } from '#sentences/sharing.ts'
import { auditorOf } from '#server/audit/index.ts'
import { type Budget, spend } from '#server/core/budget.ts'
import { notFound } from '#server/core/http/errors.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { type Actor, actorOf } from '#server/core/http/permission.ts'
import { sendObject } from '#server/core/http/send-object.ts'
import { wordingFor } from '#server/core/language.ts'
import type { Deps } from '#server/deps.ts'
import { unsafeFind } from '#server/videos/index.ts'
import { type Opened, opened, pictureOf } from './opened.ts'
import { goneHead, headOf, namedIn, oembedOf, type Shown, shownOfLink } from './page.ts'
import {
  bestMomentOf,
  type Published,
  publicRideOf,
  publicVideoOf,
  published,
  rideOf,
  shownOfPage,
} from './public-video.ts'
import { decide, report, reportedLinks } from './reports.ts'
import { shownNameOf } from './rider-name.ts'
import { riderRoutes } from './rider-routes.ts'
import { dayOf, isId } from './rules.ts'
import { pageOf } from './store.ts'
import { linksOf, switchOff, switchOn } from './switch.ts'
import { admitViewer, isAgreedTo, isFull, strangersNetwork } from './viewers.ts'

type SharingDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'publicUrl' | 'objects'>

/** Reports from one network. */
const reportBudget: Budget = {
  name: 'share-reports',
  most: 5,
  windowSeconds: 24 * 3600,
  sentence: sentences.manyReports,
}

/** Counts a report. @throws AppError too_many_requests when this network has sent all it may today */
async function spendReport({ db, clock }: Pick<Deps, 'db' | 'clock'>, request: FastifyRequest) {
  const now = clock.now()
  await spend(db, reportBudget, await strangersNetwork(db, request, dayOf(now)), now)
}

/** Search engines may not keep a page. */
const unlisted = (reply: FastifyReply): FastifyReply => reply.header('x-robots-tag', 'noindex')

/** Allows any site to frame this page. */
function openToFrames(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace(/frame-ancestors [^;]*/, 'frame-ancestors *'))
  reply.removeHeader('x-frame-options')
}

const isOwn = (actor: Actor | null, video: { user_id: string }): boolean =>
  actor !== null && (actor.id === video.user_id || isStaff(actor.role))

export function sharingRoutes(app: FastifyInstance, deps: SharingDeps): void {
  linkRoutes(app, deps)
  riderRoutes(app, deps)
  visitorRoutes(app, deps)
  pageRoutes(app, deps)
  implement(app, 'shareReports', request => reportedLinks(deps, request.query))
  implement(app, 'decideShareReport', async request => {
    await decide(deps, auditorOf(request), { ...request.params, ...request.body })
    return { ok: true as const }
  })
}

function linkRoutes(app: FastifyInstance, deps: SharingDeps): void {
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

  const page = async (reply: FastifyReply, token: string) => {
    const found = await opened(deps.db, token)
    // Neither search engines nor caches may keep a link's page, because it can be switched off at any time.
    unlisted(reply)
    if (!found) return reply.status(404).sendWebApp({ head: goneHead })
    const moment = found.clip ? null : await bestMomentOf(deps.db, found.video)
    return reply.sendWebApp({ head: headOf(deps.publicUrl, shownOfLink(found, moment)) })
  }

  implement(app, 'sharePage', (request, reply) => page(reply, request.params.shareToken))

  implement(app, 'shareEmbed', (request, reply) => {
    openToFrames(reply)
    return page(reply, request.params.shareToken)
  })

  implement(app, 'shared', async (request, reply) => {
    const found = await find(request.params.shareToken)
    const { video, clip, rider } = found
    const { width, height, duration } = pictureOf(found)
    const full = await isFullFor(found, request)
    unlisted(reply)
    return {
      kind: clip ? ('clip' as const) : ('video' as const),
      title: video.title,
      rider,
      riderName: await shownNameOf(deps.db, video.user_id),
      duration,
      width,
      height,
      full,
      ride: clip || full ? null : await rideOf(deps.db, video, wordingFor(request)),
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

/** The pages of published videos. */
function pageRoutes(app: FastifyInstance, deps: SharingDeps): void {
  const find = async (id: string): Promise<Published> => {
    const found = await published(deps.db, id)
    if (!found) throw notFound('video')
    return found
  }
  /** Whether it is this person's own video, or one that staff review. */
  const isTheirs = async ({ actor }: FastifyRequest, id: string): Promise<boolean> => {
    const video = actor && isId(id) ? await unsafeFind(deps.db, id) : null
    return video !== null && !video.held && isOwn(actor, video)
  }
  const gone = (reply: FastifyReply) => unlisted(reply).status(404).sendWebApp({ head: goneHead })
  const show = async (reply: FastifyReply, found: Published) =>
    reply.sendWebApp({
      head: headOf(deps.publicUrl, shownOfPage(found, await bestMomentOf(deps.db, found.video))),
    })

  implement(app, 'videoPage', async (request, reply) => {
    const { id } = request.params
    const found = await published(deps.db, id)
    if (found) return show(reply, found)
    // Someone else's video and none at all get the same answer.
    return (await isTheirs(request, id)) ? unlisted(reply).sendWebApp({ stored: false }) : gone(reply)
  })

  implement(app, 'videoEmbed', async (request, reply) => {
    const found = await published(deps.db, request.params.id)
    openToFrames(reply)
    if (!found) return gone(reply)
    return show(unlisted(reply), found)
  })

  implement(app, 'publicVideo', async request =>
    publicVideoOf(deps.db, await find(request.params.id), wordingFor(request)),
  )
  implement(app, 'publicRideData', async request =>
    publicRideOf(deps.db, await find(request.params.id), wordingFor(request)),
  )

  implement(app, 'reportVideo', { rateLimit: perMinute(10) }, async request => {
    const { video } = await find(request.params.id)
    await spendReport(deps, request)
    await report(deps, { link: await pageOf(deps.db, video.id, deps.clock.now()), video }, request.body)
    return { ok: true as const }
  })
}
