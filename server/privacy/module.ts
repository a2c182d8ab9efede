import type { Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { moneyOfPerson } from '#server/payouts/index.ts'
import { type DeletionDeps, sweepDeletions } from './delete-account.ts'
import { privacyRoutes } from './routes.ts'

export const privacyModule: Module<DeletionDeps & Pick<Deps, 'publicUrl'>> = {
  name: 'privacy',
  routes: (app, system) => privacyRoutes(app, system, moneyOfPerson(system.db)),
  recurring: [{ name: 'privacy.sweep', everySeconds: 3600, run: sweepDeletions }],
}
