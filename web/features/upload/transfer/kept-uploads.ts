import { storageKeys } from '#contract/constants.ts'
import { local, viewKeys } from '../../../lib/browser-storage.ts'
import type { FileFacts, QueuedUpload } from './upload-state.ts'

/** An upload as this browser keeps it over a reload and an empty battery; its file is in kept-files.ts. */
export interface KeptUpload extends QueuedUpload {
  file: FileFacts
  userId: string
  /** milliseconds since 1970 */
  added: number
}

const key = viewKeys.keptUploads
/** The server forgets an unfinished upload after seven days. */
const keptMs = 7 * 24 * 3600_000

/** Everybody's, without what is too old. */
function all(): KeptUpload[] {
  const stored = JSON.parse(local.get(key) ?? '[]') as KeptUpload[]
  return stored.filter(({ added }) => Date.now() - added <= keptMs)
}

function store(uploads: readonly KeptUpload[]): void {
  if (uploads.length > 0) local.set(key, JSON.stringify(uploads))
  else local.remove(key)
}

const isOf = (userId: string | null) => (upload: KeptUpload) => upload.userId === userId

/** The signed-in person's uploads that started or wait and haven't finished, in the order they were added. */
export const keptUploads = (): KeptUpload[] => all().filter(isOf(local.get(storageKeys.userToken)))

/** Keeps what is known of an upload, in place of what was. */
export function keepUpload({ id, file, fields, of, begun, refused }: QueuedUpload): void {
  const uploads = all()
  const at = uploads.findIndex(upload => upload.id === id)
  const { name, size, lastModified } = file
  const kept: KeptUpload = {
    id,
    file: { name, size, lastModified },
    fields,
    of,
    begun,
    refused,
    userId: local.get(storageKeys.userToken) ?? '',
    added: uploads[at]?.added ?? Date.now(),
  }
  store(at < 0 ? [...uploads, kept] : uploads.with(at, kept))
}

/** After its last byte, or when the rider removes it. */
export const forgetUpload = (id: string): void => store(all().filter(upload => upload.id !== id))

/** After a sign-out. */
export const forgetUploadsOf = (userId: string): void => store(all().filter(upload => !isOf(userId)(upload)))

/** Whether this looks like that upload's file, judged without reading it. */
export const isSameFile = (one: FileFacts, other: FileFacts): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
