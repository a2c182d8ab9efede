import type { Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { stripeEventHandler, wakeEvents } from './events.ts'
import { stripeWebhook } from './webhook.ts'

export const stripeEventsModule: Module<Deps> = {
  name: 'stripe-events',
  routes: stripeWebhook,
  jobs: [stripeEventHandler],
  recurring: [{ name: 'stripe.events', everySeconds: 3600, run: wakeEvents }],
}
