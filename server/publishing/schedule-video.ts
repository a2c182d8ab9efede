import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import {
  type Platform,
  type PlatformMetadata,
  type PostChoices,
  type PublicationTiming,
  platformNames,
} from '#contract/publishing/publications.ts'
import type { schedulePreview, schedulePublishBody } from '#contract/publishing/scheduling.ts'
import { sentences as history } from '#sentences/history.ts'
import { sentences as planning } from '#sentences/planning.ts'
import { sentences } from '#sentences/publishing.ts'
import { writtenTextsOf } from '#server/analysis/index.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import { refuseTwice } from '#server/chapters/index.ts'
import type { Queryable, Tx } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { channelOf, type Problem, platformOf } from '#server/platforms/index.ts'
import { keepApproval } from '#server/review/index.ts'
import { approvedOf, unsafeFind, unsafeFindForUpdate, type VideoRow } from '#server/videos/index.ts'
import { readyChannel } from './channels/choose.ts'
import { type PlannedContent, planContent, requestContent } from './content.ts'
import type { PublishingDeps } from './deps.ts'
import { pastPosts, scheduledTimes } from './figures/figures.ts'
import { resumeState, unpublishable } from './rules.ts'
import { bestTime, estimateReach } from './schedule/optimal.ts'
import { readCustom } from './schedule/read-custom.ts'
import { wallText } from './schedule/zones.ts'
import { type Warning, warningsFor } from './schedule-warnings.ts'
import {
  addEvent,
  countSame,
  findSame,
  insertPublication,
  type NewPublication,
  type PublicationRow,
  updatePublication,
} from './store.ts'
import { composed } from './words.ts'

type Body = z.output<typeof schedulePublishBody>
type ScheduleRequest = Omit<Body, 'videoId' | 'timeZone' | 'metadata' | 'choices' | 'channels'> & {
  choices?: Partial<Record<Platform, PostChoices>>
  /** the chosen channel, by platform; the default when missing */
  channels?: Partial<Record<Platform, string>>
  videoId: string
  /** texts that someone chose, by platform */
  metadata: Partial<Record<Platform, Partial<PlatformMetadata>>>
  zone: string
  by: Auditor
  /** how long it waits although it is immediate, so that it can be undone */
  waitSeconds?: number
}
type PreviewItem = z.infer<typeof schedulePreview>['items'][number]
/** An item of a preview before its reader is known. */
export type PlannedItem = Omit<PreviewItem, 'content' | 'reason' | 'reachReasoning' | 'problems'> & {
  content: Sentence
  reason: Sentence
  reachReasoning: Sentence
  problems: Problem[]
}

/** What scheduling on one platform would do. */
interface Plan {
  item: PlannedItem
  warnings: Warning[]
  piece: PlannedContent
  /** its row, without what saving adds */
  fresh: Omit<NewPublication, 'clip_id'>
  /** the row that is there already, with the same content */
  before: PublicationRow | null
}

export interface Scheduled {
  rows: PublicationRow[]
  warnings: Warning[]
}

interface Time {
  at: Date
  timing: PublicationTiming
  reason: Sentence
  note: Sentence | null
}

async function timeFor(
  db: Queryable,
  wanted: ScheduleRequest,
  platform: Platform,
  now: Date,
  taken: Date[],
): Promise<Time> {
  const { waitSeconds: seconds } = wanted
  if (wanted.immediate && seconds)
    return {
      at: new Date(now.getTime() + seconds * 1000),
      timing: 'immediate',
      reason: planning.afterUndo({ seconds }),
      note: null,
    }
  if (wanted.immediate) return { at: now, timing: 'immediate', reason: planning.atOnce, note: null }
  if (wanted.customSchedule.trim()) {
    const { instant, note } = readCustom(wanted.customSchedule, wanted.zone, now)
    return { at: instant, timing: 'custom', reason: note ?? planning.asChosen, note }
  }
  if (!wanted.useOptimalTiming)
    throw new AppError('bad_request', sentences.chooseWhen, {
      field: 'customSchedule',
    })
  const past = await pastPosts(db, platform, now)
  const best = bestTime({ platform, past, zone: wanted.zone, now, taken })
  return { at: best.instant, timing: 'optimal', reason: best.reason, note: null }
}

/**
 * Reuses the row when the same content was scheduled before. @throws AppError conflict unless it failed
 * completely
 */
