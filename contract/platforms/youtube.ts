import { defineChannel, definePlatform } from './facts.ts'
import {
  characters,
  type Measure,
  type TextPart,
  type TextProblem,
  titleMissing,
  tooLong,
  type Words,
} from './limits.ts'

/**
 * Title at most 100 characters and no angle brackets, description at most 5,000 bytes, tags together at most 500
 * characters (https://developers.google.com/youtube/v3/docs/videos#snippet). A single tag of more than 100 is refused,
 * too, which is not documented.
 */
export const youtubeLimits = {
  titleCharacters: 100,
  descriptionBytes: 5000,
  tagCharacters: 500,
  oneTagCharacters: 100,
} as const

/** A tag with a space counts its quotes, and tags are separated by commas. */
export const youtubeTagCharacters = (tags: readonly string[]): number =>
  tags.reduce((sum, tag) => sum + characters(tag) + (/\s/.test(tag) ? 2 : 0), 0) +
  Math.max(0, tags.length - 1)

const brackets = (part: TextPart, text: string): TextProblem | null =>
  /[<>]/.test(text) ? { code: 'brackets', part } : null

export function measureYoutube({ title, description, tags }: Words): Measure[] {
  const limits = youtubeLimits
  const titleUsed = characters(title)
  const descriptionUsed = new TextEncoder().encode(description).length
  const tagsUsed = youtubeTagCharacters(tags)
  const longestTag = Math.max(0, ...tags.map(characters))
  return [
    {
      field: 'youtube.title',
      used: titleUsed,
      limit: limits.titleCharacters,
      problem:
        titleMissing(title) ??
        brackets('title', title) ??
        tooLong('title', titleUsed, limits.titleCharacters),
    },
    {
      field: 'youtube.description',
      used: descriptionUsed,
      limit: limits.descriptionBytes,
      problem:
        brackets('description', description) ??
        tooLong('description', descriptionUsed, limits.descriptionBytes, 'byte'),
    },
    {
      field: 'youtube.tags',
      used: tagsUsed,
      limit: limits.tagCharacters,
      problem:
        brackets('tag', tags.join(' ')) ??
        tooLong('tag', longestTag, limits.oneTagCharacters) ??
        tooLong('tags', tagsUsed, limits.tagCharacters),
    },
  ]
}

export const youtubeChannel = defineChannel({
  kind: 'youtube',
  name: 'YouTube',
  short: 'YT',
  icon: 'M5 5h14a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3Zm5 3.5v7l6-3.5Z',
  hourlyLimit: 10,
  audiences: {},
})

export const youtube = definePlatform({
  id: 'youtube',
  channel: youtubeChannel,
  name: 'YouTube',
  postName: 'YouTube',
  short: 'YT',
  texts: 'youtube',
  style: 'tagged',
  form: null,
  wholeVideo: true,
  afterwards: { words: true, hide: true, remove: true, limit: null },
  measure: measureYoutube,
})
