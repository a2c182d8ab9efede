import type { Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { accountingRoutes } from './routes.ts'
import { lookUpPayees } from './tax-facts.ts'

export const accountingModule: Module<Deps> = {
  name: 'accounting',
  routes: accountingRoutes,
  recurring: [{ name: 'accounting.payees', everySeconds: 3600, run: lookUpPayees }],
}
