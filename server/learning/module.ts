import type { Deps } from '#server/deps.ts'
import type { Module } from '#server/platform/module.ts'
import { learningRoutes } from './routes.ts'

export const learningModule: Module<Deps> = { name: 'learning', routes: learningRoutes }
