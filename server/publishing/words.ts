import { wordsFrom } from '#contract/platforms/limits.ts'
import { factsOf, type Platform, type PlatformMetadata } from '#contract/publishing.ts'
import { platformOf } from '#server/platforms/index.ts'
import { textsOf } from '#server/review/index.ts'
import { approvedOf, type VideoRow } from '#server/videos/index.ts'

/**
 * The words a video goes out with unless others are given: staff's, else the analysis's, else its own, made to fit. Once
 * it's approved they are those that were approved, whatever its rider or a later analysis wrote since.
 */
export function wordsOf(video: VideoRow, platform: Platform): PlatformMetadata {
  const given = textsOf(video)[factsOf(platform).texts]
  const { title, description, tags } = approvedOf(video) ?? video
  const own = { title, description, tags }
  return platformOf(platform).fitted(given ? wordsFrom(given) : own)
}
