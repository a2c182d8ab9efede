import type { PlatformMetadata } from '#contract/publishing/publications.ts'
import { together } from '../rules.ts'
import type { Moment } from '../types.ts'

/** Approximate number of title characters shown below a Short on a phone. */
const titleShown = 60

/**
 * Texts for a Short: what happens comes first, the ride only if there is room; hashtags instead of a
 * description.
 */
export function textsFor({ ride, hook, sentence, tags, hashtags }: Moment): PlatformMetadata {
  const whole = together(ride, hook, `${hook} | ${ride}`)
  return {
    title: [...whole].length <= titleShown ? whole : hook,
    description: `${sentence}.\n\n${['#shorts', ...hashtags.slice(0, 3)].join(' ')}`,
    tags,
  }
}
