import { titleFromFileName } from '#contract/clean-text.ts'
import type { WordsBefore } from '#contract/platforms/limits.ts'
import { sentences } from '#sentences/videos.ts'
import type { Sentence } from '#server/core/sentences.ts'

/** How long an unfinished upload is kept: bad connections and empty batteries can take days. */
export const uploadExpiryMs = 7 * 24 * 3600_000

/** How long the files of a refused video are kept, so that its rider can object. */
export const refusedKeptMs = 24 * 3600_000

/** A title from the file's name, never empty. */
export const titleOfFile = (fileName: string): string => titleFromFileName(fileName) || 'Untitled ride'

interface Titled {
  title: string
  ai_title: string | null
  metadata_before_ai: WordsBefore | null
}

/**
 * The title that its rider gave a video, also while the generated one is shown in its place.
 * @param shown the title to look at, and the generated one that it may be; those of the video by default
 */
export const ownTitle = (
  video: Titled,
  shown: { title: string; generated: string | null } = { title: video.title, generated: video.ai_title },
): string =>
  video.metadata_before_ai && shown.title === shown.generated ? video.metadata_before_ai.title : shown.title

/** The file's name that the generated title is shown for, until the rider keeps one of them; null for other titles. */
export const replacedTitle = (video: Titled): string | null => {
  const before = video.metadata_before_ai
  return before && !('tags' in before) && video.title === video.ai_title ? before.title : null
}

/** A file name for display: its last part. */
export const plainFileName = (name: string): string => name.split(/[\\/]/).at(-1) || 'video'

/** An account's current use of its budget. Seconds are of video. */
export interface AccountUse {
  openUploads: number
  bytes: number
  seconds: number
}
/** What it requests in addition. */
export type UploadRequest = AccountUse
/** The maximum. */
export type Budget = AccountUse
export interface Budgets {
  verified: Budget
  unverified: Budget
}

/** For a sentence, with one decimal. */
export const gigabytes = (bytes: number) => Math.round((bytes / 1024 ** 3) * 10) / 10

/** Why an account can't have this in addition; null when it can. */
export function overBudget(
  use: AccountUse,
  wanted: UploadRequest,
  budget: Budget,
  verified: boolean,
): { code: 'over_budget' | 'too_many_requests'; sentence: Sentence } | null {
  if (wanted.openUploads > 0 && use.openUploads + wanted.openUploads > budget.openUploads)
    return {
      code: 'too_many_requests',
      sentence: sentences.unfinished({ uploads: use.openUploads, verified }),
    }
  if (use.bytes + wanted.bytes > budget.bytes)
    return {
      code: 'over_budget',
      sentence: sentences.doesNotFit({ gigabytes: gigabytes(budget.bytes), verified }),
    }
  // A full account accepts no further video, however short.
  if (
    use.seconds + wanted.seconds > budget.seconds ||
    (wanted.openUploads > 0 && use.seconds >= budget.seconds)
  )
    return {
      code: 'over_budget',
      sentence: sentences.accountFull({ minutes: Math.round(budget.seconds / 60), verified }),
    }
  return null
}
