import { shortened } from '#contract/clean-text.ts'
import { measureYoutube, youtubeLimits, youtubeTagCharacters } from '#contract/platforms/youtube.ts'
import type { PlatformMetadata } from '#contract/publishing/publications.ts'
import { sentences } from '#sentences/platforms.ts'
import { plainBrackets, plainWords, problemsIn, together } from '../rules.ts'
import type { Moment, Problem } from '../types.ts'

/** A tag that identifies an upload whose answer was lost. */
export const markerOf = (publicationId: string): string =>
  `tc${publicationId.replaceAll('-', '').slice(0, 14)}`

/** As many tags as fit next to the marker. */
export function tagsWithMarker(tags: readonly string[], publicationId: string): string[] {
  const kept = [markerOf(publicationId)]
  for (const tag of tags) if (youtubeTagCharacters([...kept, tag]) <= 500) kept.push(tag)
  return kept
}

const sports = '17'

/** The video resource for videos.insert. Privacy is always set, because the default is public. */
export function youtubeResource(work: {
  publicationId: string
  metadata: PlatformMetadata
  publishAt: Date | null
}) {
  const { title, description, tags, privacy = 'public' } = work.metadata
  const wait = work.publishAt && privacy !== 'private' ? work.publishAt : null
  return {
    snippet: {
      title: title.toWellFormed(),
      description: description.toWellFormed(),
      tags: tagsWithMarker(tags, work.publicationId).map(t => t.toWellFormed()),
      categoryId: sports,
    },
    status: {
      privacyStatus: wait ? 'private' : privacy,
      ...(wait ? { publishAt: wait.toISOString() } : {}),
      selfDeclaredMadeForKids: false,
      containsSyntheticMedia: false,
    },
  }
}

const privacyLevels = ['public', 'unlisted', 'private']

/** Why YouTube would refuse these texts; empty when it wouldn't. */
export function problemsOf({ privacy, ...words }: PlatformMetadata): Problem[] {
  const found = problemsIn(measureYoutube(words))
  if (privacy !== undefined && !privacyLevels.includes(privacy))
    found.push({ field: 'youtube.privacy', sentence: sentences.privacyLevels({ platform: 'YouTube' }) })
  return found
}

/** The tags leave room for the marker below the limit. */
const tagCharactersKept = 480

/** Texts not written for YouTube, made to fit. */
export function fitted(given: PlatformMetadata): PlatformMetadata {
  const { title, description } = plainWords(given)
  const tags: string[] = []
  for (const tag of given.tags.map(plainBrackets))
    if (
      [...tag].length <= youtubeLimits.oneTagCharacters &&
      youtubeTagCharacters([...tags, tag]) <= tagCharactersKept
    )
      tags.push(tag)
  return {
    ...given,
    title: shortened(title, t => [...t].length <= youtubeLimits.titleCharacters),
    description: shortened(
      description,
      d => new TextEncoder().encode(d).length <= youtubeLimits.descriptionBytes,
    ),
    tags,
  }
}

/**
 * Texts for a part of a ride as a separate video: the ride first, as people search for it. No chapters,
 * because it is one.
 */
export function textsFor({ ride, hook, sentence, counted, seconds, tags }: Moment): PlatformMetadata {
  const name = ride.charAt(0).toUpperCase() + ride.slice(1)
  const shows = counted && counted !== hook ? `${sentence}. ${counted} in all.` : `${sentence}.`
  const title = together(name, hook, `${name}: ${hook}`)
  return { title, description: `${shows}\n\n${seconds} seconds from: ${name}.`, tags }
}

const chapterLine = /^(?:(\d+):)?(\d{1,2}):(\d\d)\s+(.+)$/
/** How long a chapter's name is shown, seconds. */
const captionSeconds = 4

const timecode = (seconds: number) =>
  `${new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23).replace('.', ',')}`

/**
 * A description's chapters as SubRip captions: each name for some seconds from its start.
 * @returns null when the description has no chapters
 */
export function captionsOf(description: string, videoSeconds: number | null): string | null {
  const chapters = description.split('\n').flatMap(line => {
    const [, h = '0', m = '', s = '', name = ''] = chapterLine.exec(line) ?? []
    return name ? [{ at: Number(h) * 3600 + Number(m) * 60 + Number(s), name }] : []
  })
  if (chapters.length < 3 || chapters[0]?.at !== 0) return null
  const end = videoSeconds ?? Number.POSITIVE_INFINITY
  const cues = chapters.filter(({ at }) => at < end)
  return cues
    .map(({ at, name }, i) => {
      const until = Math.min(at + captionSeconds, cues[i + 1]?.at ?? end, end)
      return `${i + 1}\n${timecode(at)} --> ${timecode(until)}\n${name}\n`
    })
    .join('\n')
}
