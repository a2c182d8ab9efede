import type { PlatformMetadata, Platform as PlatformName } from '#contract/publishing/publications.ts'
import type { FaultPlace } from '#sandbox/social/faults.ts'
import { facebookTraits } from './facebook/testing.ts'
import { tiktokTraits } from './tiktok/testing.ts'
import { youtubeTraits } from './youtube/testing.ts'

/** Differences between platforms that the suites for all of them need. */
export interface PlatformTraits {
  /** the call that asks how much of an upload has arrived */
  arrived: FaultPlace
  /** the vendor's calls that the sandbox answers, as docs/vendor-calls.md names them */
  calls: readonly string[]
  /** size of a file for which every cut happens before the last byte */
  bytesFor(cuts: number): number
  countsShares: boolean
  /** a title that the platform refuses */
  refusedTitle: string
  /** Whether the platform accepts these texts as sent, with its limits written down a second time. */
  takes(metadata: PlatformMetadata): boolean
}

export const traitsOf: Record<PlatformName, PlatformTraits> = {
  youtube: youtubeTraits,
  youtube_shorts: youtubeTraits,
  tiktok: tiktokTraits,
  facebook: facebookTraits,
}
