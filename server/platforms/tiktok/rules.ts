import { measureTiktok, tiktokLimits } from '#contract/platforms/tiktok.ts'
import type { PlatformMetadata } from '#contract/publishing/publications.ts'
import { sentences } from '#sentences/platforms.ts'
import { captionOf, detailOf, fittedCaption, problemsIn } from '../rules.ts'
import type { Moment, Problem } from '../types.ts'

/** Videos are split into chunks: 5 to 64 MB each, the last one up to 128 MB, at most 1000. */
const megabyte = 1024 * 1024
const chunkBytes = 10 * megabyte

/**
 * @returns how a file of this size is split: floor(size / chunkSize) chunks; the rest goes with the last one
 */
export function chunksOf(size: number): { chunkSize: number; count: number } {
  if (size < chunkBytes) return { chunkSize: size, count: 1 }
  const chunkSize = Math.max(chunkBytes, Math.min(64 * megabyte, Math.ceil(size / 1000)))
  return { chunkSize, count: Math.floor(size / chunkSize) }
}
/** The last byte of the chunk that contains `at`. */
export function chunkAt(
  at: number,
  size: number,
  { chunkSize, count }: { chunkSize: number; count: number },
): number {
  const index = Math.min(count - 1, Math.floor(at / Math.max(chunkSize, 1)))
  return index === count - 1 ? size - 1 : (index + 1) * chunkSize - 1
}

/** The post_info for TikTok's init. Interactions that the account has switched off stay off. */
export function tiktokPostInfo(
  work: { metadata: PlatformMetadata; coverAt?: number | null },
  privacy: string,
  info: { comment_disabled: boolean; duet_disabled: boolean; stitch_disabled: boolean } | null,
) {
  const { interactions, disclosure } = work.metadata
  return {
    title: captionOf(work.metadata).toWellFormed(),
    privacy_level: privacy,
    // TikTok's audit requires interactions to be off until the account's owner chose them.
    disable_comment: !interactions?.comment || (info?.comment_disabled ?? false),
    disable_duet: !interactions?.duet || (info?.duet_disabled ?? false),
    disable_stitch: !interactions?.stitch || (info?.stitch_disabled ?? false),
    brand_content_toggle: disclosure?.brandedContent ?? false,
    brand_organic_toggle: disclosure?.yourBrand ?? false,
    is_aigc: false,
    ...(work.coverAt ? { video_cover_timestamp_ms: Math.round(work.coverAt * 1000) } : {}),
  }
}

/** Why TikTok would refuse these texts; empty when it wouldn't. */
export const problemsOf = (metadata: PlatformMetadata): Problem[] => problemsIn(measureTiktok(metadata))

type Settings = Pick<PlatformMetadata, 'interactions' | 'disclosure'> & {
  defaultPrivacy?: string | undefined
  privacyOptions?: string[] | undefined
}

/**
 * The settings for a post: the chosen ones, otherwise the channel's defaults; interactions and disclosure are
 * off by default.
 */
export function withDefaults(metadata: PlatformMetadata, settings: Settings): PlatformMetadata {
  const privacy = metadata.privacy ?? settings.defaultPrivacy
  return {
    ...metadata,
    ...(privacy ? { privacy } : {}),
    interactions: metadata.interactions ??
      settings.interactions ?? { comment: false, duet: false, stitch: false },
    disclosure: metadata.disclosure ?? settings.disclosure ?? { yourBrand: false, brandedContent: false },
  }
}

/** Branded content must be visible: https://developers.tiktok.com/doc/content-sharing-guidelines */
export function brandedProblem({ privacy, disclosure }: PlatformMetadata): Problem | null {
  if (!disclosure?.brandedContent || privacy !== 'SELF_ONLY') return null
  return {
    field: 'tiktok.privacy',
    sentence: sentences.brandedPrivate,
  }
}

/**
 * Why this account couldn't post with the chosen privacy: there is no default, and each account has its own
 * levels.
 */
export function privacyProblem(
  metadata: PlatformMetadata,
  { name, settings }: { name: string; settings: Settings },
): Problem | null {
  const { defaultPrivacy, privacyOptions = [] } = settings
  const chosen = metadata.privacy ?? defaultPrivacy
  if (!chosen)
    return {
      field: 'tiktok.privacy',
      sentence: sentences.chooseViewersOf({ channel: name, platform: 'TikTok' }),
    }
  return privacyOptions.includes(chosen)
    ? brandedProblem(withDefaults(metadata, settings))
    : { field: 'tiktok.privacy', sentence: sentences.privacyNotForAccount({ platform: 'TikTok' }) }
}

/** Texts not written for TikTok, fitted to its single text. */
export const fitted = (given: PlatformMetadata): PlatformMetadata =>
  fittedCaption(given, tiktokLimits.textUnits)

/** A clip's caption: the hook, then other measurements, then hashtags, which is how clips are found there. */
export const textsFor = (moment: Moment): PlatformMetadata => ({
  title: moment.hook,
  description: detailOf(moment),
  tags: moment.hashtags,
})
