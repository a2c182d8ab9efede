import { jobOf, type Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { returnMultipliers } from '#server/earnings/index.ts'
import { handleEvent, stripeEventJob } from '#server/subscriptions/index.ts'
import { bringSource } from '#server/treasury/index.ts'
import { stripePayouts } from './adapters/stripe.ts'
import { refreshDestinations } from './destination.ts'
import { payoutJob } from './jobs.ts'
import { processPayout } from './process-payout.ts'
import { proofJob } from './proof/prove-now.ts'
import { moneyRound, wakeFunded } from './round.ts'
import { payoutRoutes } from './routes.ts'
import { syncPayoutObject } from './sync.ts'
import { syncBankPayout } from './sync-bank-payout.ts'

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
    jobOf<Deps, { eventId: string }>(stripeEventJob, {
      async run(system, { eventId }) {
        const sync = (id: string) => syncPayoutObject(system, id)
        // Money has arrived: whatever waits for it continues.
        const balance = () => wakeFunded(system)
        await handleEvent(system, eventId, {
          transfer: sync,
          'v2.core.account': sync,
          balance,
          topup: id => bringSource(system, id),
          payout: id => bringSource(system, id),
          'connected payout': (id, account) => syncBankPayout(system, id, account),
        })
        await returnMultipliers(system)
      },
      giveUp: async (_system, data, { log }) => log.error(data, 'an event of Stripe could not be worked on'),
    }),
  ],
  recurring: [
    { name: 'money.round', everySeconds: 3600, run: moneyRound },
    { name: 'payouts.onboarding', everySeconds: 900, run: refreshDestinations },
  ],
}
