import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { updateVideo, type VideoRow } from '#server/videos/index.ts'

/** Puts the generated title, description and tags in the place of the owner's, which are kept for undoing. */
export async function enhanceMetadata(deps: Pick<Deps, 'db'>, video: VideoRow): Promise<VideoRow> {
  if (video.ai_status !== 'completed' || !video.ai_title)
    throw new AppError('conflict', 'The AI analysis of this video is not finished yet.')
  const before = video.metadata_before_ai ?? {
    title: video.title,
    description: video.description,
    tags: video.tags,
  }
  const changed = await updateVideo(deps.db, video.id, {
    title: video.ai_title,
    description: video.ai_description ?? video.description,
    tags: video.ai_tags ?? [],
    metadata_before_ai: before,
  })
  return changed ?? video
}

/** Gives back the owner's own title, description and tags. */
export async function undoEnhance(deps: Pick<Deps, 'db'>, video: VideoRow): Promise<VideoRow> {
  const before = video.metadata_before_ai
  if (!before) throw new AppError('conflict', 'There is nothing to undo for this video.')
  const changed = await updateVideo(deps.db, video.id, { ...before, metadata_before_ai: null })
  return changed ?? video
}
