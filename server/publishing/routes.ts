import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { schedulePublishBody } from '#contract/publishing/scheduling.ts'
import { sentences } from '#sentences/publishing.ts'
import { writtenTextsOf } from '#server/analysis/index.ts'
import { auditorOf } from '#server/audit/index.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { implement } from '#server/core/http/implement.ts'
import { spokenTo } from '#server/core/language.ts'
import { zoneOf } from '#server/notifications/index.ts'
import { approvedOf, unsafeFind, visibleVideo } from '#server/videos/index.ts'
import { retryFailed } from './change-publication.ts'
import { channelRoutes } from './channels/routes.ts'
import type { PublishingDeps } from './deps.ts'
import { figureRoutes } from './figures/figure-routes.ts'
import { heldRoutes } from './figures/held-routes.ts'
import { incomeRoutes } from './figures/income-routes.ts'
import { publicationsOfVideo, showPublications } from './lists.ts'
import { presentPublication, presentStatuses } from './present.ts'
import { publicationRoutes } from './publication-routes.ts'
import { previewRelease } from './publish-for-review.ts'
import { presentPlanned, presentWarnings } from './schedule/present-plan.ts'
import { previewSchedule, scheduleVideo } from './schedule-video.ts'
import { chosenOf } from './words.ts'

/** Scheduling and publishing of a video, the queue, figures and channels. */
export function publishingRoutes(app: FastifyInstance, deps: PublishingDeps): void {
  app.register(async scope => {
    videoRoutes(scope, deps)
    publicationRoutes(scope, deps)
    figureRoutes(scope, deps)
    heldRoutes(scope, deps)
    incomeRoutes(scope, deps)
    channelRoutes(scope, deps)
  })
}

function videoRoutes(app: FastifyInstance, deps: PublishingDeps): void {
  const answerOf = async (request: FastifyRequest, scheduled: Awaited<ReturnType<typeof scheduleVideo>>) => ({
    publications: (
      await showPublications(
        deps.db,
        scheduled.rows.map(r => r.id),
      )
    ).map(row => presentPublication(row, spokenTo(request))),
    warnings: presentWarnings(scheduled.warnings, spokenTo(request)),
  })

  const planOf = (
    request: FastifyRequest,
    { items, warnings }: Awaited<ReturnType<typeof previewSchedule>>,
  ) => ({
    items: items.map(item => presentPlanned(item, spokenTo(request))),
    warnings: presentWarnings(warnings, spokenTo(request)),
  })

  const wishOf = async (
    request: FastifyRequest,
    id: string,
    { videoId, timeZone, ...wanted }: z.output<typeof schedulePublishBody>,
  ) => {
    if (videoId !== undefined && videoId !== id)
      throw new AppError('bad_request', sentences.otherVideo, {
        field: 'videoId',
      })
    const zone = await zoneOf(deps.db, request, timeZone)
    return { ...wanted, videoId: id, zone, by: auditorOf(request) }
  }

  implement(app, 'schedulePublish', async request =>
    answerOf(request, await scheduleVideo(deps, await wishOf(request, request.params.id, request.body))),
  )

  implement(app, 'schedulePreview', async request => {
    const wanted = await wishOf(request, request.params.id, request.body)
    return planOf(request, await previewSchedule(deps, wanted))
  })

  implement(app, 'publishPreview', async request => {
    const by = auditorOf(request)
    const zone = await zoneOf(deps.db, request)
    return planOf(request, await previewRelease(deps, { videoId: request.params.id, by, zone }))
  })

  implement(app, 'publishNow', async request => {
    const { platform, metadata, content, again, choices, channelId } = request.body
    const video = await unsafeFind(deps.db, request.params.id)
    if (!video || video.held) throw notFound('video')
    const texts = await writtenTextsOf(deps.db, video.id, approvedOf(video)?.runId)
    return answerOf(
      request,
      await scheduleVideo(deps, {
        videoId: video.id,
        platforms: [platform],
        immediate: true,
        useOptimalTiming: false,
        customSchedule: '',
        content,
        again,
        choices: { [platform]: choices },
        channels: channelId === undefined ? {} : { [platform]: channelId },
        uploadEarly: false,
        metadata: { [platform]: chosenOf(video, platform, metadata, texts) },
        zone: await zoneOf(deps.db, request),
        by: auditorOf(request),
      }),
    )
  })

  implement(app, 'videoPublications', async request => {
    const video = await visibleVideo(deps, request, request.params.id)
    return presentStatuses(await publicationsOfVideo(deps.db, video.id), spokenTo(request))
  })

  implement(app, 'retryFailedPublications', request =>
    retryFailed(deps, auditorOf(request), spokenTo(request)),
  )
}
