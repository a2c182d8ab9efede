import type { FastifyInstance } from 'fastify'
import { nextCursorHeader } from '#contract/review.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { wordingFor } from '#server/core/language.ts'
import type { Deps } from '#server/deps.ts'
import { presentVideo } from '#server/videos/index.ts'
import { deciderOf, tagged, viewerOf } from './ask.ts'
import { decisionRoutes } from './decision-routes.ts'
import { listForReview } from './list-videos.ts'
import type { ReviewPorts } from './ports.ts'
import { reviewOf, staleBefore } from './present-review.ts'
import { resubmitVideo } from './resubmit.ts'
import { endPresence, touchPresence } from './store.ts'

/** Staff's review of videos, and resubmitting a rejected one. */
export function reviewRoutes(app: FastifyInstance, deps: Deps & ReviewPorts): void {
  const { db, clock } = deps
  decisionRoutes(app, deps)

  implement(app, 'aiProcessedVideos', async (request, reply) => {
    const { videos, next } = await listForReview(db, request.query, wordingFor(request))
    if (next) reply.header(nextCursorHeader, next)
    return videos
  })

  implement(app, 'videoReview', async (request, reply) =>
    tagged(reply, await reviewOf(deps, request.params.id, viewerOf(request))),
  )

  implement(app, 'reviewPresence', async request => {
    const { id: userId } = actorOf(request)
    const now = clock.now()
    const state = await reviewOf(deps, request.params.id, viewerOf(request))
    await touchPresence(db, { videoId: request.params.id, userId, now, staleBefore: staleBefore(now) })
    return { version: state.version, others: state.others }
  })
  implement(app, 'endPresence', async request => {
    const { id: userId } = actorOf(request)
    await endPresence(db, request.params.id, userId)
    const { version, others } = await reviewOf(deps, request.params.id, viewerOf(request))
    return { version, others }
  })

  implement(app, 'resubmitVideo', { rateLimit: perMinute(20) }, async request =>
    presentVideo(await resubmitVideo(deps, request.params.id, deciderOf(request)), wordingFor(request)),
  )
}
