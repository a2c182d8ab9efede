import type { Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { sweepMusic } from './change-music.ts'
import { musicHandler } from './read-music.ts'
import { musicRoutes } from './routes.ts'

export const musicModule: Module<Deps> = {
  name: 'music',
  routes: musicRoutes,
  jobs: [musicHandler],
  recurring: [{ name: 'music.sweep', everySeconds: 3600, run: sweepMusic }],
}
