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

/** What a video's rider wrote, of the words that generated ones are shown for: the title, or all of them. */
export type WordsBefore = Words | Pick<Words, 'title'>

/** Either kind of texts as the texts of a post. */
export const wordsFrom = (texts: TaggedTexts | CaptionTexts): Words => ({
  title: texts.title,
  description: texts.description,
  tags: 'tags' in texts ? texts.tags : texts.hashtags,
})

/** What of a post a problem is about. together: title, description and hashtags. */
export type TextPart = 'title' | 'description' | 'tag' | 'tags' | 'together'
export type TextUnit = 'character' | 'byte'

/** Why a platform would refuse a text; browser and server each put it into words. */
export type TextProblem =
  | { code: 'titleMissing' }
  | { code: 'hashtagSpace' }
  | { code: 'tooManyHashtags'; most: number }
  | { code: 'brackets'; part: TextPart }
  | { code: 'tooLong'; part: TextPart; over: number; unit: TextUnit }

/** One counter beside a field. */
export interface Measure {
  field: string
  used: number
  limit: number
  /** why it can't be sent; null if it can */
  problem: TextProblem | null
}

export const characters = (text: string): number => [...text].length

export const tooLong = (
  part: TextPart,
  used: number,
  limit: number,
  unit: TextUnit = 'character',
): TextProblem | null => (used > limit ? { code: 'tooLong', part, over: used - limit, unit } : null)

/** A title is needed on any platform. */
export const titleMissing = (title: string): TextProblem | null =>
  title.trim() ? null : { code: 'titleMissing' }
