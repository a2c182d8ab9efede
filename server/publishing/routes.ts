import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type {
  ScheduleWarning,
  schedulePreview,
  schedulePublishBody,
} from '#contract/publishing/scheduling.ts'
import { displayNames } from '#server/accounts/index.ts'
import { writtenTextsOf } from '#server/analysis/index.ts'
import { auditorOf, record } from '#server/audit/index.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { expectedVersion } from '#server/core/http/if-match.ts'
import { implement } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { spokenTo } from '#server/core/language.ts'
import { type Language, retold, said, textIn } from '#server/core/sentences.ts'
import { zoneOf } from '#server/notifications/index.ts'
import { approvedOf, unsafeFind, visibleVideo } from '#server/videos/index.ts'
import { pauseOf, setPause } from './attempts/limits.ts'
import { changePost, type PostChange } from './change-post.ts'
import { cancelPublication, editPublication, retryFailed, retryPublication } from './change-publication.ts'
import { channelRoutes } from './channels/routes.ts'
import type { PublishingDeps } from './deps.ts'
import { figureRoutes, heldRoutes, incomeRoutes } from './figures/figure-routes.ts'
import { listPublications, publicationsOfVideo, showPublication, showPublications } from './lists.ts'
import { presentPublication, presentStatuses } from './present.ts'
import { type PlannedItem, previewSchedule, scheduleVideo } from './schedule-video.ts'
import type { Warning } from './schedule-warnings.ts'
import { sentences } from './sentences/sentences.ts'
import { eventsOf } from './store.ts'
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
    const { items, warnings } = await previewSchedule(deps, wanted)
    const language = spokenTo(request)
    return {
      items: items.map(item => presentPlanned(item, language)),
      warnings: presentWarnings(warnings, language),
    }
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

/** Single publications: view, change, cancel, retry; and the switch that pauses all of them. */
function publicationRoutes(app: FastifyInstance, deps: PublishingDeps): void {
  const shown = async (request: FastifyRequest, id: string) => {
    const row = await showPublication(deps.db, id)
    if (!row) throw notFound('publication')
    return presentPublication(row, spokenTo(request))
  }

  implement(app, 'publications', async request =>
    (await listPublications(deps.db, request.query)).map(row => presentPublication(row, spokenTo(request))),
  )

  implement(app, 'publication', async request => {
    const one = await shown(request, request.params.id)
    const history = (await eventsOf(deps.db, one.id)).map(e => ({
      at: e.at.toISOString(),
      kind: e.kind,
      sentence: textIn(e.sentence, spokenTo(request)) ?? '',
      by: e.name || e.email,
    }))
    return { ...one, history }
  })

  implement(app, 'editPublication', async request => {
    const { id } = request.params
    const zone = await zoneOf(deps.db, request, request.body.timeZone)
    const ask = { id, by: auditorOf(request), expected: expectedVersion(request) }
    await editPublication(deps, { ...ask, change: request.body, zone })
    return shown(request, id)
  })

  const decided = async (request: FastifyRequest, id: string, work: typeof cancelPublication) => {
    await work(deps, { id, by: auditorOf(request), expected: expectedVersion(request) })
    return shown(request, id)
  }
  implement(app, 'cancelPublication', request => decided(request, request.params.id, cancelPublication))
  implement(app, 'retryPublication', request => decided(request, request.params.id, retryPublication))

  const changed = async (request: FastifyRequest, id: string, change: PostChange) => {
    await changePost(deps, { id, by: auditorOf(request), expected: expectedVersion(request) }, change)
    return shown(request, id)
  }
  implement(app, 'editPost', request =>
    changed(request, request.params.id, { kind: 'edit', words: request.body }),
  )
  implement(app, 'hidePost', request => changed(request, request.params.id, { kind: 'hide' }))
  implement(app, 'showPost', request => changed(request, request.params.id, { kind: 'show' }))
  implement(app, 'deletePost', request => changed(request, request.params.id, { kind: 'delete' }))

  const pause = async () => {
    const { paused, reason, by, at } = await pauseOf(deps.db)
    const names = by ? await displayNames(deps.db, [by]) : new Map<string, string>()
    return { paused, reason, by: by && (names.get(by) ?? null), at: at?.toISOString() ?? null }
  }
  implement(app, 'publishingPause', pause)
  implement(app, 'setPublishingPause', async request => {
    await deps.db.transaction().execute(async tx => {
      const at = await deps.time(tx)
      await setPause(tx, { ...request.body, by: actorOf(request).id, at })
      await record(tx, {
        ...auditorOf(request),
        action: 'publishing.pause',
        objectType: 'publishing',
        objectId: 'queue',
        after: request.body,
      })
    })
    return pause()
  })
}

/** What would be scheduled, in the contract's format. */
const presentPlanned = (
  { content, reason, reachReasoning, problems, ...item }: PlannedItem,
  language: Language,
): z.infer<typeof schedulePreview>['items'][number] => ({
  ...item,
  content: retold(content, language),
  reason: reason.in(language),
  reachReasoning: reachReasoning.in(language),
  problems: problems.map(({ field, sentence }) => ({ field, sentence: said(sentence, language) })),
})

const presentWarnings = (warnings: readonly Warning[], language: Language): ScheduleWarning[] =>
  warnings.map(({ sentence, ...warning }) => ({ ...warning, sentence: sentence.in(language) }))
