import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { api } from '#contract/paths.ts'
import {
  platformStatuses,
  publishNowBody,
  retryFailedAnswer,
  scheduleAnswer,
  schedulePreview,
  schedulePublishBody,
} from '#contract/publishing.ts'
import { auditorOf } from '#server/audit/index.ts'
import { AppError, notFound } from '#server/platform/http/errors.ts'
import { unsafeFind, visibleVideo } from '#server/videos/index.ts'
import { retryFailed } from './change-publication.ts'
import { channelRoutes } from './channels/routes.ts'
import type { PublishingDeps } from './deps.ts'
import { figureRoutes } from './figures/figure-routes.ts'
import { publicationsOfVideo, showPublications } from './lists.ts'
import { presentPublication, presentStatuses } from './present.ts'
import { publicationRoutes } from './publication-routes.ts'
import { previewSchedule, scheduleVideo } from './schedule-video.ts'
import { wordsOf } from './words.ts'
import { zoneOf } from './zone.ts'

const params = z.object({ id: z.uuid() })

/** Scheduling and publishing of a video, the queue, figures and channels. */
export function publishingRoutes(app: FastifyInstance, deps: PublishingDeps): void {
  app.register(async scope => {
    videoRoutes(scope, deps)
    publicationRoutes(scope, deps)
    figureRoutes(scope, deps)
    channelRoutes(scope, deps)
  })
}

function videoRoutes(app: FastifyInstance, deps: PublishingDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const config = { permission: 'publishing:manage' as const }
  const answerOf = async (scheduled: Awaited<ReturnType<typeof scheduleVideo>>) => ({
    publications: (
      await showPublications(
        deps.db,
        scheduled.rows.map(r => r.id),
      )
    ).map(presentPublication),
    warnings: scheduled.warnings,
  })
  const tags = ['publishing']

  const wishOf = async (
    request: FastifyRequest,
    id: string,
    { videoId, timeZone, ...wish }: z.output<typeof schedulePublishBody>,
  ) => {
    if (videoId !== undefined && videoId !== id)
      throw new AppError('bad_request', 'The body names another video than the address.', {
        field: 'videoId',
      })
    const zone = await zoneOf(deps.db, request, timeZone)
    return { ...wish, videoId: id, zone, by: auditorOf(request) }
  }

  routes.post(
    api.schedulePublish(':id'),
    {
      config,
      schema: {
        summary: 'Schedules a video on platforms: all or none',
        tags,
        params,
        body: schedulePublishBody,
        response: { 200: scheduleAnswer },
      },
    },
    async request =>
      answerOf(await scheduleVideo(deps, await wishOf(request, request.params.id, request.body))),
  )

  routes.post(
    api.schedulePreview(':id'),
    {
      config,
      schema: {
        summary: 'What scheduling would do; nothing is kept',
        tags,
        params,
        body: schedulePublishBody,
        response: { 200: schedulePreview },
      },
    },
    async request => {
      const wish = await wishOf(request, request.params.id, request.body)
      const { items, warnings } = await previewSchedule(deps, wish)
      return { items, warnings }
    },
  )

  routes.post(
    api.publishNow(':id'),
    {
      config,
      schema: {
        summary: 'Publishes a video on one platform now',
        tags,
        params,
        body: publishNowBody,
        response: { 200: scheduleAnswer },
      },
    },
    async request => {
      const { platform, metadata, content, again } = request.body
      const video = await unsafeFind(deps.db, request.params.id)
      if (!video || video.held) throw notFound('The video')
      const words = { ...wordsOf(video, platform), ...metadata }
      return answerOf(
        await scheduleVideo(deps, {
          videoId: video.id,
          platforms: [platform],
          immediate: true,
          useOptimalTiming: false,
          customSchedule: '',
          content,
          again,
          uploadEarly: false,
          metadata: { [platform]: words },
          zone: await zoneOf(deps.db, request),
          by: auditorOf(request),
        }),
      )
    },
  )

  routes.get(
    api.videoPublications(':id'),
    {
      config: { permission: 'video:own' },
      schema: { summary: 'Where a video is published', tags, params, response: { 200: platformStatuses } },
    },
    async request => {
      const video = await visibleVideo(deps, request, request.params.id)
      return presentStatuses(await publicationsOfVideo(deps.db, video.id))
    },
  )

  routes.post(
    api.retryFailedPublications,
    {
      config: { permission: 'admin:manage' },
      schema: {
        summary: 'Tries again what failed for a passing reason',
        tags,
        response: { 200: retryFailedAnswer },
      },
    },
    request => retryFailed(deps, auditorOf(request)),
  )
}
