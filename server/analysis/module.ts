import { UnusableVideoError } from '#server/core/media/probe.ts'
import { jobOf, type Module } from '#server/core/module.ts'
import { ConfigError } from '#server/core/settings/config.ts'
import type { Deps } from '#server/deps.ts'
import { type Waiting, withinBudget } from '#server/videos/index.ts'
import { analysisJob } from './jobs.ts'
import { privatePlaceRoutes } from './private-places/routes.ts'
import { analysisRoutes } from './routes.ts'
import { giveUpAnalysis, type RunDeps, runAnalysis } from './run-analysis.ts'
import { findRun } from './store.ts'
import { checkTagger, TaggerError } from './tagger/index.ts'
import { setAnalysisWait } from './video-store.ts'

/** The owner sees it in the analysis's state. */
const analysisWaits: Waiting = {
  waits: video => video.ai_status === 'pending',
  told: video => video.ai_error !== null,
  tell: setAnalysisWait,
}

export type AnalysisSystem = Deps & RunDeps

export const analysisModule: Module<AnalysisSystem> = {
  name: 'analysis',
  async prepare({ config, log }) {
    // A web server analyzes nothing and needs no tagger.
    if (!config.taggerDir || config.role === 'web') return
    try {
      const { name, kind, labels } = await checkTagger(config.taggerDir)
      log.info({ name, kind, labels: labels.length }, 'the tagger works')
    } catch (error) {
      if (error instanceof TaggerError) throw new ConfigError(`TAGGER_DIR: ${error.message}`)
      throw error
    }
  },
  routes(app, deps) {
    analysisRoutes(app, deps)
    privatePlaceRoutes(app, deps)
  },
  jobs: [
    jobOf<AnalysisSystem, { runId: string }>(analysisJob, {
      async run(system, { runId }, context) {
        const run = await findRun(system.db, runId)
        if (!run) return
        const analyze = () => runAnalysis(system, runId, context)
        await withinBudget(system, run.videoId, analysisWaits, analyze).catch(error => {
          if (!(error instanceof UnusableVideoError)) throw error
          return giveUpAnalysis(system, runId, error.sentence)
        })
      },
      giveUp: (system, { runId }) => giveUpAnalysis(system, runId),
    }),
  ],
}
