/** Texts for platforms with separate tags. */
export type TaggedTexts = {
  title: string
  description: string
  tags: string[]
}
/** Texts for platforms that show one caption with hashtags. */
export type CaptionTexts = {
  title: string
  description: string
  hashtags: string[]
}

/** The two sets of texts that the analysis writes and staff edit, by the contract's field names. */
export type PlatformTexts = {
  youtube: TaggedTexts
  tiktok: CaptionTexts
}
export type TextSet = keyof PlatformTexts
/** The sets that a video has. */
export type KnownTexts = { [Set in TextSet]: PlatformTexts[Set] | null }

/** The texts of one post. `tags` are hashtags on platforms that use them. */
export interface Words {
  title: string
  description: string
  tags: string[]
}

/** Either kind of texts as the texts of a post. */
export const wordsFrom = (texts: TaggedTexts | CaptionTexts): Words => ({
  title: texts.title,
  description: texts.description,
  tags: 'tags' in texts ? texts.tags : texts.hashtags,
})

/** One counter beside a field. */
export interface Measure {
  field: string
  used: number
  limit: number
  /** why it can't be sent, as a sentence; null if it can */
  problem: string | null
}

export const characters = (text: string): number => [...text].length

/** A sentence if a text is too long, else null. */
export const tooLong = (
  what: string,
  used: number,
  limit: number,
  unit: 'character' | 'byte',
): string | null =>
  used > limit
    ? `${what} is ${used - limit} ${unit}${used - limit === 1 ? '' : 's'} too long for this platform.`
    : null

/** A sentence if the title is missing, on any platform. */
export const titleMissing = (title: string): string | null => (title.trim() ? null : 'Enter a title.')
