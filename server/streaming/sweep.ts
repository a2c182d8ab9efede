import type { StreamDeps } from './make-playable.ts'
import { deleteRendition, findSweepable } from './store.ts'

/** Someone may still be watching what has just been replaced. */
const graceMs = 24 * 3600_000

/** Deletes the files of renditions that no playlist lists anymore. @returns how many */
export async function sweepRetired(deps: StreamDeps, now: Date): Promise<number> {
  const rows = await findSweepable(deps.db, new Date(now.getTime() - graceMs), 500)
  for (const row of rows) {
    await deps.objects.deleteAll(row.prefix)
    await deleteRendition(deps.db, row.id)
  }
  return rows.length
}
