import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import type { ObjectStore } from './store.ts'
import { withLocal } from './with-local.ts'

/** An object is not what it was when its hash was taken. */
export class ChangedObjectError extends Error {
  override name = 'ChangedObjectError'
}

const chunkBytes = 1024 * 1024

async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(stream, hash)
  return hash.digest('hex')
}

/**
 * Copies a file to a new read-only one, reading it once. Nobody who had the first one open can write to the second, so
 * the hash is true of the copy whatever happens to the first.
 * @returns hex SHA-256 and bytes of the copy
 */
export async function sealCopy(from: string, to: string): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256')
  let size = 0
  await pipeline(
    createReadStream(from, { highWaterMark: chunkBytes }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    },
    createWriteStream(to, { flags: 'wx', mode: 0o444, flush: true }),
  )
  return { sha256: hash.digest('hex'), size }
}

/** What was found to be true of a store's objects, by key: an identity and the hash that goes with it. */
const known = new WeakMap<ObjectStore, Map<string, { identity: string; sha256: string }>>()
const keptAtMost = 1000

const note = (objects: ObjectStore, key: string, entry: { identity: string; sha256: string }): void => {
  const found = known.get(objects) ?? new Map()
  known.set(objects, found)
  found.delete(key)
  found.set(key, entry)
  if (found.size > keptAtMost) found.delete(found.keys().next().value as string)
}

/** Looks at an object that was written just now, until its time would show another write; some stores need seconds. */
const looks = 6
const lookEveryMs = 15

/**
 * Takes note that an object is the very file that sealCopy has just written, so that the first work on it need not read
 * it all again. Where the store can't tell soon whether it was written to since, the first work reads it.
 */
export async function vouchFor(objects: ObjectStore, key: string, sha256: string): Promise<void> {
  for (let look = 0; look < looks; look++) {
    const identity = (await objects.head(key))?.identity
    if (identity) return note(objects, key, { identity, sha256 })
    await setTimeout(lookEveryMs)
  }
}

/**
 * Makes sure that an object is the one that was hashed. It is read whole, unless the store says by its identity that it
 * has not been written to since this was last asked.
 * @throws ChangedObjectError when it is another one or gone
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
 * Hands an object to the work as a local file once it is sure to be the one that was hashed.
 * @throws ChangedObjectError when it is another one
 */
export async function withSealed<T>(
  objects: ObjectStore,
  { key, sha256 }: { key: string; sha256: string },
  work: (file: string) => Promise<T>,
): Promise<T> {
  if (objects.isLocal) await checkObject(objects, key, sha256)
  return withLocal(objects, key, async file => {
    // A copy that was fetched for this work is what must be true, not what lay in the store before.
    if (!objects.isLocal && (await hashOf(createReadStream(file, { highWaterMark: chunkBytes }))) !== sha256)
      throw new ChangedObjectError(`The object ${key} is not what was reviewed`)
    return work(file)
  })
}
