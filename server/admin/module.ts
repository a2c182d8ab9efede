import type { Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { enqueueDigests } from './digest.ts'
import { foldTallies } from './figures.ts'
import { adminRoutes } from './routes.ts'

export const adminModule: Module<Deps> = {
  name: 'admin',
  routes: adminRoutes,
  recurring: [
    { name: 'admin.tallies', everySeconds: 3600, run: ({ db }) => foldTallies(db) },
    { name: 'admin.digests', everySeconds: 300, run: enqueueDigests },
  ],
}
