import type { z } from 'zod'
import { videoPage } from '#contract/paths.ts'
import { sentences } from '#sentences/videos.ts'
import type { Queryable, Tx } from '#server/core/db/database.ts'
import type { SessionLocks } from '#server/core/db/session-locks.ts'
import { type AppError, isOverBudget } from '#server/core/http/errors.ts'
import { type JobContext, PermanentJobError } from '#server/core/jobs/definition.ts'
import { recordProgress } from '#server/core/jobs/progress.ts'
import type { Found } from '#server/core/media/damage.ts'
import { UnusableVideoError } from '#server/core/media/probe.ts'
import { MediaProcessError } from '#server/core/media/process.ts'
import { jobOf } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { notify } from '#server/notifications/index.ts'
import {
  findShared,
  giveUpRanges,
  type LadderOptions,
  makeLadder,
  makePlayable,
  makeRange,
  makeShared,
  markSharedFailed,
  noteRange,
  openShared,
  type StreamSource,
  storeStoryboard,
} from '#server/streaming/index.ts'
import { queueWebhooks } from '#server/webhooks/index.ts'
import { measureCover } from './cover.ts'
import { ladderJob, playableJob, shareJob } from './jobs.ts'
import { removeFiles, removeMade } from './remove-video.ts'
import { setStatus, unsafeFind, unsafeFindForUpdate, type VideoRow } from './store.ts'
import { markPlayable, setCoverAt, setLadderProgress } from './stream-store.ts'
import { processingWaits, withinBudget } from './upload/cpu-budget.ts'
import { type FailDeps, failVideo } from './upload/ingest.ts'
import { withOriginal } from './upload/original.ts'
import { setProbe } from './upload/store.ts'

type StreamJobDeps = FailDeps & Pick<Deps, 'config'>
/** With what tells how many workers take ladders. */
export type LadderDeps = StreamJobDeps &
  Pick<Deps, 'jobs'> & { locks: Pick<SessionLocks, 'share' | 'countShared'> }

interface Work {
  source: StreamSource
  /** Aborted when the worker stops or the video is deleted. */
  signal: AbortSignal
  /** Receives the fraction done; at most once a second it is recorded, and the video's existence checked. */
  onFraction: (fraction: number) => void
}

/**
 * Passes the video's original to the work as a local file; does nothing when the video is deleted or failed.
 * If the video is deleted meanwhile, the work ends and its output is deleted.
 * @param record what to write about whole percent done; null when the video is deleted
 */
async function withSource(
  deps: StreamJobDeps,
  videoId: string,
  context: JobContext,
  record: (percent: number) => Promise<VideoRow | null>,
  work: (given: Work) => Promise<void>,
): Promise<void> {
  const video = await unsafeFind(deps.db, videoId)
  if (!video?.probe || !video.stream_id || !video.original_sha256 || video.status === 'failed') return
  const { probe, stream_id: streamId, original_sha256: sha256 } = video
  const gone = new AbortController()
  const progress = recordProgress(context.log, async percent => {
    const row = await record(percent)
    if (!row || !isSameStream(row, streamId)) gone.abort(new Error('The video was deleted or has failed'))
  })
  try {
    await withOriginal(deps, video, file =>
      work({
        source: { videoId, streamId, probe, sha256, file },
        signal: AbortSignal.any([context.signal, gone.signal]),
        onFraction: progress.report,
      }),
    )
  } catch (error) {
    if (error instanceof MediaProcessError)
      context.log.warn({ videoId, detail: error.detail.slice(-2000) }, 'ffmpeg failed')
    await progress.written()
    const standing = await unsafeFind(deps.db, videoId)
    if (standing && standing.status !== 'failed') throw error
  }
  await progress.written()
  // Even when the work finished: the deletion or failure may have gone through the folder before the last file was
  // written.
  const left = await unsafeFind(deps.db, videoId)
  if (!left) await removeFiles(deps.objects, video)
  else if (!isSameStream(left, streamId)) await removeMade(deps.objects, video)
}

/** A failed video has no stream, and one that its rider wants anyway gets a new one. */
const isSameStream = (row: VideoRow, streamId: string) =>
  row.status !== 'failed' && row.stream_id === streamId

