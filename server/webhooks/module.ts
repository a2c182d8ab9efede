import type { Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { deliverHandler, sendDue } from './deliver.ts'
import { webhookRoutes } from './routes.ts'
import { sweepDeliveries } from './store.ts'

/** How soon an event is sent, and how late a retry may be. Seconds. */
const everySeconds = 5

export const webhooksModule: Module<Deps> = {
  name: 'webhooks',
  routes: webhookRoutes,
  jobs: [deliverHandler],
  recurring: [
    { name: 'webhooks.send', everySeconds, run: sendDue },
    { name: 'webhooks.sweep', everySeconds: 3600, run: sweepDeliveries },
  ],
}
