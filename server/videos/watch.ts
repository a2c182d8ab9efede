import { isStaff } from '#contract/permissions.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/platform/http/permission.ts'
import type { Watchable } from '#server/streaming/index.ts'
import { coverSeconds } from './present.ts'
import { unsafeFindByStream } from './store.ts'
import { withOriginal } from './upload/original.ts'

/** Published videos are for anyone; all others for their owner and for staff, and unknown to everybody else. */
export async function mayWatch(
  deps: Pick<Deps, 'db' | 'objects'>,
  streamId: string,
  actor: Actor | null,
): Promise<Watchable | null> {
  const row = await unsafeFindByStream(deps.db, streamId)
  if (!row?.probe || !row.original_key || row.status === 'failed' || row.held) return null
  const published = row.status === 'published' && row.hidden_at === null
  const own = actor !== null && (actor.id === row.user_id || isStaff(actor.role))
  if (!published && !own) return null
  return {
    videoId: row.id,
    streamId,
    title: row.title,
    probe: row.probe,
    published,
    own,
    coverSeconds: coverSeconds(row),
    original: work => withOriginal(deps, row, work),
  }
}