async function reviveOrRefuse(
  tx: Tx,
  same: PublicationRow,
  fresh: NewPublication,
  now: Date,
): Promise<PublicationRow> {
  const name = platformNames[same.platform]
  if (same.state === 'failed' && resumeState(same) === 'queued') {
    const { metadata, scheduled_for, wall_time, time_zone, timing, upload_early, next_at, clip_id } = fresh
    const revived = await updatePublication(tx, same.id, {
      ...{ metadata, scheduled_for, wall_time, time_zone, timing, upload_early, next_at, clip_id },
      state: 'scheduled',
      failure_kind: null,
      failure_sentence: null,
      failure_actor: null,
      note: null,
      attempts: 0,
      lookups: 0,
      started_at: null,
      alerted_at: null,
      version: same.version + 1,
    })
    await addEvent(tx, same.id, now, { kind: 'scheduled', sentence: history.scheduledAgain })
    return revived
  }
  const sentence = {
    published: sentences.onAlready({ platform: name }),
    failed: sentences.failedThere({ platform: name }),
  }[same.state as string]
  throw new AppError(
    'conflict',
    sentences.sendAgain({ said: sentence ?? sentences.atLeastOneNow({ platform: name }) }),
  )
}

/**
 * Plans a publication on one platform; reads only.
 * @param planned plans of the same video that aren't saved yet
 * @throws AppError for what can't be planned: no channel, an unreadable time, unknown content
 */
async function planOne(
  db: Queryable,
  deps: PublishingDeps,
  given: { video: VideoRow; platform: Platform; wanted: ScheduleRequest; now: Date },
  planned: readonly Plan[] = [],
): Promise<Plan> {
  const { video, platform, wanted, now } = given
  const channel = await readyChannel(db, platform, wanted.channels?.[platform])
  const added = planned.filter(({ before }) => !before).map(({ fresh }) => fresh)
  const timesOf = (rows: typeof added) => rows.map(row => row.scheduled_for)
  const taken = [
    ...(await scheduledTimes(db, { channelId: channel.id }, now)),
    ...timesOf(added.filter(row => row.channel_id === channel.id)),
  ]
  const counted = channelOf(channel.kind).shared.starts
    ? [
        ...(await scheduledTimes(db, { kind: channel.kind }, now)),
        ...timesOf(added.filter(row => row.kind === channel.kind)),
      ]
    : taken
  const time = await timeFor(db, wanted, platform, now, taken)
  const piece = await planContent(db, video, platform, wanted.content)
  const { problemsOf, privacyProblem, uploadsEarly, withDefaults } = platformOf(platform)
  const written = composed(video, platform, piece, {
    units: channel.units,
    texts: await writtenTextsOf(db, video.id, approvedOf(video)?.runId),
    given: wanted.metadata[platform],
  })
  const metadata = withDefaults({ ...written, ...wanted.choices?.[platform] }, channel.settings)
  const privacy = privacyProblem(metadata, channel)
  const past = await pastPosts(db, platform, now)
  const { zone } = wanted
  const reach = estimateReach({ platform, past, at: time.at, zone, viralScore: video.ai_viral_score })
  const same = { video_id: video.id, platform, channel_id: channel.id, content: piece.content }
  const intent = wanted.again ? `again:${(await countSame(db, same)) + 1}` : 'publish'
  const early = wanted.uploadEarly && uploadsEarly && time.at > now
  const fresh = {
    ...same,
    id: randomUUID(),
    user_id: video.user_id,
    kind: channel.kind,
    content_label: piece.label,
    intent,
    state: 'scheduled' as const,
    metadata,
    scheduled_for: time.at,
    wall_time: wallText(time.at, zone),
    time_zone: zone,
    timing: time.timing,
    upload_early: early,
    created_by: wanted.by.actorId,
    created_at: now,
    next_at: early ? now : time.at,
  }
  const item: PlannedItem = {
    platform,
    channel: { id: channel.id, name: channel.name },
    scheduledFor: time.at.toISOString(),
    wallTime: fresh.wall_time,
    timeZone: zone,
    timing: time.timing,
    reason: time.reason,
    content: piece.label,
    metadata,
    problems: [...problemsOf(metadata), ...(privacy ? [privacy] : [])],
    estimatedReach: reach.views,
    reachReasoning: reach.reasoning,
  }
  const warnings = warningsFor(deps, { platform, time, taken, counted, channel, now })
  return { item, warnings, piece, fresh, before: await findSame(db, { ...same, intent }) }
}

