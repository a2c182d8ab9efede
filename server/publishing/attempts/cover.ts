import { type ClipRow, unsafeFindClip } from '#server/clips/index.ts'
import { withLocal } from '#server/core/objects/store.ts'
import { coverPictureKey, stillOf, thumbnail } from '#server/streaming/index.ts'
import { unsafeFind, type VideoRow, withOriginal } from '#server/videos/index.ts'
import type { PublishingDeps } from '../deps.ts'
import { coverWithin } from '../rules.ts'
import type { PublicationRow } from '../store.ts'

type CoverDeps = Pick<PublishingDeps, 'db' | 'objects'>

const coverHeight = 1080

/** The source of the cover: the video, the clip if one is published, and the second in that file. */
async function sourceOf(
  deps: CoverDeps,
  row: PublicationRow,
): Promise<{ video: VideoRow; clip: ClipRow | null; second: number } | null> {
  const video = row.video_id ? await unsafeFind(deps.db, row.video_id) : null
  if (!video) return null
  const { thumbnail_at: chosen } = video
  if (row.clip_id === null) return chosen === null ? null : { video, clip: null, second: chosen }
  const clip = await unsafeFindClip(deps.db, row.clip_id)
  const suggested = (video.ai_thumbnails ?? []).map(t => t.timestamp)
  const second = clip ? coverWithin(clip.parts, [...(chosen === null ? [] : [chosen]), ...suggested]) : null
  return clip && second !== null ? { video, clip, second } : null
}

/** The picture that the rider uploaded as the whole video's cover; null: a frame is the cover. */
async function pictureOf(deps: CoverDeps, row: PublicationRow): Promise<Buffer<ArrayBuffer> | null> {
  const video = row.video_id && row.clip_id === null ? await unsafeFind(deps.db, row.video_id) : null
  if (!video?.cover_picture || !video.stream_id) return null
  const stored = await deps.objects.get(coverPictureKey(video.stream_id, video.cover_picture, coverHeight))
  return stored && Buffer.concat(await stored.toArray())
}

/**
 * Second of the cover frame in the file: the chosen one, in clips otherwise the analysis's; null: the
 * platform's choice.
 */
export async function coverSecondOf(deps: CoverDeps, row: PublicationRow): Promise<number | null> {
  return (await sourceOf(deps, row))?.second ?? null
}

/** The cover as a JPEG: the uploaded picture, otherwise the same frame in the format being published. */
export async function coverOf(deps: CoverDeps, row: PublicationRow): Promise<Buffer<ArrayBuffer> | null> {
  const picture = await pictureOf(deps, row)
  if (picture) return picture
  const source = await sourceOf(deps, row)
  if (!source) return null
  const { video, clip, second: seconds } = source
  if (clip) {
    const { object_key: key } = clip
    return key ? Buffer.from(await withLocal(deps.objects, key, file => stillOf(file, seconds))) : null
  }
  const { probe, stream_id: streamId, original_key: key } = video
  if (!probe || !streamId || !key) return null
  const original = <T>(work: (file: string) => Promise<T>) => withOriginal(deps, video, work)
  return Buffer.from(
    await thumbnail(
      deps.objects,
      { streamId, probe, coverSeconds: seconds, original },
      { seconds, height: coverHeight },
    ),
  )
}
