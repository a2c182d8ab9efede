import type { Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { nightlyRefit } from './nightly-refit.ts'
import { learningRoutes } from './routes.ts'

export const learningModule: Module<Deps> = {
  name: 'learning',
  routes: learningRoutes,
  // Checked hourly, done once a day.
  recurring: [{ name: 'learning.refit', everySeconds: 3600, run: system => nightlyRefit(system) }],
}
