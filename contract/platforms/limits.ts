/** Words as platforms take them that have tags of their own. */
export type TaggedTexts = {
  title: string
  description: string
  tags: string[]
}
/** Words that a platform shows as one caption with hashtags. */
export type CaptionTexts = {
  title: string
  description: string
  hashtags: string[]
}

/** The two sets of texts that the analysis writes and staff edit, by the contract's fields that hold them. */
export type PlatformTexts = {
  youtube: TaggedTexts
  tiktok: CaptionTexts
}
export type TextSet = keyof PlatformTexts
/** What of them there is for a video. */
export type KnownTexts = { [Set in TextSet]: PlatformTexts[Set] | null }

/** The words of one post. `tags` are the hashtags where the platform has those. */
export interface Words {
  title: string
  description: string
  tags: string[]
}

/** Texts of either kind as the words of a post. */
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
  /** why it cannot be sent, as a sentence; null when it can */
  problem: string | null
}

export const characters = (text: string): number => [...text].length

/** A sentence for a text that is too long, null for one that is not. */
export const tooLong = (
  what: string,
  used: number,
  limit: number,
  unit: 'character' | 'byte',
): string | null =>
  used > limit
    ? `${what} is ${used - limit} ${unit}${used - limit === 1 ? '' : 's'} too long for this platform.`
    : null

/** The problem of a title that is missing, whatever the platform. */
export const titleMissing = (title: string): string | null => (title.trim() ? null : 'Enter a title.')
