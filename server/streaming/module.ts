import type { Module } from '#server/core/module.ts'
import { streamRoutes } from './routes.ts'
import { sweepRetired } from './sweep.ts'
import type { StreamingSystem } from './system.ts'

export const streamingModule: Module<StreamingSystem> = {
  name: 'streaming',
  routes: (app, system) => streamRoutes(app, system),
  recurring: [
    { name: 'streams.sweep', everySeconds: 3600, run: system => sweepRetired(system, system.clock.now()) },
  ],
}
