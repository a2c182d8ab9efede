import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { coverAddress, pagePosterHeight, startFrame, startOf } from '#contract/paths.ts'
import { hasSessionCookie } from '#server/accounts/index.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { implement, perMinute } from '#server/platform/http/implement.ts'
import type { WebPage } from '#server/platform/http/web/web-pages.ts'
import { wordingFor } from '#server/platform/language.ts'
import { posterUrl, unsafeFind, type VideoRow } from '#server/videos/index.ts'
import { goneHead, headOf } from './page.ts'
import { type Published, publicRideOf, publicVideoOf, published, shownOfPage } from './public-video.ts'
import { report } from './reports.ts'
import { isId } from './rules.ts'
import { isOwn, openToFrames, type SharingDeps, spendReport, unlisted } from './shared-routes.ts'
import { pageOf } from './store.ts'

/** What the page of one's own video shows at once: exactly what its player will. @param startsAt `t` of the address */
function firstOf(video: VideoRow, startsAt: string | null) {
  const start = startOf(startsAt, video.duration_seconds)
  const cover = posterUrl(video, pagePosterHeight)
  if (!cover || !video.stream_id) return null
  const picture = start > 0 ? startFrame(video.stream_id, start) : cover
  return { screen: 'video', title: video.title, picture } as const
}

/** The same for the page of a published video. */
function publicFirstOf({ video, title }: Published, startsAt: string | null) {
  const start = startOf(startsAt, video.duration_seconds)
  const { stream_id: id } = video
  const picture = start > 0 ? startFrame(id, start) : coverAddress(id, pagePosterHeight)
  return { screen: 'publicVideo', title, picture } as const
}

/** The pages of published videos. */
export function pageRoutes(app: FastifyInstance, deps: SharingDeps): void {
  const find = async (id: string): Promise<Published> => {
    const found = await published(deps.db, id)
    if (!found) throw notFound('video')
    return found
  }
  /** This person's own video, or one that staff review; null for anyone else's. */
  const theirs = async ({ actor }: FastifyRequest, id: string): Promise<VideoRow | null> => {
    const video = actor && isId(id) ? await unsafeFind(deps.db, id) : null
    return video !== null && !video.held && isOwn(actor, video) ? video : null
  }
  const gone = (reply: FastifyReply, page: WebPage) =>
    unlisted(reply).status(404).sendWebApp({ head: goneHead, page })

  implement(app, 'videoPage', async (request, reply) => {
    const { id } = request.params
    const withSession = hasSessionCookie(request)
    const startsAt = new URL(request.url, deps.publicUrl).searchParams.get('t')
    const own = await theirs(request, id)
    const found = await published(deps.db, id)
    if (own) {
      const first = firstOf(own, startsAt)
      if (!found) return unlisted(reply).sendWebApp({ page: 'video', first })
      return reply.sendWebApp({ head: headOf(deps.publicUrl, shownOfPage(found)), page: 'video', first })
    }
    // Someone else's video and none at all get the same answer.
    if (!found) return gone(reply, withSession ? 'video' : 'index')
    return reply.sendWebApp({
      head: headOf(deps.publicUrl, shownOfPage(found)),
      // Around it, people with a session see their own frame.
      ...(withSession ? { page: 'video' } : { page: 'publicVideo', first: publicFirstOf(found, startsAt) }),
    })
  })

  implement(app, 'videoEmbed', async (request, reply) => {
    const found = await published(deps.db, request.params.id)
    openToFrames(reply)
    if (!found) return gone(reply, 'index')
    return unlisted(reply).sendWebApp({ head: headOf(deps.publicUrl, shownOfPage(found)) })
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
