import { titleFromFileName } from '#contract/clean-text.ts'
import { sentences } from '#sentences/videos.ts'
import type { Sentence } from '#server/core/sentences.ts'

/** How long an unfinished upload is kept: bad connections and empty batteries can take days. */
export const uploadExpiryMs = 7 * 24 * 3600_000

/** How long the files of a refused video are kept, so that its rider can object. */
export const refusedKeptMs = 24 * 3600_000

/** A title from the file's name, never empty. */
export const titleOfFile = (fileName: string): string => titleFromFileName(fileName) || 'Untitled ride'

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
