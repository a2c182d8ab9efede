import type { Module } from '#server/core/module.ts'
import { ledgerFigures } from './adapters/ledger-figures.ts'
import type { AdminDeps } from './deps.ts'
import { enqueueDigests } from './digest.ts'
import { adminRoutes } from './routes.ts'
import { foldTallies } from './tallies.ts'

type AdminSystem = Omit<AdminDeps, 'money'>

export const adminModule: Module<AdminSystem> = {
  name: 'admin',
  routes: (app, system) => adminRoutes(app, { ...system, money: ledgerFigures }),
  recurring: [
    { name: 'admin.tallies', everySeconds: 3600, run: ({ db }) => foldTallies(db) },
    {
      name: 'admin.digests',
      everySeconds: 300,
      run: system => enqueueDigests({ ...system, money: ledgerFigures }),
    },
  ],
}
