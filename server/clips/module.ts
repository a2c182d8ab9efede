import { jobOf, type Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { chargedToOwner } from '#server/videos/index.ts'
import { clipJob, giveUpClip, renderClip } from './render-clip.ts'
import { clipRoutes } from './routes.ts'
import { unsafeFindClip } from './store.ts'

export const clipsModule: Module<Deps> = {
  name: 'clips',
  routes: clipRoutes,
  jobs: [
    jobOf<Deps, { clipId: string }>(clipJob, {
      async run(system, { clipId }, context) {
        const clip = await unsafeFindClip(system.db, clipId)
        if (clip) await chargedToOwner(system, clip.video_id, () => renderClip(system, clipId, context))
      },
      giveUp: (system, { clipId }) => giveUpClip(system, clipId),
    }),
  ],
}