async function lockExisting(tx: Tx, videoId: string, streamId: string): Promise<VideoRow> {
  const video = await unsafeFindForUpdate(tx, videoId)
  if (!video) throw new PermanentJobError('The video was deleted')
  if (!isSameStream(video, streamId)) throw new Error('The video has failed')
  return video
}

/** A playlist becomes available: from then on the video awaits review. */
async function goLive(tx: Tx, { videoId, streamId }: StreamSource, now: Date): Promise<void> {
  const video = await lockExisting(tx, videoId, streamId)
  await markPlayable(tx, video, now)
  if (video.playable_at === null && !video.held)
    await queueWebhooks(tx, {
      userId: video.user_id,
      type: 'video.ready',
      key: streamId,
      data: { videoId },
    })
  if (video.status === 'processing') await setStatus(tx, videoId, 'draft')
}

/**
 * Notes what is missing of a file, for its rider and for reviewers; the least that any step could read counts.
 * @param refuse whether to ask the rider before going on, unless they wanted the video anyway
 * @throws UnusableVideoError with how much there is, when the rider has to choose
 */
export async function noteDamage(
  { db }: Pick<Deps, 'db'>,
  { videoId }: Pick<StreamSource, 'videoId'>,
  { endsAt, ...damage }: Found,
  { refuse = false } = {},
): Promise<void> {
  const ask = await db.transaction().execute(async tx => {
    const video = await unsafeFindForUpdate(tx, videoId)
    if (!video?.probe) return false
    const readableSeconds = Math.min(damage.readableSeconds, video.probe.damage?.readableSeconds ?? Infinity)
    await setProbe(tx, videoId, {
      ...video.probe,
      // What its rider keeps is as long as what there is.
      durationSeconds: refuse ? Math.min(endsAt, video.probe.durationSeconds) : video.probe.durationSeconds,
      damage: { ...damage, readableSeconds },
    })
    return refuse && !video.try_anyway
  })
  if (ask) throw new UnusableVideoError(sentences.damaged({ ...damage }))
}

/** Handles a job's error that no retry can fix: its account has no room for what it makes, or the file is the reason. */
const ifFinal = (handle: (error: AppError | UnusableVideoError) => Promise<void>) => (error: unknown) => {
  if (!isOverBudget(error) && !(error instanceof UnusableVideoError)) throw error
  return handle(error)
}

/** Makes a video playable; from its first segment on the video awaits review. */
async function runPlayable(deps: StreamJobDeps, videoId: string, context: JobContext): Promise<void> {
  const before = await unsafeFind(deps.db, videoId)
  // The ladder came first, for example after a kill: its result is better than what this would make.
  if (!before || before.ladder_progress === 100) return
  const stillThere = () => unsafeFind(deps.db, videoId)
  await withSource(deps, videoId, context, stillThere, async ({ source, signal, onFraction }) => {
    const damage = await makePlayable(deps, source, {
      signal,
      onFraction,
      onPlayable: tx => goLive(tx, source, deps.clock.now()),
    })
    if (damage) await noteDamage(deps, source, damage, { refuse: true })
    const { file, probe } = source
    const seconds = await measureCover({ file, probe, highlights: [] }, { signal, log: context.log })
    if (seconds !== null) await deps.db.transaction().execute(tx => firstCover(tx, videoId, seconds))
    await storeStoryboard(deps.objects, source, signal).catch(error => {
      if (!(error instanceof MediaProcessError)) throw error
      // Each picture is rendered when it is requested, then.
      context.log.warn({ videoId, err: error }, 'no storyboard could be made')
    })
  })
}

/** Sets the cover measured before the analysis, unless the analysis has set a better one. */
async function firstCover(tx: Tx, videoId: string, seconds: number): Promise<void> {
  const video = await unsafeFindForUpdate(tx, videoId)
  if (video?.cover_at === null && video.ai_status !== 'completed') await setCoverAt(tx, videoId, seconds)
}

export const playableHandler = jobOf<StreamJobDeps, { videoId: string }>(playableJob, {
  run: (system, { videoId }, context) =>
    withinBudget(system, videoId, processingWaits, () => runPlayable(system, videoId, context)).catch(
      ifFinal(error => failVideo(system, videoId, error.sentence)),
    ),
  giveUp: (system, { videoId }) => failVideo(system, videoId, sentences.failed),
})

