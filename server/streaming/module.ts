import type { Module } from '#server/core/module.ts'
import type { StreamDeps } from './make-playable.ts'
import { streamRoutes } from './routes.ts'
import { deleteRendition, findSweepable } from './store.ts'
import type { StreamingSystem } from './system.ts'

/** Someone may still be watching what has just been replaced. */
const graceMs = 24 * 3600_000

/** Deletes the files of renditions that no playlist lists anymore. @returns how many */
async function sweepRetired(deps: StreamDeps, now: Date): Promise<number> {
  const rows = await findSweepable(deps.db, new Date(now.getTime() - graceMs), 500)
  for (const row of rows) {
    await deps.objects.deleteAll(row.prefix)
    await deleteRendition(deps.db, row.id)
  }
  return rows.length
}

export const streamingModule: Module<StreamingSystem> = {
  name: 'streaming',
  routes: (app, system) => streamRoutes(app, system),
  recurring: [
    { name: 'streams.sweep', everySeconds: 3600, run: system => sweepRetired(system, system.clock.now()) },
  ],
}
