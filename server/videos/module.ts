import { sentences } from '#sentences/videos.ts'
import { type AppError, isOverBudget } from '#server/core/http/errors.ts'
import type { OpenRequests } from '#server/core/http/open-requests.ts'
import { UnusableVideoError } from '#server/core/media/probe.ts'
import { jobOf, type Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { priceMetrics } from './approval.ts'
import { ingestJob, ladderJob, playableJob, shareJob } from './jobs.ts'
import { recoverVideos, sweepUploads } from './recover.ts'
import { videoRoutes } from './routes.ts'
import { giveUpShare, runLadder, runPlayable, runShare, tellNoRoom } from './stream-jobs.ts'
import { chargedToOwner, processingWaits, withinBudget } from './upload/cpu-budget.ts'
import type { Incoming } from './upload/incoming.ts'
import { failVideo, ingest } from './upload/ingest.ts'
import { uploadRoutes } from './upload/routes.ts'

export interface VideosSystem extends Deps {
  incoming: Incoming
  open: OpenRequests
  /** Videos' earnings for their owners, in dollars; videos without earnings are left out. */
  earningsOf(videoIds: string[]): Promise<Map<string, number>>
  /** Starts the analysis of a video, in the caller's transaction. */
  requestAnalysis(tx: Deps['db'], videoId: string): Promise<unknown>
  /** Cancels a requested analysis, in the caller's transaction. */
  dropAnalysis(tx: Deps['db'], videoId: string): Promise<unknown>
}

/** Handles a job's error that no retry can fix: its account has no room for what it makes, or the file is the reason. */
const ifFinal = (handle: (error: AppError | UnusableVideoError) => Promise<void>) => (error: unknown) => {
  if (!isOverBudget(error) && !(error instanceof UnusableVideoError)) throw error
  return handle(error)
}

export const videosModule: Module<VideosSystem> = {
  name: 'videos',
  async routes(app, system) {
    videoRoutes(app, system)
    await app.register(scope => uploadRoutes(scope, system))
  },
  metrics: priceMetrics,
  recover: recoverVideos,
  jobs: [
    jobOf<VideosSystem, { videoId: string }>(ingestJob, {
      run: (system, { videoId }, { signal }) =>
        chargedToOwner(system, videoId, () =>
          ingest(
            { ...system, afterProbe: async (tx, id) => void (await system.requestAnalysis(tx, id)) },
            videoId,
            signal,
          ),
        ),
      giveUp: (system, { videoId }) => failVideo(system, videoId, sentences.failed),
    }),
    jobOf<VideosSystem, { videoId: string }>(playableJob, {
      run: (system, { videoId }, context) =>
        withinBudget(system, videoId, processingWaits, () => runPlayable(system, videoId, context)).catch(
          ifFinal(error => failVideo(system, videoId, error.sentence)),
        ),
      giveUp: (system, { videoId }) => failVideo(system, videoId, sentences.failed),
    }),
    jobOf<VideosSystem, { videoId: string }>(ladderJob, {
      run: (system, { videoId }, context) =>
        withinBudget(system, videoId, processingWaits, () => runLadder(system, videoId, context)).catch(
          ifFinal(async error => {
            if (isOverBudget(error)) await tellNoRoom(system, videoId)
            else context.log.warn({ videoId, err: error }, 'no ladder could be made')
          }),
        ),
      // It stays playable in its current form; staff see the reason in the log and in the queue's failures.
      giveUp: async (_system, { videoId }, { log }) => log.error({ videoId }, 'no ladder could be made'),
    }),
    jobOf<VideosSystem, { videoId: string }>(shareJob, {
      run: (system, { videoId }, context) => runShare(system, videoId, context),
      giveUp: (system, { videoId }) => giveUpShare(system, videoId),
    }),
  ],
  recurring: [
    { name: 'uploads.sweep', everySeconds: 3600, run: system => sweepUploads(system, system.clock.now()) },
  ],
}
