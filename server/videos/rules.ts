/** What a person reads whose video could not be used. */
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
  suspended: 'Your account is suspended, so nothing can be uploaded to it.',
  failed: 'The video could not be processed. We have been told; you can upload it again or write to us.',
} as const

/** How long an upload may lie unfinished before it is forgotten: bad lines and full batteries take days. */
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

/** A file name as shown to people: its last part without control characters. */
export const plainFileName = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? '').replace(/\p{Cc}/gu, '').slice(0, 255) || 'video'
