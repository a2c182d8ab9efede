import { measureTiktok, measureYoutube, tiktokText, youtubeTagCharacters } from '#contract/platform-limits.ts'
import {
  type FailureKind,
  type Platform,
  type PlatformMetadata,
  type PublicationState,
  youtubePrivacy,
} from '#contract/publishing.ts'

/** A video is cut into these for TikTok: 5 to 64 MB each, the last one up to 128 MB, at most 1000. */
const megabyte = 1024 * 1024
const chunkBytes = 10 * megabyte

/** @returns how a file of this size is cut: floor(size / chunkSize) chunks, the rest goes with the last */
export function chunksOf(size: number): { chunkSize: number; count: number } {
  if (size < chunkBytes) return { chunkSize: size, count: 1 }
  const chunkSize = Math.max(chunkBytes, Math.min(64 * megabyte, Math.ceil(size / 1000)))
  return { chunkSize, count: Math.floor(size / chunkSize) }
}
/** The last byte of the chunk that begins at or contains `at`. */
export function chunkAt(
  at: number,
  size: number,
  { chunkSize, count }: { chunkSize: number; count: number },
): number {
  const index = Math.min(count - 1, Math.floor(at / Math.max(chunkSize, 1)))
  return index === count - 1 ? size - 1 : (index + 1) * chunkSize - 1
}

/** A tag by which an upload is known again when its answer was lost. */
export const markerOf = (publicationId: string): string =>
  `tc${publicationId.replaceAll('-', '').slice(0, 14)}`

/** As many tags as fit beside the marker. */
export function tagsWithMarker(tags: readonly string[], publicationId: string): string[] {
  const kept = [markerOf(publicationId)]
  for (const tag of tags) if (youtubeTagCharacters([...kept, tag]) <= 500) kept.push(tag)
  return kept
}

const sports = '17'

/** The video resource of videos.insert. Privacy is always said: left out it would be public. */
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

/** The post_info of TikTok's init. What the account has switched off stays off. */
export function tiktokPostInfo(
  work: { metadata: PlatformMetadata; coverAt?: number | null },
  privacy: string,
  info: { comment_disabled: boolean; duet_disabled: boolean; stitch_disabled: boolean } | null,
) {
  const { title, description, tags } = work.metadata
  return {
    title: tiktokText({ title, description, hashtags: tags }).toWellFormed(),
    privacy_level: privacy,
    // Interactions are unchecked until the account's holder chose them, as TikTok's audit asks.
    disable_comment: info?.comment_disabled ?? false,
    disable_duet: true,
    disable_stitch: true,
    brand_content_toggle: false,
    brand_organic_toggle: false,
    is_aigc: false,
    ...(work.coverAt ? { video_cover_timestamp_ms: Math.round(work.coverAt * 1000) } : {}),
  }
}

export interface Problem {
  field: string
  sentence: string
}

/** Why a platform would not take these words; empty when it would. */
export function problemsOf(platform: Platform, metadata: PlatformMetadata): Problem[] {
  const { title, description, tags, privacy } = metadata
  const measures =
    platform === 'tiktok'
      ? measureTiktok({ title, description, hashtags: tags })
      : measureYoutube({ title, description, tags })
  const found = measures.flatMap(m => (m.problem ? [{ field: m.field, sentence: m.problem }] : []))
  if (platform !== 'tiktok' && privacy !== undefined && !youtubePrivacy.safeParse(privacy).success)
    found.push({ field: 'youtube.privacy', sentence: 'YouTube knows public, unlisted and private.' })
  return found
}

const cut = (text: string, fits: (text: string) => boolean): string => {
  if (fits(text)) return text
  const points = [...text]
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(`${points.slice(0, middle).join('')}…`)) low = middle
    else high = middle - 1
  }
  const short = points.slice(0, low).join('')
  const word = short.replace(/\s+\S*$/, '')
  return `${(word.length > short.length / 2 ? word : short).trimEnd()}…`
}
const plainBrackets = (text: string) => text.replaceAll('<', '‹').replaceAll('>', '›')

