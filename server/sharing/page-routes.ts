import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pagePosterHeight, posterAt, startOf } from '#contract/paths.ts'
import { hasSessionCookie } from '#server/accounts/index.ts'
import { notFound } from '#server/core/http/errors.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import type { WebAppParts } from '#server/core/http/web/web-app.ts'
import type { WebPage } from '#server/core/http/web/web-pages.ts'
import { wordingFor } from '#server/core/language.ts'
import { posterUrl, unsafeFind, type VideoRow } from '#server/videos/index.ts'
import { goneHead, headOf } from './page.ts'
import { type Published, publicRideOf, publicVideoOf, published, shownOfPage } from './public-video.ts'
import { report } from './reports.ts'
import { isId } from './rules.ts'
import { isOwn, openToFrames, type SharingDeps, spendReport, unlisted } from './shared-routes.ts'
import { pageOf } from './store.ts'

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
    /** Exactly what the page's player will show. @param cover null: the video's own */
    const pictureOf = (streamId: string, duration: number, cover: string | null) =>
      posterAt(streamId, startOf(startsAt, duration), cover)
    const own = await theirs(request, id)
    const found = await published(deps.db, id)
    if (own) {
      const { title, stream_id: streamId, duration_seconds: duration } = own
      const cover = posterUrl(own, pagePosterHeight)
      const picture = streamId && cover && pictureOf(streamId, duration, cover)
      const first = picture ? ({ screen: 'video', title, picture } as const) : null
      const parts: WebAppParts = { page: 'video', first }
      if (!found) return unlisted(reply).sendWebApp(parts)
      return reply.sendWebApp({ head: headOf(deps.publicUrl, shownOfPage(found)), ...parts })
    }
    // Someone else's video and none at all get the same answer.
    if (!found) return gone(reply, withSession ? 'video' : 'index')
    const head = headOf(deps.publicUrl, shownOfPage(found))
    // Around it, people with a session see their own frame.
    if (withSession) return reply.sendWebApp({ head, page: 'video' })
    const { title, video } = found
    const picture = pictureOf(video.stream_id, video.duration_seconds, null)
    return reply.sendWebApp({ head, first: { screen: 'publicVideo', title, picture } })
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