/** Tells the owner that there was no room for the ladder. The video stays playable in its current form. */
async function tellNoRoom(deps: Pick<Deps, 'db'>, videoId: string): Promise<void> {
  await deps.db.transaction().execute(async tx => {
    const video = await unsafeFind(tx, videoId)
    if (!video || video.held || video.status === 'failed') return
    await notify(tx, {
      userId: video.user_id,
      videoId,
      type: 'processing_failed',
      title: sentences.storageFullTitle,
      message: sentences.storageFullForLadder({ title: video.title }),
      link: videoPage(videoId),
      eventKey: `no_room:${videoId}`,
    })
  })
}

type LadderData = z.infer<typeof ladderJob.schema>

/** Encodes the ladder or a range of it, or splits it into ranges. */
async function runLadder(
  deps: LadderDeps,
  { videoId, range, whole }: LadderData,
  context: JobContext,
): Promise<void> {
  const before = await unsafeFind(deps.db, videoId)
  if (!before || before.ladder_progress === 100) return
  const record = (percent: number) =>
    deps.db.transaction().execute(async tx => {
      const row = (await unsafeFindForUpdate(tx, videoId)) ?? null
      // The last report may come once the ladder is complete.
      if (!row || row.ladder_progress === 100) return row
      const all = range ? await noteRange(tx, range, percent) : percent
      return all === null ? null : setLadderProgress(tx, videoId, all)
    })
  await withSource(deps, videoId, context, record, async ({ source, signal, onFraction }) => {
    const options: LadderOptions = {
      signal,
      onFraction,
      onDone: async tx => {
        await goLive(tx, source, deps.clock.now())
        await setLadderProgress(tx, videoId, 100)
      },
      sendRanges: async (tx, ranges) => {
        for (const one of ranges) await deps.jobs.send(tx, ladderJob, { videoId, range: one })
      },
      sendWhole: async tx => void (await deps.jobs.send(tx, ladderJob, { videoId, whole: true })),
    }
    const damage = range
      ? await makeRange(deps, source, range, options)
      : await makeLadder(deps, source, {
          ...options,
          workers: await deps.locks.countShared(ladderJob.name),
          whole: whole ?? false,
        })
    if (damage) await noteDamage(deps, source, damage)
  })
}

export const ladderHandler = jobOf<LadderDeps, LadderData>(ladderJob, {
  run: (system, data, context) =>
    withinBudget(system, data.videoId, processingWaits, () => runLadder(system, data, context)).catch(
      ifFinal(async error => {
        if (isOverBudget(error)) await tellNoRoom(system, data.videoId)
        else context.log.warn({ videoId: data.videoId, err: error }, 'no ladder could be made')
      }),
    ),
  // It stays playable in its current form; staff see the reason in the log and in the queue's failures.
  giveUp: async ({ db }, { videoId, range }, { log }) => {
    log.error({ videoId }, 'no ladder could be made')
    if (range) await giveUpRanges(db, range.ladder)
  },
})

/** Counts this process among the workers that take ladders, if it does. Repeated, because a lost connection ends it. */
export async function announceLadders({ jobs, locks }: Pick<LadderDeps, 'jobs' | 'locks'>): Promise<void> {
  if (jobs.takes(ladderJob)) await locks.share(ladderJob.name)
}

/** Requests the file of the whole video for platforms, in the caller's transaction. May be repeated. */
export async function requestShared(
  tx: Queryable,
  { jobs }: Pick<Deps, 'jobs'>,
  videoId: string,
): Promise<void> {
  await openShared(tx, videoId)
  if ((await findShared(tx, videoId))?.status === 'pending') await jobs.send(tx, shareJob, { videoId })
}

export const shareHandler = jobOf<StreamJobDeps, { videoId: string }>(shareJob, {
  async run(system, { videoId }, context) {
    const stillThere = () => unsafeFind(system.db, videoId)
    await withSource(system, videoId, context, stillThere, ({ source, signal }) =>
      makeShared(system, source, signal),
    )
  },
  giveUp: ({ db }, { videoId }) => markSharedFailed(db, videoId),
})
