import type { Category } from '#contract/videos.ts'
import { texts } from '#texts/entities/video.ts'

/** The categories to choose from. */
export const categoryOptions = Object.entries(texts.categories).map(([value, label]) => ({
  value: value as Category,
  label,
}))
