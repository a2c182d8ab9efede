import { facebookLimits, measureFacebook } from '#contract/platforms/facebook.ts'
import type { PlatformMetadata } from '#contract/publishing/publications.ts'
import { captionOf, fittedCaption, problemsIn } from '../rules.ts'
import type { Moment } from '../types.ts'

/** Seconds that a reel may have. */
export const reelSeconds = { shortest: 3, longest: 90 } as const

/** The description of a reel, which is its caption. */
export const reelDescription = (metadata: PlatformMetadata): string => captionOf(metadata).toWellFormed()

/** Why Facebook would not take these words; empty when it would. */
export function problemsOf({ privacy, ...words }: PlatformMetadata): { field: string; sentence: string }[] {
  const found = problemsIn(measureFacebook(words))
  if (privacy !== undefined && privacy !== 'public')
    found.push({ field: 'facebook.privacy', sentence: 'Whatever a Facebook Page publishes is public.' })
  return found
}

/** Words that nobody wrote for Facebook, made to fit a reel's caption. */
export const fitted = (given: PlatformMetadata): PlatformMetadata => {
  const { tags, ...fit } = fittedCaption(given, facebookLimits.textUnits)
  return { ...fit, tags: tags.slice(0, facebookLimits.hashtags) }
}

/** Where an upload stands, as the status of its video says it. */
export interface ReelStatus {
  video_status: string
  uploading_phase: { status: string; bytes_transfered: number }
  processing_phase: { status: string }
  publishing_phase: { status: string }
}

/** What can become of a reel: gone is an upload that Facebook has given up, and that nothing was made of. */
export type ReelState = 'uploading' | 'uploaded' | 'working' | 'live' | 'failed' | 'gone'

/** Reads a status. 'uploaded' is whole and may or may not have been published already: its processing has not begun. */
export function stateOfReel(status: ReelStatus): ReelState {
  const { video_status, uploading_phase, processing_phase, publishing_phase } = status
  if (publishing_phase.status === 'complete') return 'live'
  if (video_status === 'expired') return 'gone'
  const failed = [uploading_phase, processing_phase, publishing_phase].some(phase => phase.status === 'error')
  if (video_status === 'error' || failed) return 'failed'
  if (publishing_phase.status === 'in_progress') return 'working'
  if (uploading_phase.status !== 'complete') return 'uploading'
  return processing_phase.status === 'not_started' ? 'uploaded' : 'working'
}

/** A reel's description is read like a post: whole sentences and few hashtags. */
export function wordsFor({ ride, hook, sentence, counted, hashtags }: Moment): PlatformMetadata {
  const more = counted && counted !== hook ? ` ${counted} in this reel.` : ''
  return { title: `${sentence}.`, description: `From our ride: ${ride}.${more}`, tags: hashtags.slice(0, 3) }
}
