import { jobOf, type Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { stripePayouts } from './adapters/stripe.ts'
import { refreshDestinations } from './destination.ts'
import { payoutJob } from './jobs.ts'
import { processPayout } from './process-payout.ts'
import { proofJob } from './proof/prove-now.ts'
import { moneyRound } from './round.ts'
import { payoutRoutes } from './routes.ts'

/** The hourly round wakes a job that gave up, so nothing is lost. */
export const payoutsModule: Module<Deps> = {
  name: 'payouts',
  routes: payoutRoutes,
  jobs: [
    proofJob,
    jobOf<Deps, { payoutId: string }>(payoutJob, {
      run: (system, { payoutId }) =>
        processPayout(
          { ...system, port: system.stripe ? stripePayouts(system.stripe.client) : null },
          payoutId,
        ),
      giveUp: async (_system, data, { log }) => log.error(data, 'a payout is still not certain'),
    }),
  ],
  recurring: [
    { name: 'money.round', everySeconds: 3600, run: moneyRound },
    { name: 'payouts.onboarding', everySeconds: 900, run: refreshDestinations },
  ],
}
