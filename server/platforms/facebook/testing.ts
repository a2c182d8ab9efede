import { facebookCalls } from '#sandbox/facebook/schemas.ts'
import type { PlatformTraits } from '../testing.ts'
import { reelDescription } from './rules.ts'

export const facebookTraits: PlatformTraits = {
  arrived: 'status',
  calls: Object.keys(facebookCalls),
  bytesFor: cuts => 1_000_000 + cuts * 600_000,
  countsShares: true,
  refusedTitle: 'x'.repeat(2300),
  takes(metadata) {
    const description = reelDescription(metadata)
    const hashtags = metadata.tags.length
    return (
      metadata.title.trim().length > 0 &&
      description.length <= 2200 &&
      description.isWellFormed() &&
      hashtags <= 30
    )
  },
}
