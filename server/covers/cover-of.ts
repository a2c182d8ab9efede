import type { Deps } from '#server/deps.ts'
import { coverPictureKey, thumbnail } from '#server/streaming/index.ts'
import { coverSeconds, unsafeFind, withOriginal } from '#server/videos/index.ts'

/** Pixels; a stored height of frames and of uploaded pictures. */
const height = 360

/** The cover of a video as a small JPEG, without a check of who asks; null while it has none. */
export async function unsafeCoverOf(
  deps: Pick<Deps, 'db' | 'objects'>,
  videoId: string,
): Promise<Buffer | null> {
  const video = await unsafeFind(deps.db, videoId)
  if (!video?.probe || !video.stream_id || !video.original_key || video.held) return null
  const { stream_id: streamId, probe, cover_picture: picture } = video
  if (picture) {
    const stored = await deps.objects.get(coverPictureKey(streamId, picture, height))
    return stored && Buffer.concat(await stored.toArray())
  }
  const seconds = coverSeconds(video)
  const original = <T>(work: (file: string) => Promise<T>) => withOriginal(deps, video, work)
  return thumbnail(deps.objects, { streamId, probe, coverSeconds: seconds, original }, { seconds, height })
}
