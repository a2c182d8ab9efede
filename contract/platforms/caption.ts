import { type CaptionTexts, type Measure, titleMissing, tooLong, type Words } from './limits.ts'

/** Title, description and hashtags on separate lines, for platforms with a single text. */
export const captionText = ({ title, description, hashtags }: CaptionTexts): string =>
  [title, description, hashtags.map(tag => `#${tag.replace(/^#/, '')}`).join(' ')].filter(Boolean).join('\n')

export interface CaptionLimits {
  /** UTF-16 units of the whole text */
  textUnits: number
  hashtags: number
}

/** Counters of a caption. @param name prefix of its fields: the platform's id */
export function measureCaption(
  name: string,
  limits: CaptionLimits,
  { title, description, tags: hashtags }: Words,
): Measure[] {
  const used = captionText({ title, description, hashtags }).length
  const spaced = hashtags.find(tag => /\s/.test(tag.trim()))
  return [
    {
      field: `${name}.title`,
      used,
      limit: limits.textUnits,
      problem: titleMissing(title) ?? tooLong('together', used, limits.textUnits),
    },
    {
      field: `${name}.hashtags`,
      used: hashtags.length,
      limit: limits.hashtags,
      problem: spaced
        ? { code: 'hashtagSpace' }
        : hashtags.length > limits.hashtags
          ? { code: 'tooManyHashtags', most: limits.hashtags }
          : null,
    },
  ]
}
