import type { Deps } from '#server/deps.ts'
import type { Module } from '#server/platform/module.ts'
import { accountingRoutes } from './routes.ts'

export const accountingModule: Module<Deps> = { name: 'accounting', routes: accountingRoutes }
