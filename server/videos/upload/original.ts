import { PermanentJobError } from '#server/core/jobs/definition.ts'
import { ChangedObjectError, checkObject, withSealed } from '#server/core/objects/sealed.ts'
import type { Deps } from '#server/deps.ts'
import type { VideoRow } from '../store.ts'

type SealedRow = Pick<VideoRow, 'original_key' | 'original_sha256'>

const originals = 'originals/'

/** The key of the original with these bytes: any other bytes get another name. */
export const originalKey = (videoId: string, sha256: string, extension: string): string =>
  `${originals}${videoId}/${sha256}.${extension}`

/** Whether an object is an original, which never changes. */
export const isOriginal = (key: string): boolean => key.startsWith(originals)

function sealedOf({ original_key: key, original_sha256: sha256 }: SealedRow): {
  key: string
  sha256: string
} {
  if (!key || !sha256) throw new PermanentJobError('The video has no original')
  return { key, sha256 }
}

const permanent = (error: unknown): never => {
  // Another attempt reads the same bytes.
  throw error instanceof ChangedObjectError ? new PermanentJobError(error.message, { cause: error }) : error
}

/**
 * Passes a video's original to the work as a local file, after verifying that it is what was uploaded and
 * reviewed.
 * @throws PermanentJobError when it isn't
 */
export async function withOriginal<T>(
  { objects }: Pick<Deps, 'objects'>,
  video: SealedRow,
  work: (file: string) => Promise<T>,
): Promise<T> {
  return withSealed(objects, sealedOf(video), work).catch(permanent)
}

/**
 * The location of a video's original, after verifying that it is what was uploaded and reviewed: for reading
 * parts of it.
 * @throws PermanentJobError when it isn't
 */
export async function checkedOriginal({ objects }: Pick<Deps, 'objects'>, video: SealedRow): Promise<string> {
  const { key, sha256 } = sealedOf(video)
  await checkObject(objects, key, sha256).catch(permanent)
  return key
}
