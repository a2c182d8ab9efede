import { publicName } from '#server/accounts/index.ts'
import { type ClipRow, unsafeFindClip } from '#server/clips/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { canBeShown, unsafeFind, type VideoRow } from '#server/videos/index.ts'
import { clipShape, isToken } from './rules.ts'
import { findOn, type LinkRow } from './store.ts'

/** What a link shows: its video, or one clip of it. */
export interface Opened {
  link: LinkRow
  video: VideoRow
  /** null: the whole video */
  clip: (ClipRow & { object_key: string }) | null
  rider: string
}

/**
 * What a token currently opens; null for an invalid text, and while link, rider, video or clip may not be
 * shown.
 */
export async function opened(db: Queryable, token: string): Promise<Opened | null> {
  const link = isToken(token) ? await findOn(db, token) : null
  const video = link && (await unsafeFind(db, link.video_id))
  if (!video || !canBeShown(video) || video.stream_status !== 'ready') return null
  const rider = await publicName(db, video.user_id)
  if (!link.clip_id) return { link, video, clip: null, rider }
  const clip = await unsafeFindClip(db, link.clip_id)
  if (!clip?.object_key) return null
  return { link, video, clip: { ...clip, object_key: clip.object_key }, rider }
}

/** The video that a link's token may be used for as a stream id; null for a clip's link. */
export async function linkedVideo(
  db: Queryable,
  token: string,
): Promise<{ linkId: string; videoId: string } | null> {
  const link = isToken(token) ? await findOn(db, token) : null
  return link && !link.clip_id ? { linkId: link.id, videoId: link.video_id } : null
}

/** Shape and length of the video or clip. */
export function pictureOf({ video, clip }: Pick<Opened, 'video' | 'clip'>) {
  if (clip) return { ...clipShape(clip.format), duration: clip.duration_seconds }
  return { width: video.width ?? 1280, height: video.height ?? 720, duration: video.duration_seconds }
}
