import {
  analysisJob,
  analysisRunOf,
  giveUpAnalysis,
  requestAnalysis,
  runAnalysis,
} from '#server/analysis/index.ts'
import {
  clipJob,
  giveUpClip,
  renderClip,
  stripClip,
  stripClipJob,
  unsafeFindClip,
} from '#server/clips/index.ts'
import { moneyHandlers, moneyJobs } from '#server/payouts/index.ts'
import {
  atOwnersExpense,
  failVideo,
  giveUpShare,
  ingest,
  ingestJob,
  ladderJob,
  playableJob,
  runLadder,
  runPlayable,
  runShare,
  runStrip,
  sentences,
  shareJob,
  stripJob,
  withinBudget,
} from '#server/videos/index.ts'
import type { Deps } from './deps.ts'
import type { JobHandler } from './platform/jobs/jobs.ts'

/** Every job there is. The web role needs them too: a queue must exist before something is sent to it. */
export const jobDefinitions = [
  ingestJob,
  playableJob,
  ladderJob,
  analysisJob,
  clipJob,
  shareJob,
  stripJob,
  stripClipJob,
  ...moneyJobs,
]

/** What each job does; a definition without a handler here does not compile into a worker. */
export function buildWorker(deps: Deps): JobHandler<never>[] {
  const ofVideo = (
    definition: typeof ingestJob,
    handler: Omit<JobHandler<{ videoId: string }>, 'definition'>,
  ) => ({ definition, ...handler }) as unknown as JobHandler<never>
  const analysis: JobHandler<{ runId: string }> = {
    definition: analysisJob,
    run: async ({ runId }, context) => {
      const run = await analysisRunOf(deps.db, runId)
      if (run) await withinBudget(deps, run.videoId, 'analysis', () => runAnalysis(deps, runId, context))
    },
    giveUp: ({ runId }) => giveUpAnalysis(deps, runId),
  }
  const clips: JobHandler<{ clipId: string }> = {
    definition: clipJob,
    run: async ({ clipId }, context) => {
      const clip = await unsafeFindClip(deps.db, clipId)
      if (clip) await atOwnersExpense(deps, clip.video_id, () => renderClip(deps, clipId, context))
    },
    giveUp: ({ clipId }) => giveUpClip(deps, clipId),
  }
  const stripClips: JobHandler<{ clipId: string }> = {
    definition: stripClipJob,
    run: ({ clipId }, context) => stripClip(deps, clipId, context),
    // The next sweep tries again.
    giveUp: async ({ clipId }, { log }) => log.error({ clipId }, 'a clip could not be rewritten'),
  }
  const handlers = [
    ofVideo(ingestJob, {
      run: ({ videoId }, { signal }) =>
        atOwnersExpense(deps, videoId, () =>
          ingest(
            { ...deps, afterProbe: async (tx, id) => void (await requestAnalysis(deps, tx, id)) },
            videoId,
            signal,
          ),
        ),
      giveUp: ({ videoId }) => failVideo(deps, videoId, sentences.failed),
    }),
    ofVideo(playableJob, {
      run: ({ videoId }, context) =>
        withinBudget(deps, videoId, 'processing', () => runPlayable(deps, videoId, context)),
      giveUp: ({ videoId }) => failVideo(deps, videoId, sentences.failed),
    }),
    ofVideo(ladderJob, {
      run: ({ videoId }, context) =>
        withinBudget(deps, videoId, 'processing', () => runLadder(deps, videoId, context)),
      // It stays playable in the form it has; staff see the reason in the log and in the queue's failures.
      giveUp: async ({ videoId }, { log }) => log.error({ videoId }, 'no ladder could be made'),
    }),
    analysis as unknown as JobHandler<never>,
    clips as unknown as JobHandler<never>,
    ofVideo(shareJob, {
      run: ({ videoId }, context) => runShare(deps, videoId, context),
      giveUp: ({ videoId }) => giveUpShare(deps, videoId),
    }),
    ofVideo(stripJob, {
      run: ({ videoId }, context) => runStrip(deps, videoId, context),
      // The next sweep tries again.
      giveUp: async ({ videoId }, { log }) => log.error({ videoId }, 'public files could not be rewritten'),
    }),
    stripClips as unknown as JobHandler<never>,
    ...moneyHandlers(deps),
  ]
  for (const definition of jobDefinitions)
    if (!handlers.some(h => (h.definition as { name: string }).name === definition.name))
      throw new Error(`Job ${definition.name} has no handler`)
  return handlers
}
