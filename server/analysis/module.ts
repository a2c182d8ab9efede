import type { Module } from '#server/core/module.ts'
import { ConfigError } from '#server/core/settings/config.ts'
import type { Deps } from '#server/deps.ts'
import { privatePlaceRoutes } from './private-places/routes.ts'
import { analysisRoutes } from './routes.ts'
import { analysisHandler, type RunDeps } from './run-analysis.ts'
import { checkTagger, TaggerError } from './tagger/index.ts'

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
  jobs: [analysisHandler],
}
