import { facebookLimits, measureFacebook } from '#contract/platforms/facebook.ts'
import type { PlatformMetadata } from '#contract/publishing/publications.ts'
import { sentences } from '#sentences/platforms.ts'
import { captionOf, fittedCaption, problemsIn } from '../rules.ts'
import type { Moment, Problem } from '../types.ts'

/** Shortest and longest reel, seconds. */
export const reelSeconds = { shortest: 3, longest: 90 } as const

/** The description of a reel, shown as its caption. */
export const reelDescription = (metadata: PlatformMetadata): string => captionOf(metadata).toWellFormed()

/** Why Facebook would refuse these texts; empty when it wouldn't. */
export function problemsOf({ privacy, ...words }: PlatformMetadata): Problem[] {
  const found = problemsIn(measureFacebook(words))
  if (privacy !== undefined && privacy !== 'public')
    found.push({ field: 'facebook.privacy', sentence: sentences.alwaysPublic({ platform: 'Facebook' }) })
  return found
}

/** Texts not written for Facebook, fitted to a reel's caption. */
export const fitted = (given: PlatformMetadata): PlatformMetadata => {
  const { tags, ...fit } = fittedCaption(given, facebookLimits.textUnits)
  return { ...fit, tags: tags.slice(0, facebookLimits.hashtags) }
}

/** An upload's state, from its video's status. */
export interface ReelStatus {
  video_status: string
  uploading_phase: { status: string; bytes_transfered: number }
  processing_phase: { status: string }
  publishing_phase: { status: string }
}

/** The states of a reel; gone is an upload that Facebook has dropped without making anything of it. */
export type ReelState = 'uploading' | 'uploaded' | 'working' | 'live' | 'failed' | 'gone'

/** Reads a status. 'uploaded' is complete and may already be published; its processing hasn't started. */
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

/** People read a reel's description like a post: whole sentences and few hashtags. */
export function textsFor({ ride, hook, sentence, counted, hashtags }: Moment): PlatformMetadata {
  const more = counted && counted !== hook ? ` ${counted} in this reel.` : ''
  return { title: `${sentence}.`, description: `From our ride: ${ride}.${more}`, tags: hashtags.slice(0, 3) }
}
