import type { Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { staleBefore } from './present-review.ts'
import type { ReviewPorts } from './publish-video.ts'
import { reviewRoutes } from './routes.ts'
import { sweepPresence } from './store.ts'

export const reviewModule: Module<Deps & ReviewPorts> = {
  name: 'review',
  routes: reviewRoutes,
  recurring: [
    {
      name: 'review.presence',
      everySeconds: 3600,
      run: ({ db, clock }) => sweepPresence(db, staleBefore(clock.now())),
    },
  ],
}
