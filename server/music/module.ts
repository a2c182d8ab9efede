import { jobOf, type Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { chargedToOwner } from '#server/videos/index.ts'
import { sweepMusic } from './change-music.ts'
import { giveUpMusic, musicJob, readMusic } from './read-music.ts'
import { musicRoutes } from './routes.ts'
import { unsafeFindMusic } from './store.ts'

export const musicModule: Module<Deps> = {
  name: 'music',
  routes: musicRoutes,
  jobs: [
    jobOf<Deps, { musicId: string }>(musicJob, {
      async run(system, { musicId }, context) {
        const row = await unsafeFindMusic(system.db, musicId)
        if (row) await chargedToOwner(system, row.video_id, () => readMusic(system, musicId, context))
      },
      giveUp: (system, { musicId }) => giveUpMusic(system, musicId),
    }),
  ],
  recurring: [{ name: 'music.sweep', everySeconds: 3600, run: sweepMusic }],
}
