import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Deps } from '#server/deps.ts'
import { PermanentJobError } from '#server/platform/jobs/definition.ts'
import { ChangedObjectError, checkObject, sealCopy, withSealed } from '#server/platform/objects/sealed.ts'
import { withLocal } from '#server/platform/objects/with-local.ts'
import { setApproval } from '../publishing-store.ts'
import { unsafeFind, unsafeFindForUpdate, type VideoRow } from '../store.ts'
import { setOriginal } from './store.ts'

type OriginalDeps = Pick<Deps, 'db' | 'objects'>
type Sealed = { key: string; sha256: string }

/** The key of the original with these bytes: any other bytes get another name. */
export const originalKey = (videoId: string, sha256: string, extension: string): string =>
  `originals/${videoId}/${sha256}.${extension}`

/**
 * Seals an original uploaded before originals were sealed: copies it to a file named by its hash. May be
 * repeated at any point. An earlier approval applies to these bytes, because there are no others.
 * @returns its key and hash; null when there is no such original
 */
export async function sealOriginal({ db, objects }: OriginalDeps, videoId: string): Promise<Sealed | null> {
  const video = await unsafeFind(db, videoId)
  if (!video?.original_key) return null
  const { original_key: old, original_sha256: known, original_type: type } = video
  if (known) return { key: old, sha256: known }
  if (!(await objects.head(old))) return null
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'trailcut-seal-'))
  try {
    const copy = path.join(scratch, randomUUID())
    const { sha256, size } = await withLocal(objects, old, file => sealCopy(file, copy))
    const key = originalKey(videoId, sha256, path.extname(old).slice(1) || 'bin')
    await objects.addFile(key, copy, type ?? 'application/octet-stream')
    const kept = await db.transaction().execute(async tx => {
      const row = await unsafeFindForUpdate(tx, videoId)
      if (!row?.original_key) return null
      if (row.original_sha256) return { key: row.original_key, sha256: row.original_sha256 }
      await setOriginal(tx, videoId, { key, sha256, size })
      if (row.approved_as) await setApproval(tx, videoId, { ...row.approved_as, sha256 })
      return { key, sha256 }
    })
    if (kept?.key !== key) await objects.delete(key)
    if (kept && old !== kept.key) await objects.delete(old)
    return kept
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/**
 * Seals originals of an earlier version, oldest first. An unreadable one is left for the next time. @returns
 * how many
 */
export async function sealOldOriginals(
  deps: OriginalDeps & Pick<Deps, 'log'>,
  signal?: AbortSignal,
): Promise<number> {
  const rows = await deps.db
    .selectFrom('videos')
    .select('id')
    .where('original_sha256', 'is', null)
    .where('original_key', 'is not', null)
    .where('uploaded_at', 'is not', null)
    .where('status', '!=', 'failed')
    .orderBy('created_at')
    .execute()
  let sealed = 0
  for (const { id } of rows) {
    if (signal?.aborted) break
    try {
      if (await sealOriginal(deps, id)) sealed++
    } catch (error) {
      deps.log.error({ err: error, videoId: id }, 'an original could not be sealed')
    }
  }
  return sealed
}

async function sealedOf(
  deps: OriginalDeps,
  video: Pick<VideoRow, 'id' | 'original_key' | 'original_sha256'>,
) {
  const { id, original_key: key, original_sha256: sha256 } = video
  const sealed = key && sha256 ? { key, sha256 } : await sealOriginal(deps, id)
  if (!sealed) throw new PermanentJobError('The video has no original')
  return sealed
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
  deps: OriginalDeps,
  video: Pick<VideoRow, 'id' | 'original_key' | 'original_sha256'>,
  work: (file: string) => Promise<T>,
): Promise<T> {
  return withSealed(deps.objects, await sealedOf(deps, video), work).catch(permanent)
}

/**
 * The location of a video's original, after verifying that it is what was uploaded and reviewed: for reading
 * parts of it.
 * @throws PermanentJobError when it isn't
 */
export async function checkedOriginal(
  deps: OriginalDeps,
  video: Pick<VideoRow, 'id' | 'original_key' | 'original_sha256'>,
): Promise<string> {
  const { key, sha256 } = await sealedOf(deps, video)
  await checkObject(deps.objects, key, sha256).catch(permanent)
  return key
}