/**
 * Saves a plan, and requests the file that it publishes.
 * @throws AppError invalid_input for texts that the platform would refuse; conflict for what is already scheduled
 */
async function saveOne(
  tx: Tx,
  deps: PublishingDeps,
  { item, piece, fresh, before }: Plan,
  wanted: ScheduleRequest,
): Promise<PublicationRow> {
  const [problem] = item.problems
  if (problem)
    throw new AppError('invalid_input', sentences.platformSaid({ problem: problem.sentence }), {
      field: problem.field,
    })
  const { platform, metadata, created_at: now } = fresh
  const row = { ...fresh, clip_id: await requestContent(tx, deps, wanted.videoId, piece) }
  if (before) return reviveOrRefuse(tx, before, row, now)
  const inserted = await insertPublication(tx, row)
  if (!inserted) throw new AppError('conflict', sentences.alreadyDecided)
  const { actorId } = wanted.by
  await addEvent(tx, inserted.id, now, { kind: 'scheduled', sentence: item.reason, actorId })
  const { form } = platformOf(platform).facts
  if (form && wanted.choices?.[platform]?.privacy && metadata.disclosure)
    await addEvent(tx, inserted.id, now, {
      kind: 'agreed',
      sentence: `${form.declaration(metadata.disclosure)}.`,
      actorId,
    })
  return inserted
}

/** @throws AppError not_found; conflict for what can't be published now */
async function refuseUnpublishable(db: Queryable, video: VideoRow | null): Promise<VideoRow> {
  if (!video || video.held) throw notFound('video')
  const reason = unpublishable({
    ...video,
    hidden: video.hidden_at !== null,
    hasOriginal: video.original_key !== null,
  })
  if (reason) throw new AppError('conflict', sentences.platformSaid({ problem: reason }))
  await refuseTwice(db, video.id)
  return video
}

const platformsOf = (wanted: ScheduleRequest): Platform[] => [...new Set(wanted.platforms)]

/**
 * Schedules a video on its platforms, all or none, in the caller's transaction.
 * @throws AppError not_found; conflict for what can't be published now or is already scheduled; bad_request
 * for a time
 *   that can't be read; invalid_input for texts that a platform would refuse
 */
export async function scheduleVideoIn(
  tx: Tx,
  deps: PublishingDeps,
  wanted: ScheduleRequest,
): Promise<Scheduled> {
  const video = await refuseUnpublishable(tx, await unsafeFindForUpdate(tx, wanted.videoId))
  await keepApproval(tx, video)
  const now = await deps.time(tx)
  const result: Scheduled = { rows: [], warnings: [] }
  for (const platform of platformsOf(wanted)) {
    const plan = await planOne(tx, deps, { video, platform, wanted, now })
    result.rows.push(await saveOne(tx, deps, plan, wanted))
    result.warnings.push(...plan.warnings)
  }
  for (const r of result.rows)
    await record(tx, {
      ...wanted.by,
      action: 'publication.schedule',
      objectType: 'publication',
      objectId: r.id,
      after: {
        video: video.id,
        platform: r.platform,
        channel: r.channel_id,
        at: r.scheduled_for,
        content: r.content_label,
      },
    })
  return result
}

/** The same in a separate transaction. */
export const scheduleVideo = (deps: PublishingDeps, wanted: ScheduleRequest): Promise<Scheduled> =>
  deps.db.transaction().execute(tx => scheduleVideoIn(tx, deps, wanted))

/** What scheduling would do, with every problem; reads only. @throws AppError for what can't be planned */
export async function previewSchedule(
  deps: PublishingDeps,
  wanted: ScheduleRequest,
): Promise<{ items: PlannedItem[]; warnings: Warning[] }> {
  const { db } = deps
  const video = await refuseUnpublishable(db, await unsafeFind(db, wanted.videoId))
  const now = await deps.time(db)
  const plans: Plan[] = []
  for (const platform of platformsOf(wanted))
    plans.push(await planOne(db, deps, { video, platform, wanted, now }, plans))
  return {
    items: plans.map(plan => plan.item),
    warnings: plans.flatMap(({ item: { platform }, warnings, before }) => {
      const sentence = planning.alreadyThere({ platform: platformNames[platform] })
      return before ? [...warnings, { platform, kind: 'same_video' as const, sentence }] : warnings
    }),
  }
}
