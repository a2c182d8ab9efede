import type { Deps } from '#server/deps.ts'
import type { Module } from '#server/platform/module.ts'
import { earningsRoutes } from './routes.ts'

export const earningsModule: Module<Deps> = { name: 'earnings', routes: earningsRoutes }
