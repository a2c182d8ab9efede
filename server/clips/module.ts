import type { Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { clipHandler } from './render-clip.ts'
import { clipRoutes } from './routes.ts'

export const clipsModule: Module<Deps> = {
  name: 'clips',
  routes: clipRoutes,
  jobs: [clipHandler],
}
