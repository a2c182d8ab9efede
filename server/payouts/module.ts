import type { Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { refreshDestinations } from './destination.ts'
import { payoutHandler } from './process-payout.ts'
import { proofHandler } from './proof/prove-now.ts'
import { moneyRound } from './round.ts'
import { payoutRoutes } from './routes.ts'

export const payoutsModule: Module<Deps> = {
  name: 'payouts',
  routes: payoutRoutes,
  jobs: [payoutHandler, proofHandler],
  recurring: [
    { name: 'money.round', everySeconds: 3600, run: moneyRound },
    { name: 'payouts.onboarding', everySeconds: 900, run: refreshDestinations },
  ],
}
