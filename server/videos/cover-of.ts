import type { Deps } from '#server/deps.ts'
import { coverPictureKey, thumbnail } from '#server/streaming/index.ts'
import { coverSeconds } from './present.ts'
import type { VideoRow } from './store.ts'
import { withOriginal } from './upload/original.ts'

/**
 * A video's cover as a JPEG: the picture that its rider uploaded, otherwise a frame; null while it has none.
 * @param height pixels; a stored height of frames and of uploaded pictures
 */
export async function coverOf(
  deps: Pick<Deps, 'db' | 'objects'>,
  video: VideoRow,
  height: number,
): Promise<Buffer<ArrayBuffer> | null> {
  const { stream_id: streamId, probe, cover_picture: picture } = video
  if (!probe || !streamId || !video.original_key) return null
  if (picture) {
    const stored = await deps.objects.get(coverPictureKey(streamId, picture, height))
    return stored && Buffer.concat(await stored.toArray())
  }
  const seconds = coverSeconds(video)
  const original = <T>(work: (file: string) => Promise<T>) => withOriginal(deps, video, work)
  return Buffer.from(
    await thumbnail(deps.objects, { streamId, probe, coverSeconds: seconds, original }, { seconds, height }),
  )
}
