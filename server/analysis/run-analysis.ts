import { isReleased } from '#contract/video-statuses.ts'
import { sentences } from '#sentences/analysis.ts'
import { readerOfRider } from '#server/accounts/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { JobContext } from '#server/core/jobs/definition.ts'
import { recordProgress } from '#server/core/jobs/progress.ts'
import { damageOf } from '#server/core/media/damage.ts'
import { UnusableVideoError } from '#server/core/media/probe.ts'
import { jobOf } from '#server/core/module.ts'
import { withLocal } from '#server/core/objects/store.ts'
import type { Sentence } from '#server/core/sentences.ts'
import type { Deps } from '#server/deps.ts'
import { enqueueMail } from '#server/mail/index.ts'
import {
  approvedOf,
  firstPrice,
  measureCover,
  noteDamage,
  ownTitle,
  setCoverAt,
  setPrice,
  supersedeReview,
  unsafeFind,
  unsafeFindForUpdate,
  type VideoRow,
  type Waiting,
  withinBudget,
  withOriginal,
} from '#server/videos/index.ts'
import { queueWebhooks } from '#server/webhooks/index.ts'
import { chosenOffset } from './added-ride.ts'
import { clocksOf, inputOf } from './analysis-input.ts'
import { analyzeVideo, type KeptTelemetry } from './analyze.ts'
import type { CalibrationModel } from './calibration/model.ts'
import { dayOf } from './days/day.ts'
import { notifyRecords } from './days/notify-record.ts'
import { type OwnFigures, storeFigures } from './days/store.ts'
import { showGeneratedTitle } from './enhance-metadata.ts'
import { modelWriter } from './model-writer/index.ts'
import { endsOf, missingPlaces, type Place, type PrivatePlace } from './private-places/circles.ts'
import { hiddenSpans } from './private-places/hidden-spans.ts'
import { factsShown, shownTo, showsEverything } from './private-places/shown.ts'
import { newPlace, notePlaces, sightOf } from './private-places/store.ts'
import { analysisJob, requestAnalysis } from './request-analysis.ts'
import { climbedOf, figuresOf } from './ride-data/figures.ts'
import {
  dropEarlierTelemetry,
  findRun,
  markCompleted,
  markFailed,
  markProgress,
  markStarted,
  textsIn,
} from './store.ts'
import { writeInUnits } from './texts/write-in-units.ts'
import type { AnalysisInput, AnalysisResult } from './types.ts'
import { failAnalysis, finishAnalysis, setAnalysisWait, setGenerated, startAnalysis } from './video-store.ts'

export interface RunDeps extends Pick<Deps, 'db' | 'jobs' | 'objects' | 'clock' | 'config' | 'secrets'> {
  /** the current model for converting strengths to scores */
  scoreModel(db: Queryable): Promise<CalibrationModel>
  /** follows a video's first analysis, in the transaction in which it takes effect */
  whenAnalyzed(tx: Queryable, videoId: string): Promise<void>
}

/**
 * The price of a video released before it had a score. No staff member has seen this score, so sensor data,
 * which the rider may have written, doesn't count.
 */
function latePrice(video: VideoRow, { version, viralPotential }: AnalysisResult, now: Date) {
  if (!isReleased(video.status)) return null
  const score = viralPotential.seen ?? viralPotential.score
  return firstPrice({ ...video, ai_viral_score: score, ai_version: version }, now)
}

/** What others won't see of the rider's tracks, with the places that the ends of a new one will add. */
async function hidingOf(
  { db, secrets, clock }: RunDeps,
  userId: string,
): Promise<AnalysisInput['hide'] & {}> {
  const sight = await sightOf(db, userId)
  const make = (end: Place) => newPlace(secrets, end, { addedByRider: false, at: clock.now() })
  let added: PrivatePlace[] | undefined
  return track => {
    added ??= missingPlaces(endsOf(track), sight.places, make)
    return hiddenSpans(track, { ...sight, places: [...sight.places, ...added] })
  }
}

/** What a video measured, as its own rider sees it, and on which day. */
async function ownFigures(
  db: Queryable,
  video: VideoRow,
  { result, kept: { ride, satellite } }: { result: AnalysisResult; kept: KeptTelemetry },
): Promise<OwnFigures> {
  const found = shownTo('owner', { runId: '', result, ride }, showsEverything)
  const { distance, moving, topSpeed, airtime } = figuresOf(found)
  const { zone } = await readerOfRider(db, video.user_id)
  return {
    ...{ day: dayOf(video, satellite, zone), seconds: result.durationSeconds },
    ...{ distance, moving, topSpeed, airtime, climbed: climbedOf(found.ride) },
  }
}

/**
 * One analysis run. The result takes effect in one transaction; a run that was ended does nothing.
 */
