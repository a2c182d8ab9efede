import type { Platform, PlatformMetadata } from '#contract/publishing.ts'
import { textsOf } from '#server/review/index.ts'
import type { VideoRow } from '#server/videos/index.ts'
import { fitted } from './rules.ts'

/** The words a video goes out with unless others are given: staff's, else the analysis's, else its own; made to fit. */
export function wordsOf(video: VideoRow, platform: Platform): PlatformMetadata {
  const { youtube, tiktok } = textsOf(video)
  const own = {
    title: video.title,
    description: video.description,
    tags: (video.tags as string[] | null) ?? [],
  }
  const given =
    platform === 'tiktok'
      ? tiktok && { title: tiktok.title, description: tiktok.description, tags: tiktok.hashtags }
      : youtube
  return fitted(platform, given ?? own)
}
