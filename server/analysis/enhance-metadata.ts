import type { Words } from '#contract/platforms/limits.ts'
import { sentences } from '#sentences/analysis.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Deps } from '#server/deps.ts'
import { setDetails, type VideoRow } from '#server/videos/index.ts'
import { keepOwnWords } from './video-store.ts'

/** @param kept the owner's own texts, to be restored later; null: these are the owner's */
async function replaceWords(
  { db }: Pick<Deps, 'db'>,
  video: VideoRow,
  words: Words,
  kept: Words | null,
): Promise<VideoRow> {
  const changed = await db.transaction().execute(async tx => {
    await setDetails(tx, video.id, words)
    return keepOwnWords(tx, video.id, kept)
  })
  return changed ?? video
}

/**
 * Replaces the owner's title, description and tags with the generated ones, and keeps the owner's for
 * undoing.
 */
export async function enhanceMetadata(deps: Pick<Deps, 'db'>, video: VideoRow): Promise<VideoRow> {
  if (video.ai_status !== 'completed' || !video.ai_title)
    throw new AppError('conflict', sentences.notAnalyzed)
  const before = video.metadata_before_ai ?? {
    title: video.title,
    description: video.description,
    tags: video.tags,
  }
  return replaceWords(
    deps,
    video,
    {
      title: video.ai_title,
      description: video.ai_description ?? video.description,
      tags: video.ai_tags ?? [],
    },
    before,
  )
}

/** Restores the owner's own title, description and tags. */
export async function undoEnhance(deps: Pick<Deps, 'db'>, video: VideoRow): Promise<VideoRow> {
  const before = video.metadata_before_ai
  if (!before) throw new AppError('conflict', sentences.nothingToUndo)
  return replaceWords(deps, video, before, null)
}
