import type { Platform, PlatformMetadata } from '#contract/publishing.ts'
import { textsOf } from '#server/review/index.ts'
import { approvedOf, type VideoRow } from '#server/videos/index.ts'
import { fitted } from './rules.ts'

/**
 * The words a video goes out with unless others are given: staff's, else the analysis's, else its own, made to fit. Once
 * it's approved they are those that were approved, whatever its rider or a later analysis wrote since.
 */
export function wordsOf(video: VideoRow, platform: Platform): PlatformMetadata {
  const { youtube, tiktok } = textsOf(video)
  const { title, description, tags } = approvedOf(video) ?? video
  const own = { title, description, tags: (tags as string[] | null) ?? [] }
  const given =
    platform === 'tiktok'
      ? tiktok && { title: tiktok.title, description: tiktok.description, tags: tiktok.hashtags }
      : youtube
  return fitted(platform, given ?? own)
}
