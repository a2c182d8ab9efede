/**
 * What the platforms take, measured as they measure it.
 * YouTube: title at most 100 characters and no angle brackets, description at most 5,000 bytes, tags together at most
 * 500 characters, where a tag with a space counts its quotes and tags are parted by commas
 * (https://developers.google.com/youtube/v3/docs/videos#snippet). TikTok: one text of at most 2,200 UTF-16 units, made
 * of title, description and hashtags (https://developers.tiktok.com/doc/content-posting-api-reference-direct-post).
 */
export const platformLimits = {
  youtube: { titleCharacters: 100, descriptionBytes: 5000, tagCharacters: 500 },
  tiktok: { textUnits: 2200 },
} as const

export interface YoutubeTexts {
  title: string
  description: string
  tags: string[]
}
export interface TiktokTexts {
  title: string
  description: string
  hashtags: string[]
}

/** One counter beside a field. */
export interface Measure {
  field: string
  used: number
  limit: number
  /** why it cannot be sent, as a sentence; null when it can */
  problem: string | null
}

const characters = (text: string) => [...text].length
const bytes = (text: string) => new TextEncoder().encode(text).length

export const youtubeTagCharacters = (tags: readonly string[]): number =>
  tags.reduce((sum, tag) => sum + characters(tag) + (/\s/.test(tag) ? 2 : 0), 0) +
  Math.max(0, tags.length - 1)

const over = (what: string, used: number, limit: number, unit: 'character' | 'byte') =>
  used > limit
    ? `${what} is ${used - limit} ${unit}${used - limit === 1 ? '' : 's'} too long for this platform.`
    : null

export function measureYoutube({ title, description, tags }: YoutubeTexts): Measure[] {
  const limits = platformLimits.youtube
  const titleUsed = characters(title)
  const descriptionUsed = bytes(description)
  const tagsUsed = youtubeTagCharacters(tags)
  const brackets = (what: string, text: string) =>
    /[<>]/.test(text) ? `${what} must not contain < or >.` : null
  return [
    {
      field: 'youtube.title',
      used: titleUsed,
      limit: limits.titleCharacters,
      problem: !title.trim()
        ? 'A title is needed.'
        : (brackets('The title', title) ?? over('The title', titleUsed, limits.titleCharacters, 'character')),
    },
    {
      field: 'youtube.description',
      used: descriptionUsed,
      limit: limits.descriptionBytes,
      problem:
        brackets('The description', description) ??
        over('The description', descriptionUsed, limits.descriptionBytes, 'byte'),
    },
    {
      field: 'youtube.tags',
      used: tagsUsed,
      limit: limits.tagCharacters,
      problem:
        brackets('A tag', tags.join(' ')) ??
        over('The list of tags', tagsUsed, limits.tagCharacters, 'character'),
    },
  ]
}

/** What TikTok shows as one text. */
export const tiktokText = ({ title, description, hashtags }: TiktokTexts): string =>
  [title, description, hashtags.map(tag => `#${tag.replace(/^#/, '')}`).join(' ')].filter(Boolean).join('\n')

export function measureTiktok(texts: TiktokTexts): Measure[] {
  const used = tiktokText(texts).length
  const spaced = texts.hashtags.find(tag => /\s/.test(tag.trim()))
  return [
    {
      field: 'tiktok.title',
      used,
      limit: platformLimits.tiktok.textUnits,
      problem: texts.title.trim()
        ? over('Title, description and hashtags together', used, platformLimits.tiktok.textUnits, 'character')
        : 'A title is needed.',
    },
    {
      field: 'tiktok.hashtags',
      used: texts.hashtags.length,
      limit: 100,
      problem: spaced
        ? 'A hashtag cannot contain a space.'
        : texts.hashtags.length > 100
          ? 'At most 100 hashtags.'
          : null,
    },
  ]
}