/** Words that nobody wrote for a platform, made to fit it: cut at a word, brackets replaced. */
export function fitted(platform: Platform, given: PlatformMetadata): PlatformMetadata {
  const title = plainBrackets(given.title).trim() || 'Off-road ride'
  const description = plainBrackets(given.description)
  if (platform === 'tiktok') {
    const tags = given.tags
      .map(t => t.replaceAll(/\s/g, ''))
      .filter(Boolean)
      .slice(0, 30)
    const room = (t: string, d: string, h: string[]) =>
      tiktokText({ title: t, description: d, hashtags: h }).length
    const shortTitle = cut(title, t => room(t, '', []) <= 1000)
    const kept = tags.filter((_, i) => room(shortTitle, '', tags.slice(0, i + 1)) <= 2000)
    return {
      ...given,
      title: shortTitle,
      tags: kept,
      description: cut(description, d => room(shortTitle, d, kept) <= 2200),
    }
  }
  const tags: string[] = []
  for (const tag of given.tags.map(plainBrackets))
    if (youtubeTagCharacters([...tags, tag]) <= 480) tags.push(tag)
  return {
    ...given,
    title: cut(title, t => [...t].length <= 100),
    description: cut(description, d => new TextEncoder().encode(d).length <= 5000),
    tags,
  }
}

/** Why a video cannot go out now, as a sentence; null when it can. */
export function unpublishable(video: {
  status: string
  held: boolean
  hidden: boolean
  hasOriginal: boolean
}): string | null {
  if (video.held) return 'The owner has not accepted this video yet.'
  if (video.hidden) return 'Staff have hidden this video.'
  if (video.status === 'rejected') return 'The video was rejected.'
  if (video.status === 'failed') return 'The video could not be processed.'
  if (video.status === 'uploading' || video.status === 'processing' || !video.hasOriginal)
    return 'The video is not ready yet.'
  return null
}

const longestPause = 900
/** Tries without a byte of progress. */
export const mostAttempts = 12
/** How long a lost post is looked for before it counts as not there: lists of platforms lag behind. */
export const lookUps = { times: 3, firstSeconds: 10 }

/** Seconds until the next attempt after so many that failed: 5, 10, 20 … 900; what the platform asks for if more. */
export const pauseSeconds = (attempts: number, asked: number | undefined): number =>
  Math.max(asked ?? 0, Math.min(longestPause, 5 * 2 ** Math.min(10, Math.max(0, attempts - 1))))

/** What a failed turn means for a publication. */
export type Next =
  | { state: 'again'; inSeconds: number }
  | { state: 'look_up' }
  | { state: 'failed'; kind: FailureKind }
export function afterFailure(
  kind: FailureKind,
  given: { attempts: number; retryAfterSeconds?: number | undefined; closesLane: boolean },
): Next {
  if (kind === 'unknown_outcome') return { state: 'look_up' }
  if (kind === 'retry_after' && (given.closesLane || given.attempts < mostAttempts))
    return { state: 'again', inSeconds: pauseSeconds(given.attempts, given.retryAfterSeconds) }
  return { state: 'failed', kind }
}

/** Where a failed or interrupted publication goes on: never earlier than what may have been done. */
export function resumeState(row: {
  remote_id: string | null
  session: string | null
  opening_at: Date | null
}): PublicationState {
  if (row.remote_id) return 'processing'
  if (row.session) return 'uploading'
  return row.opening_at ? 'unknown' : 'queued'
}

/** Until when it can still be cancelled or edited: nothing has been asked of a platform. */
export const untouched = (row: { state: string; opening_at: Date | null }): boolean =>
  (row.state === 'scheduled' || row.state === 'queued') && row.opening_at === null

const hourMs = 3600_000
const dayMs = 24 * hourMs

/**
 * When the next start may be made, given the starts so far: at most `perHour` in any rolling hour and `perDay` in any
 * rolling day. A clock that went back does not free anything: starts that lie ahead count.
 */
export function freeAt(
  starts: readonly Date[],
  limits: { perHour: number; perDay: number },
  now: Date,
): Date {
  const freed = (limit: number, span: number) => {
    const within = starts
      .filter(s => s.getTime() > now.getTime() - span)
      .sort((a, b) => b.getTime() - a.getTime())
    const blocking = within[limit - 1]
    return blocking ? blocking.getTime() + span : now.getTime()
  }
  return new Date(Math.max(freed(limits.perHour, hourMs), freed(limits.perDay, dayMs)))
}

/** How often figures are asked for, by the age of a post: hourly on the first day, then every six hours, then daily. */
export function sampleAgainMs(publishedAt: Date, now: Date): number {
  const age = now.getTime() - publishedAt.getTime()
  if (age < dayMs) return hourMs
  return age < 7 * dayMs ? 6 * hourMs : dayMs
}

/** Percent of views that did something. */
export const engagementOf = (c: {
  views: number
  likes: number
  comments: number
  shares: number
}): number => (c.views > 0 ? Math.round(((c.likes + c.comments + c.shares) / c.views) * 1000) / 10 : 0)