export async function runAnalysis(deps: RunDeps, runId: string, { signal, log }: JobContext): Promise<void> {
  const run = await findRun(deps.db, runId)
  if (!run || run.status === 'completed' || run.status === 'failed') return
  const video = await unsafeFind(deps.db, run.videoId)
  if (!video?.probe || !video.original_key || video.status === 'failed') return
  const { probe } = video
  const hide = await hidingOf(deps, video.user_id)
  const startedAt = deps.clock.now()
  await deps.db.transaction().execute(async tx => {
    // The video first, as a deletion does.
    await startAnalysis(tx, video.id, startedAt)
    await markStarted(tx, runId, startedAt)
  })

  const progress = recordProgress(log, (percent, stage: string) =>
    markProgress(deps.db, runId, percent, stage),
  )
  const calibration = await deps.scoreModel(deps.db)
  const { telemetry_key: added } = video
  const rideOffset = added ? await chosenOffset(deps.db, video.id) : null
  const analyze = async (file: string, sidecar?: string) => {
    const {
      result: found,
      kept,
      notes,
    } = await analyzeVideo(
      inputOf(file, probe, {
        title: ownTitle(video),
        hide,
        clocks: clocksOf(video),
        ...(sidecar ? { sidecarPath: sidecar, rideOffset } : {}),
      }),
      progress.report,
      { signal, calibration, taggerDir: deps.config.taggerDir },
    )
    for (const reason of notes) log.info({ reason }, 'the analysis left something out')
    const cover = await measureCover({ file, probe, highlights: found.highlights }, { signal, log })
    return { found, kept, cover }
  }
  const { found, kept, cover } = await withOriginal(deps, video, file =>
    added ? withLocal(deps.objects, added, sidecar => analyze(file, sidecar)) : analyze(file),
  )
  await progress.written()
  const damage = damageOf(probe, { seconds: found.durationSeconds, frames: null })
  if (damage) await noteDamage(deps, { videoId: video.id }, damage)
  if (found.tagger?.problem) log.warn({ tagger: found.tagger }, 'the tagger gave no labels')
  const { textModel } = deps.config
  const texts = await writeInUnits(
    found,
    { title: ownTitle(video), hidden: kept.hidden },
    textModel ? modelWriter(textModel) : null,
    { signal, log },
  )
  const result = { ...found, texts: texts.metric }
  const own = textsIn(texts, (await readerOfRider(deps.db, video.user_id)).units)
  const figures = await ownFigures(deps.db, video, { result, kept })

  const completedAt = deps.clock.now()
  await deps.db.transaction().execute(async tx => {
    const standing = await unsafeFindForUpdate(tx, video.id)
    await markCompleted(tx, runId, { result, imperialTexts: texts.imperial, kept }, completedAt)
    await notePlaces(tx, deps.secrets, { userId: video.user_id, ends: kept.ends, at: completedAt })
    const approved = standing ? (approvedOf(standing)?.runId ?? null) : null
    await dropEarlierTelemetry(tx, video.id, { newest: runId, approved })
    await finishAnalysis(tx, video.id, factsShown(result, kept.hidden), completedAt)
    await setGenerated(tx, video.id, own)
    if (standing) await storeFigures(tx, { videoId: video.id, userId: standing.user_id }, figures)
    // Approved videos keep their cover and title.
    if (standing && !isReleased(standing.status)) {
      if (cover !== null) await setCoverAt(tx, video.id, cover)
      await showGeneratedTitle(tx, standing, own.title)
    }
    if (standing && standing.ai_version === null) await deps.whenAnalyzed(tx, video.id)
    const price = standing && latePrice(standing, result, completedAt)
    if (price) await setPrice(tx, video.id, price)
    // Decisions refer to the previous analysis's result, so outdated ones must be refused.
    await supersedeReview(tx, video.id)
    // What the rider added or laid meanwhile is in the next analysis.
    if (standing && standing.telemetry_edition !== video.telemetry_edition)
      await requestAnalysis(deps, tx, video.id)
    const owner = await unsafeFind(tx, video.id)
    if (owner && !owner.held) {
      await notifyRecords(tx, owner)
      await queueWebhooks(tx, {
        userId: owner.user_id,
        type: 'analysis.completed',
        key: runId,
        data: { videoId: owner.id },
      })
      await enqueueMail(tx, {
        userId: owner.user_id,
        videoId: owner.id,
        template: 'ai_completed',
        data: {
          videoId: owner.id,
          title: owner.title,
          highlights: result.highlights.length,
          viralScore: result.viralPotential.score,
          abstained: result.abstained,
        },
        eventKey: `ai_completed:${runId}`,
      })
    }
  })
}

/** After the last attempt, or when the file is the reason: the video stays playable, and its owner sees that the analysis failed. */
async function giveUp(
  deps: Pick<RunDeps, 'db' | 'clock'>,
  runId: string,
  why: Sentence = sentences.failed,
): Promise<void> {
  const run = await findRun(deps.db, runId)
  if (!run || run.status === 'completed') return
  await deps.db.transaction().execute(async tx => {
    await failAnalysis(tx, run.videoId, why)
    await markFailed(tx, runId, String(why), deps.clock.now())
  })
}

/** The owner sees it in the analysis's state. */
const analysisWaits: Waiting = {
  waits: video => video.ai_status === 'pending',
  told: video => video.ai_error !== null,
  tell: setAnalysisWait,
}

export const analysisHandler = jobOf<RunDeps, { runId: string }>(analysisJob, {
  async run(system, { runId }, context) {
    const run = await findRun(system.db, runId)
    if (!run) return
    const analyze = () => runAnalysis(system, runId, context)
    await withinBudget(system, run.videoId, analysisWaits, analyze).catch(error => {
      if (!(error instanceof UnusableVideoError)) throw error
      return giveUp(system, runId, error.sentence)
    })
  },
  giveUp: (system, { runId }) => giveUp(system, runId),
})
