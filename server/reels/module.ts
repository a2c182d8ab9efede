import type { Deps } from '#server/deps.ts'
import type { Module } from '#server/platform/module.ts'
import { reelRoutes } from './routes.ts'

export const reelsModule: Module<Deps> = { name: 'reels', routes: reelRoutes }
