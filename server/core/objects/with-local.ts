import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { ObjectStore } from './store.ts'

/** Passes an object to the work as a local file; a copy, if needed, is deleted afterwards. */
export async function withLocal<T>(
  objects: ObjectStore,
  key: string,
  work: (file: string) => Promise<T>,
): Promise<T> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'trailcut-local-'))
  try {
    return await work(await objects.localPath(key, scratch))
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
