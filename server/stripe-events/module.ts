import { jobOf, type Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { returnMultipliers } from '#server/earnings/index.ts'
import { handleEvent, stripeEventJob, wakeEvents } from './events.ts'
import { stripeWebhook } from './webhook.ts'

export const stripeEventsModule: Module<Deps> = {
  name: 'stripe-events',
  routes: stripeWebhook,
  jobs: [
    jobOf<Deps, { eventId: string }>(stripeEventJob, {
      async run(system, { eventId }) {
        await handleEvent(system, eventId)
        await returnMultipliers(system)
      },
      giveUp: async (_system, data, { log }) => log.error(data, 'an event of Stripe could not be worked on'),
    }),
  ],
  recurring: [{ name: 'stripe.events', everySeconds: 3600, run: wakeEvents }],
}
