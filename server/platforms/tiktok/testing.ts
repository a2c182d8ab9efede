import { tiktokCalls } from '#sandbox/tiktok/schemas.ts'
import type { PlatformTraits } from '../testing.ts'
import { tiktokPostInfo } from './rules.ts'

export const tiktokTraits: PlatformTraits = {
  arrived: 'status',
  calls: Object.keys(tiktokCalls),
  // Only whole chunks are kept.
  bytesFor: () => 34_000_000,
  countsShares: true,
  refusedTitle: 'x'.repeat(2300),
  takes(metadata) {
    const { title } = tiktokPostInfo({ metadata }, 'SELF_ONLY', null)
    return title.trim().length > 0 && title.length <= 2200 && title.isWellFormed()
  },
}
