import type { Module } from '#server/core/module.ts'
import type { CoverDeps } from './change-cover.ts'
import { coverRoutes } from './routes.ts'

export type CoversSystem = CoverDeps

export const coversModule: Module<CoversSystem> = { name: 'covers', routes: coverRoutes }
