import type { Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { bestReelHandler } from './best.ts'
import { reelRoutes } from './routes.ts'

export const reelsModule: Module<Deps> = {
  name: 'reels',
  routes: reelRoutes,
  jobs: [bestReelHandler],
}
