import type { RecurringTask } from '#server/core/jobs/recurring.ts'
import type { Module } from '#server/core/module.ts'
import { alertFailed, alertOverdue } from './attempts/watch.ts'
import { PublishingWorker } from './attempts/worker.ts'
import { refreshEarly } from './channels/refresh-early.ts'
import { connectSandboxes } from './channels/sandboxes.ts'
import { warnOfChannels } from './channels/warn.ts'
import type { PublishingDeps } from './deps.ts'
import { foldPlatformDays } from './figures/figures.ts'
import { importIncome } from './figures/import-income.ts'
import { purgeSnapshots, sampleNumbers } from './figures/numbers.ts'
import { setPaces } from './figures/pace.ts'
import { publishingMetrics } from './metrics.ts'
import { publishingRoutes } from './routes.ts'

export interface PublishingSystem {
  publishing: PublishingDeps
  /** Grants consent for the sandbox's own channels; empty outside the sandbox. */
  social: Parameters<typeof connectSandboxes>[1]
}

const task = (
  name: string,
  everySeconds: number,
  work: (deps: PublishingDeps) => Promise<unknown>,
): RecurringTask<PublishingSystem> => ({
  name: `publishing.${name}`,
  everySeconds,
  run: ({ publishing }) => work(publishing),
})

export const publishingModule: Module<PublishingSystem> = {
  name: 'publishing',
  prepare: ({ publishing, social }) => connectSandboxes(publishing, social),
  routes: (app, { publishing }) => publishingRoutes(app, publishing),
  metrics: ({ publishing }) => publishingMetrics(publishing),
  services: ({ publishing }) => [new PublishingWorker(publishing)],
  recurring: [
    task('overdue', 10, alertOverdue),
    task('failed', 10, alertFailed),
    task('figures', 10, sampleNumbers),
    task('pace', 3600, setPaces),
    task('days', 60, foldPlatformDays),
    task('income', 3600, importIncome),
    task('tokens', 60, refreshEarly),
    task('channels', 60, warnOfChannels),
    task('old-figures', 3600, purgeSnapshots),
  ],
}
