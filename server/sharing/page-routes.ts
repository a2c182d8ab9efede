import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasSessionCookie } from '#server/accounts/index.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { implement, perMinute } from '#server/platform/http/implement.ts'
import { wordingFor } from '#server/platform/language.ts'
import { unsafeFind } from '#server/videos/index.ts'
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
  /** Whether the page shows this person their own video, or one that staff review. */
  const isTheirs = async ({ actor }: FastifyRequest, id: string) => {
    const video = actor && isId(id) ? await unsafeFind(deps.db, id) : null
    return video !== null && !video.held && isOwn(actor, video)
  }
  const gone = (reply: FastifyReply, page: 'index' | 'inside') =>
    unlisted(reply).status(404).sendWebApp(goneHead, page)

  implement(app, 'videoPage', async (request, reply) => {
    const { id } = request.params
    const page = hasSessionCookie(request) ? 'inside' : 'index'
    const found = await published(deps.db, id)
    if (found) return reply.sendWebApp(headOf(deps.publicUrl, shownOfPage(found)), page)
    // Someone else's video and none at all get the same answer.
    return (await isTheirs(request, id)) ? unlisted(reply).sendWebApp(undefined, page) : gone(reply, page)
  })

  implement(app, 'videoEmbed', async (request, reply) => {
    const found = await published(deps.db, request.params.id)
    openToFrames(reply)
    if (!found) return gone(reply, 'index')
    return unlisted(reply).sendWebApp(headOf(deps.publicUrl, shownOfPage(found)))
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
