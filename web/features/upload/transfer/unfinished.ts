import { storageKeys } from '#contract/constants.ts'
import type { Video } from '#contract/videos.ts'
import { local, viewKeys } from '../../../lib/browser-storage.ts'

/** An upload that started and hasn't finished; survives a reload and an empty battery. */
export interface Unfinished {
  userId: string
  file: { name: string; size: number; lastModified: number }
  videoId: string
  uploadUrl: string
  title: string
  description: string
  category: Video['category']
  begun: number
}

const key = viewKeys.unfinishedUpload
/** The server forgets an unfinished upload after seven days. */
const keptMs = 7 * 24 * 3600_000

export const rememberUnfinished = (upload: Unfinished): void => local.set(key, JSON.stringify(upload))
export const forgetUnfinished = (): void => local.remove(key)

/** The signed-in person's unfinished upload, if there is one. */
export function findUnfinished(): Unfinished | null {
  const stored = local.get(key)
  if (!stored) return null
  const upload = JSON.parse(stored) as Unfinished
  if (Date.now() - upload.begun > keptMs) {
    forgetUnfinished()
    return null
  }
  return upload.userId === local.get(storageKeys.userToken) ? upload : null
}

/** Whether this looks like that upload's file, judged without reading it. */
export const isSameFile = (upload: Unfinished, file: Pick<File, 'name' | 'size' | 'lastModified'>): boolean =>
  upload.file.name === file.name &&
  upload.file.size === file.size &&
  upload.file.lastModified === file.lastModified

/**
 * How many bytes the server has of it: a HEAD of tus 1.0.0.
 * @returns null when the upload is gone (expired or discarded elsewhere)
 * @throws Error when the server can't say now
 */
export async function storedBytes(uploadUrl: string): Promise<number | null> {
  const response = await fetch(uploadUrl, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } })
  if (response.ok) return Number(response.headers.get('Upload-Offset') ?? 0)
  if (response.status >= 500 || response.status === 429) throw new Error(`Status ${response.status}`)
  return null
}
