import { googleOauth, youtubeCalls } from '#sandbox/youtube/schemas.ts'
import type { PlatformTraits } from '../testing.ts'
import { youtubeResource } from './rules.ts'

const publicationId = '3f0f1c1e-7f0a-4f6e-9a52-0d8a1a7b9c11'

export const youtubeTraits: PlatformTraits = {
  arrived: 'ask',
  calls: [...Object.keys(googleOauth), 'bytes', ...Object.keys(youtubeCalls)],
  bytesFor: cuts => 1_000_000 + cuts * 600_000,
  countsShares: false,
  refusedTitle: 'a <b> c',
  takes(metadata) {
    const { title, description, tags } = youtubeResource({ publicationId, metadata, publishAt: null }).snippet
    const counted = tags.map(t => [...t].length + (/\s/.test(t) ? 2 : 0)).reduce((a, b) => a + b + 1, -1)
    return (
      title.trim().length > 0 &&
      [...title].length <= 100 &&
      Buffer.byteLength(description) <= 5000 &&
      counted <= 500 &&
      ![title, description, ...tags].some(t => /[<>]/.test(t) || !t.isWellFormed())
    )
  },
}
