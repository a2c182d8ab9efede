import type { Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { foldMonths } from './budget.ts'
import { postWaiting } from './post-waiting.ts'
import { earningsRoutes } from './routes.ts'
import { keepSampleMonths } from './sample-months.ts'
import { tellOfBudget } from './tell-budget.ts'

export const earningsModule: Module<Deps> = {
  name: 'earnings',
  routes: earningsRoutes,
  recurring: [
    { name: 'earnings.waiting', everySeconds: 60, run: postWaiting },
    { name: 'earnings.months', everySeconds: 60, run: ({ db }) => foldMonths(db) },
    { name: 'earnings.samples', everySeconds: 3600, run: keepSampleMonths },
    { name: 'earnings.budget', everySeconds: 600, run: tellOfBudget },
  ],
}
