import type { Module } from '#server/core/module.ts'
import { docsRoutes } from './routes.ts'

export const docsModule: Module<object> = { name: 'docs', routes: docsRoutes }
