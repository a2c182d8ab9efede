import type { Deps } from '#server/deps.ts'
import type { Incoming } from './incoming.ts'
import { deleteVideo, type VideoRow } from './store.ts'

/** Deletes a video with every file of it. Running jobs find it gone and end. */
export async function removeVideo(
  deps: Pick<Deps, 'db' | 'objects'> & { incoming: Incoming },
  video: VideoRow,
): Promise<void> {
  await deleteVideo(deps.db, video.id)
  await deps.incoming.forget(video.id)
  await deps.objects.deleteAll(`originals/${video.id}/`)
  if (!video.stream_id) return
  await deps.objects.deleteAll(`streams/${video.stream_id}/`)
  await deps.objects.deleteAll(`thumbnails/${video.stream_id}/`)
}
