/** What a person reads when their video can't be used. */
export const sentences = {
  empty: 'The file is empty. Choose the video file again.',
  notAVideo: 'This is not a video file that Trailcut can read. Use MP4, MOV, AVI, MKV, WMV, FLV or WebM.',
  tooLarge: (limitMb: number) =>
    `The file is larger than ${limitMb} MB. Please reduce its size and try again.`,
  cutOff:
    'The end of the file is missing: it was copied or recorded only in part. Copy it from the camera again and retry.',
  tooLong: (minutes: number) =>
    `The video is longer than ${minutes} minutes. Cut it into shorter pieces and upload those.`,
  overtaken: 'Another upload of this video has begun, so this one was stopped.',
  diskFull: 'The server is out of disk space. What has arrived is kept, so you can resume this upload later.',
  suspended: 'Your account is suspended, so nothing can be uploaded to it.',
  failed: 'The video could not be processed. We have been told; you can upload it again or write to us.',
} as const

/** How long an unfinished upload is kept: bad connections and empty batteries can take days. */
export const uploadExpiryMs = 7 * 24 * 3600_000

/** A title from the file's name: no folder, no extension, never empty. */
export function titleFromFileName(fileName: string): string {
  const base = fileName.split(/[\\/]/).at(-1) ?? ''
  return (
    base
      .replace(/\.[A-Za-z0-9]{1,5}$/, '')
      .trim()
      .slice(0, 150) || 'Untitled ride'
  )
}

/** A file name for display: its last part without control characters. */
export const plainFileName = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? '').replace(/\p{Cc}/gu, '').slice(0, 255) || 'video'

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

const gigabytes = (bytes: number) => Math.round((bytes / 1024 ** 3) * 10) / 10

/** Why an account can't have this in addition; null when it can. */
export function overBudget(
  use: AccountUse,
  wanted: UploadRequest,
  budget: Budget,
  verified: boolean,
): { code: 'over_budget' | 'too_many_requests'; sentence: string } | null {
  const more = verified ? '' : ' Verify your email address to get more room.'
  if (wanted.openUploads > 0 && use.openUploads + wanted.openUploads > budget.openUploads)
    return {
      code: 'too_many_requests',
      sentence: `You have ${use.openUploads} unfinished uploads. Finish or delete one, then try again.${more}`,
    }
  if (use.bytes + wanted.bytes > budget.bytes)
    return {
      code: 'over_budget',
      sentence: `This file doesn't fit in your account's ${gigabytes(budget.bytes)} GB. Delete a video, then try again.${more}`,
    }
  // A full account accepts no further video, however short.
  if (
    use.seconds + wanted.seconds > budget.seconds ||
    (wanted.openUploads > 0 && use.seconds >= budget.seconds)
  )
    return {
      code: 'over_budget',
      sentence: `Your account holds ${Math.round(budget.seconds / 60)} minutes of video at most. Delete a video, then try again.${more}`,
    }
  return null
}
