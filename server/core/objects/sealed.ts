import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { AtMost } from '../at-most.ts'
import { bulkFiles } from './bulk-files.ts'
import { type ObjectStore, withLocal } from './store.ts'

/** An object differs from what was hashed. */
export class ChangedObjectError extends Error {
  override name = 'ChangedObjectError'
}

const chunkBytes = 1024 * 1024

async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(stream, hash)
  return hash.digest('hex')
}

/** More of them at once only make a disk slower. */
const sealing = new AtMost(2)

/**
 * Copies a file to a new read-only one, reading it once. Anyone who had the first open can't write to the
 * second, so the copy's hash is valid whatever happens to the first.
 * @returns hex SHA-256 and size of the copy in bytes
 */
export const sealCopy = (from: string, to: string): Promise<{ sha256: string; size: number }> =>
  sealing.run(async () => {
    const thread = new Worker(new URL('./sealing.ts', import.meta.url), { workerData: { from, to } })
    const [sealed] = await once(thread, 'message')
    return sealed
  })

/** Verified identities and hashes of a store's objects, by key. */
const known = new WeakMap<ObjectStore, Map<string, { identity: string; sha256: string }>>()
const keptAtMost = 1000

const note = (objects: ObjectStore, key: string, entry: { identity: string; sha256: string }): void => {
  const found = known.get(objects) ?? new Map()
  known.set(objects, found)
  found.delete(key)
  found.set(key, entry)
  if (found.size > keptAtMost) found.delete(found.keys().next().value as string)
}

/** Checks a just-written object until its time stamp would show another write; some stores need seconds. */
const looks = 6
const lookEveryMs = 15

/**
 * Records that an object is the very file that sealCopy just wrote, so that the first work on it need not
 * read it all again. If the store can't soon tell whether it was modified, the first work reads it.
 */
export async function vouchFor(objects: ObjectStore, key: string, sha256: string): Promise<void> {
  for (let look = 0; look < looks; look++) {
    const identity = (await objects.head(key))?.identity
    if (identity) return note(objects, key, { identity, sha256 })
    await setTimeout(lookEveryMs)
  }
}

/**
 * Verifies that an object is the one that was hashed. It is read whole, unless its identity in the store
 * shows that it wasn't modified since the last check.
 * @throws ChangedObjectError when it differs or is gone
 */
export async function checkObject(objects: ObjectStore, key: string, sha256: string): Promise<void> {
  const before = await objects.head(key)
  const last = known.get(objects)?.get(key)
  if (before?.identity && last?.identity === before.identity && last.sha256 === sha256) return
  const stream = await objects.get(key)
  if (!before || !stream) throw new ChangedObjectError(`The object ${key} is gone`)
  if ((await hashOf(stream)) !== sha256)
    throw new ChangedObjectError(`The object ${key} is not what was reviewed`)
  known.get(objects)?.delete(key)
  if (before.identity) note(objects, key, { identity: before.identity, sha256 })
}

/**
 * Passes an object to the work as a local file after verifying its hash.
 * @throws ChangedObjectError when it differs
 */
export async function withSealed<T>(
  objects: ObjectStore,
  { key, sha256 }: { key: string; sha256: string },
  work: (file: string) => Promise<T>,
): Promise<T> {
  if (objects.isLocal) await checkObject(objects, key, sha256)
  return withLocal(objects, key, async file => {
    // Verify the copy that was downloaded for this work, not the object in the store before.
    if (
      !objects.isLocal &&
      (await hashOf(createReadStream(file, { highWaterMark: chunkBytes, fs: bulkFiles }))) !== sha256
    )
      throw new ChangedObjectError(`The object ${key} is not what was reviewed`)
    return work(file)
  })
}
