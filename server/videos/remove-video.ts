import type { ObjectStore } from '#server/core/objects/store.ts'
import type { Deps } from '#server/deps.ts'
import { allVideosOf, deleteVideo, type VideoRow } from './store.ts'
import type { Incoming } from './upload/incoming.ts'

/** Deletes a video with all its files. Running jobs notice and end. */
export async function removeVideo(
  deps: Pick<Deps, 'db' | 'objects'> & { incoming: Incoming },
  video: VideoRow,
): Promise<void> {
  await deleteVideo(deps.db, video.id)
  await deps.incoming.forget(video.id)
  await removeFiles(deps.objects, video)
}

/** Deletes all videos of these people, held or not, with all files. @returns how many */
export async function removeVideosOf(
  deps: Pick<Deps, 'db' | 'objects'> & { incoming: Incoming },
  userIds: readonly string[],
): Promise<number> {
  const videos = await allVideosOf(deps.db, userIds)
  for (const video of videos) await removeVideo(deps, video)
  return videos.length
}

/** Deletes every stored file of a video; a job that was still writing calls it again when it ends. */
export async function removeFiles(
  objects: ObjectStore,
  video: Pick<VideoRow, 'id' | 'stream_id'>,
): Promise<void> {
  await objects.deleteAll(`originals/${video.id}/`)
  await objects.deleteAll(`music/${video.id}/`)
  await removeMade(objects, video)
  if (video.stream_id) await objects.deleteAll(`covers/${video.stream_id}/`)
}

/** Deletes what we made of a video, and nothing that its rider sent. */
export async function removeMade(
  objects: ObjectStore,
  { stream_id: streamId }: Pick<VideoRow, 'stream_id'>,
): Promise<void> {
  if (!streamId) return
  await objects.deleteAll(`streams/${streamId}/`)
  await objects.deleteAll(`thumbnails/${streamId}/`)
}
