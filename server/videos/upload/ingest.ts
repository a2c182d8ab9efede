import { maxDurationSeconds } from '#contract/constants.ts'
import { videoPage } from '#contract/paths.ts'
import { sentences } from '#sentences/videos.ts'
import type { Queryable, Tx } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { containerOf, movEnd } from '#server/core/media/container.ts'
import { type Probe, probeFile, UnusableVideoError } from '#server/core/media/probe.ts'
import { jobOf } from '#server/core/module.ts'
import type { Sentence } from '#server/core/sentences.ts'
import type { Deps } from '#server/deps.ts'
import { notify } from '#server/notifications/index.ts'
import { ingestJob, ladderJob, playableJob } from '../jobs.ts'
import { removeMade } from '../remove-video.ts'
import { refusedKeptMs } from '../rules.ts'
import { setFailed, setTryAnyway, unsafeFind, unsafeFindForUpdate, type VideoRow } from '../store.ts'
import { markUnplayable, openStream } from '../stream-store.ts'
import { chargedToOwner } from './cpu-budget.ts'
import { tooCostly } from './decode-cost.ts'
import { withOriginal } from './original.ts'
import { setProbe } from './store.ts'
import { refusalOf } from './upload-budget.ts'

/** What ending a video's processing needs. */
export type FailDeps = Pick<Deps, 'db' | 'objects' | 'clock'> & {
  /** Cancels a requested analysis, in the caller's transaction. */
  dropAnalysis(tx: Tx, videoId: string): Promise<unknown>
}

export type IngestDeps = FailDeps &
  Pick<Deps, 'jobs' | 'log' | 'config'> & {
    /** Starts the analysis of a video, in the caller's transaction. */
    requestAnalysis(tx: Queryable, videoId: string): Promise<unknown>
  }

/** Probes an arrived file, then starts the further processing. */
async function ingest(deps: IngestDeps, videoId: string, signal: AbortSignal): Promise<void> {
  const video = await unsafeFind(deps.db, videoId)
  if (!video?.original_key || !video.uploaded_at || video.status === 'failed') return
  let probe: Probe
  try {
    probe = video.probe ?? (await look(deps, video, signal))
  } catch (error) {
    if (!(error instanceof UnusableVideoError)) throw error
    deps.log.info({ videoId, err: error }, 'unusable upload')
    await failVideo(deps, videoId, error.sentence)
    return
  }
  const refusal = await deps.db.transaction().execute(async tx => {
    const wanted = { openUploads: 0, bytes: video.file_size ?? 0, seconds: probe.durationSeconds }
    const { budgets } = deps.config
    const tooMuch = video.probe
      ? null
      : await refusalOf(tx, budgets, { userId: video.user_id, videoId, wanted })
    if (tooMuch) return tooMuch
    const row = await setProbe(tx, videoId, probe)
    if (!row) return null
    await deps.jobs.send(tx, playableJob, { videoId })
    await deps.jobs.send(tx, ladderJob, { videoId })
    await deps.requestAnalysis(tx, videoId)
    return null
  })
  if (refusal) await failVideo(deps, videoId, refusal.sentence)
}

function look(deps: IngestDeps, video: VideoRow, signal: AbortSignal): Promise<Probe> {
  return withOriginal(deps, video, async file => {
    const container = await containerOf(file)
    if (!container) throw new UnusableVideoError(sentences.notAVideo)
    if (container.demuxer === 'mov' && !video.try_anyway && (await movEnd(file)).missing > 0)
      throw new UnusableVideoError(sentences.cutOff)
    const probe = await probeFile(file, container.demuxer, signal)
    // One second of tolerance, because containers round.
    if (probe.durationSeconds > maxDurationSeconds + 1)
      throw new UnusableVideoError(sentences.tooLong({ minutes: maxDurationSeconds / 60 }))
    const costly = tooCostly(probe, deps.config.maxDecodeGigapixels)
    if (costly) throw new UnusableVideoError(costly)
    return probe
  })
}

/**
 * Tells the owner that the video can't be used, and deletes what we made of it. What the owner sent stays for a day, so
 * that they can object.
 */
export async function failVideo(deps: FailDeps, videoId: string, sentence: Sentence): Promise<void> {
  const video = await deps.db.transaction().execute(async tx => {
    const current = await unsafeFindForUpdate(tx, videoId)
    if (!current || current.status === 'failed') return current
    // No notification about a video that awaits its owner's acceptance.
    if (!current.held)
      await notify(tx, {
        userId: current.user_id,
        videoId,
        type: 'processing_failed',
        title: sentences.couldNotProcess({ title: current.title }),
        message: sentence,
        link: videoPage(videoId),
        eventKey: `processing_failed:${videoId}${current.try_anyway ? ':anyway' : ''}`,
      })
    const keptUntil = current.uploaded_at ? new Date(deps.clock.now().getTime() + refusedKeptMs) : null
    await setFailed(tx, videoId, sentence, keptUntil)
    await markUnplayable(tx, videoId)
    await deps.dropAnalysis(tx, videoId)
    return current
  })
  if (!video) return
  await removeMade(deps.objects, video)
}

export const ingestHandler = jobOf<IngestDeps, { videoId: string }>(ingestJob, {
  run: (system, { videoId }, { signal }) =>
    chargedToOwner(system, videoId, () => ingest(system, videoId, signal)),
  giveUp: (system, { videoId }) => failVideo(system, videoId, sentences.failed),
})

/**
 * The owner objects to a refusal while the file is still kept: it is processed again, with whatever can be decoded of
 * it, as a new stream. @throws AppError not_found, conflict
 */
export function tryAnyway(
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  videoId: string,
  userId: string,
): Promise<VideoRow> {
  return db.transaction().execute(async tx => {
    const video = await unsafeFindForUpdate(tx, videoId)
    if (!video || video.held || video.user_id !== userId) throw notFound('video')
    if (!video.uploaded_at || !video.kept_until || video.kept_until <= clock.now())
      throw new AppError('conflict', sentences.notKept)
    await openStream(tx, videoId)
    await jobs.send(tx, ingestJob, { videoId })
    return (await setTryAnyway(tx, videoId)) ?? video
  })
}
