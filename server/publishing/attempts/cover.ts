import { type ClipRow, unsafeFindClip } from '#server/clips/index.ts'
import { withLocal } from '#server/core/objects/store.ts'
import { stillOf } from '#server/streaming/index.ts'
import { coverOf, unsafeFind } from '#server/videos/index.ts'
import type { PublishingDeps } from '../deps.ts'
import { coverWithin } from '../rules.ts'
import type { PublicationRow } from '../store.ts'

type CoverDeps = Pick<PublishingDeps, 'db' | 'objects'>

const coverHeight = 1080

/** The source of the cover: the clip if one is published, and the second in that file or the whole video. */
async function sourceOf(
  deps: CoverDeps,
  row: PublicationRow,
): Promise<{ clip: ClipRow | null; second: number } | null> {
  const video = row.video_id ? await unsafeFind(deps.db, row.video_id) : null
  if (!video) return null
  const { thumbnail_at: chosen } = video
  if (row.clip_id === null) return chosen === null ? null : { clip: null, second: chosen }
  const clip = await unsafeFindClip(deps.db, row.clip_id)
  const suggested = (video.ai_thumbnails ?? []).map(t => t.timestamp)
  const second = clip ? coverWithin(clip.parts, [...(chosen === null ? [] : [chosen]), ...suggested]) : null
  return clip && second !== null ? { clip, second } : null
}

/**
 * Second of the cover frame in the file: the chosen one, in clips otherwise the analysis's; null: the
 * platform's choice.
 */
export async function coverSecondOf(deps: CoverDeps, row: PublicationRow): Promise<number | null> {
  return (await sourceOf(deps, row))?.second ?? null
}

/** A post's cover as a JPEG: the video's, for a clip a frame of it; null: the platform chooses. */
export async function postCover(deps: CoverDeps, row: PublicationRow): Promise<Buffer<ArrayBuffer> | null> {
  if (row.clip_id === null) {
    const video = row.video_id ? await unsafeFind(deps.db, row.video_id) : null
    const chosen = video && (video.cover_picture !== null || video.thumbnail_at !== null)
    return chosen ? coverOf(deps, video, coverHeight) : null
  }
  const source = await sourceOf(deps, row)
  const key = source?.clip?.object_key
  return source && key
    ? Buffer.from(await withLocal(deps.objects, key, file => stillOf(file, source.second)))
    : null
}
