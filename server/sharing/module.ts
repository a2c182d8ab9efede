import type { Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { sweepFollows } from './follow.ts'
import { mailFollowers } from './follow-mails.ts'
import { sharingRoutes } from './routes.ts'
import { sweepViewers } from './viewers.ts'

export const sharingModule: Module<Deps> = {
  name: 'sharing',
  routes: sharingRoutes,
  recurring: [
    { name: 'sharing.sweep', everySeconds: 3600, run: system => sweepViewers(system) },
    { name: 'sharing.follows', everySeconds: 3600, run: system => sweepFollows(system) },
    { name: 'sharing.mails', everySeconds: 300, run: system => mailFollowers(system) },
  ],
}
