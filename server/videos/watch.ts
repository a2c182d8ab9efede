import { isStaff } from '#contract/permissions.ts'
import type { Actor } from '#server/core/http/permission.ts'
import type { Deps } from '#server/deps.ts'
import type { Watchable } from '#server/streaming/index.ts'
import { coverSeconds } from './present.ts'
import { unsafeFind, unsafeFindByStream, type VideoRow } from './store.ts'
import { withOriginal } from './upload/original.ts'

type Playable = VideoRow & { probe: NonNullable<VideoRow['probe']> }

const isPlayable = (row: VideoRow): row is Playable =>
  row.probe !== null && row.original_key !== null && row.status !== 'failed' && !row.held

/** Whether a video may be shown to people with a link to it. */
export const canBeShown = (row: VideoRow): boolean => isPlayable(row) && row.hidden_at === null

/** Whether a video is out, so that anyone may watch it unless its rider or staff stand against that. */
export const isPublished = (row: VideoRow): boolean =>
  row.status === 'published' && row.stream_status === 'ready' && canBeShown(row)

/**
 * Published videos are for anyone; others only for their owner, for staff, and for anyone with that video's
 * share link; to everyone else they don't exist.
 * @param streamId the stream's id, or a share link's token
 * @param sharing linkedVideo: what a share link's token opens, null for any other text; isOpen: whether nothing about
 * the rider or a report keeps a published video from being shown
 */
export async function mayWatch(
  deps: Pick<Deps, 'db' | 'objects'>,
  streamId: string,
  actor: Actor | null,
  sharing: {
    linkedVideo: (token: string) => Promise<{ linkId: string; videoId: string } | null>
    isOpen: (video: VideoRow) => Promise<boolean>
  },
): Promise<Watchable | null> {
  const byStream = await unsafeFindByStream(deps.db, streamId)
  const link = byStream ? null : await sharing.linkedVideo(streamId)
  const row = link ? await unsafeFind(deps.db, link.videoId) : byStream
  if (!row?.stream_id || !isPlayable(row)) return null
  const published = !link && isPublished(row) && (await sharing.isOpen(row))
  const own = actor !== null && (actor.id === row.user_id || isStaff(actor.role))
  if (link ? !canBeShown(row) : !published && !own) return null
  return {
    videoId: row.id,
    streamId: row.stream_id,
    ownerId: row.user_id,
    linkId: link?.linkId ?? null,
    title: row.title,
    probe: row.probe,
    // Content opened by a link must not stay in shared caches under the link.
    published,
    own,
    coverSeconds: coverSeconds(row),
    coverPicture: row.cover_picture,
    original: work => withOriginal(deps, row, work),
  }
}
