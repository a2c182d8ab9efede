import type { PlatformMetadata, Platform as PlatformName } from '#contract/publishing/publications.ts'
import type { FaultPlace } from '#sandbox/social/faults.ts'
import { facebookTraits } from './facebook/testing.ts'
import { tiktokTraits } from './tiktok/testing.ts'
import { youtubeTraits } from './youtube/testing.ts'

/** Where platforms differ in what the suites that run over all of them have to ask. */
export interface PlatformTraits {
  /** the call that tells how much of an upload has arrived */
  arrived: FaultPlace
  /** bytes of a file in which no cut is left over when the last one arrives */
  bytesFor(cuts: number): number
  countsShares: boolean
  /** a title that the platform refuses */
  refusedTitle: string
  /** Whether the platform takes these words as they are sent, by its limits written down a second time. */
  takes(metadata: PlatformMetadata): boolean
}

export const traitsOf: Record<PlatformName, PlatformTraits> = {
  youtube: youtubeTraits,
  youtube_shorts: youtubeTraits,
  tiktok: tiktokTraits,
  facebook: facebookTraits,
}
