import type { PlatformMetadata } from '#contract/publishing/publications.ts'
import type { Moment } from '../types.ts'

/** What of a title can be read below a Short before it is cut off on a phone, about. */
const titleShown = 60

/** Words for a Short: what happens comes first, the ride only where there is room; hashtags instead of a text. */
export function wordsFor({ ride, hook, sentence, tags, hashtags }: Moment): PlatformMetadata {
  const whole = `${hook} | ${ride}`
  return {
    title: [...whole].length <= titleShown ? whole : hook,
    description: `${sentence}.\n\n${['#shorts', ...hashtags.slice(0, 3)].join(' ')}`,
    tags,
  }
}
