import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import {
  aiProcessedQuery,
  aiProcessedVideo,
  nextCursorHeader,
  presenceAnswer,
  reviewState,
} from '#contract/review.ts'
import { video } from '#contract/videos.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/platform/http/permission.ts'
import { presentVideo } from '#server/videos/index.ts'
import { deciderOf, tagged } from './ask.ts'
import { decisionRoutes } from './decision-routes.ts'
import { listForReview } from './list-videos.ts'
import type { Publisher } from './ports.ts'
import { reviewOf, staleBefore } from './present-review.ts'
import { resubmitVideo } from './resubmit.ts'
import { endPresence, touchPresence } from './store.ts'

const params = z.object({ id: z.uuid() })
const refused = { 401: errorBody, 403: errorBody, 404: errorBody, 422: errorBody }

/** Staff's work on videos, and sending a rejected one again. */
export function reviewRoutes(app: FastifyInstance, deps: Deps & { publisher: Publisher }): void {
  const { db, clock } = deps
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const config = { permission: 'video:review' as const }
  decisionRoutes(app, deps)

  routes.get(
    api.aiProcessedVideos,
    {
      config,
      schema: {
        summary: 'Analysed videos, newest first; the header x-next-cursor leads to the next page',
        tags: ['review'],
        querystring: aiProcessedQuery,
        response: { 200: z.array(aiProcessedVideo), ...refused },
      },
    },
    async (request, reply) => {
      const { videos, next } = await listForReview(db, request.query)
      if (next) reply.header(nextCursorHeader, next)
      return videos
    },
  )

  routes.get(
    api.videoReview(':id'),
    {
      config,
      schema: {
        summary: 'What is decided about a video, and who else has it open',
        tags: ['review'],
        params,
        response: { 200: reviewState, ...refused },
      },
    },
    async (request, reply) => tagged(reply, await reviewOf(deps, request.params.id, actorOf(request).id)),
  )

  const presence = {
    config,
    schema: {
      summary: 'Says that one has a video open (POST, every ten seconds) or no longer has (DELETE)',
      tags: ['review'],
      params,
      response: { 200: presenceAnswer, ...refused },
    },
  }
  routes.post(api.reviewPresence(':id'), presence, async request => {
    const { id: userId } = actorOf(request)
    const now = clock.now()
    const state = await reviewOf(deps, request.params.id, userId)
    await touchPresence(db, { videoId: request.params.id, userId, now, staleBefore: staleBefore(now) })
    return { version: state.version, others: state.others }
  })
  routes.delete(api.reviewPresence(':id'), presence, async request => {
    const { id: userId } = actorOf(request)
    await endPresence(db, request.params.id, userId)
    const { version, others } = await reviewOf(deps, request.params.id, userId)
    return { version, others }
  })

  routes.post(
    api.resubmitVideo(':id'),
    {
      config: { permission: 'video:own', rateLimit: { max: 20, timeWindow: '1 minute' } },
      schema: {
        summary: 'The owner sends a video that was not selected again',
        tags: ['videos'],
        params,
        response: { 200: video, ...refused, 409: errorBody },
      },
    },
    async request => presentVideo(await resubmitVideo(deps, request.params.id, deciderOf(request))),
  )
}
