import type { Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { sharingRoutes } from './routes.ts'
import { sweepViewers } from './viewers.ts'

export const sharingModule: Module<Deps> = {
  name: 'sharing',
  routes: sharingRoutes,
  recurring: [{ name: 'sharing.sweep', everySeconds: 3600, run: system => sweepViewers(system) }],
}
