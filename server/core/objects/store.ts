import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { notInTransaction } from '../db/slow-calls.ts'

export interface ObjectHead {
  size: number
  modified: Date
  /**
   * Changes with every write to the object. Null when the store can't guarantee that: a file written a moment
   * ago could be written again within the same clock tick.
   */
  identity: string | null
}

/** An object in a listing. */
export interface ListedObject extends ObjectHead {
  key: string
}

/** Inclusive byte positions, as in an HTTP Range header. */
export interface ByteRange {
  start: number
  end: number
}

/** An object opened to be sent: either its body is read, or it is closed. */
export interface OpenObject {
  /** Bytes of the body; writing to the key later does not change it. */
  size: number
  /** The bytes of a range, or all; null when the object is gone or another. The body closes the object. */
  body(range?: ByteRange): Promise<Readable | null>
  close(): Promise<void>
}

/**
 * Storage for originals, renditions, thumbnails and clips. Keys are slash-separated and only made by the
 * server. For missing keys, get, open and head return null, and delete does nothing.
 */
export interface ObjectStore {
  /** localPath returns the object itself, not a copy. */
  readonly isLocal: boolean
  put(key: string, body: Uint8Array | string, contentType: string): Promise<void>
  /**
   * Moves the local file into the store if possible (a rename), otherwise uploads it; the file is gone
   * afterwards.
   */
  putFile(key: string, file: string, contentType: string): Promise<void>
  /**
   * Takes over a local file that is named by its content; an existing object stays unchanged. The file is
   * gone afterwards.
   * @returns whether the object is this very file, and not a copy or an earlier one
   */
  addFile(key: string, file: string, contentType: string): Promise<boolean>
  get(key: string, range?: ByteRange): Promise<Readable | null>
  open(key: string): Promise<OpenObject | null>
  head(key: string): Promise<ObjectHead | null>
  delete(key: string): Promise<void>
  /** Deletes every key that starts with the prefix, which must end with a slash. */
  deleteAll(prefix: string): Promise<void>
  /** Every object whose key starts with the prefix; without one, all of them. */
  list(prefix?: string): AsyncIterable<ListedObject>
  /**
   * A local path that ffmpeg can read. `scratch` is where a copy may be written when the store is not local;
   * the caller deletes that folder.
   */
  localPath(key: string, scratch: string): Promise<string>
  /** Tests the store with a real request. @throws when it doesn't work */
  check(): Promise<void>
}

/** Status of a store that gets too many calls (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html). */
const tooManyCalls = 429

/**
 * Whether an error or one of its causes says that the object store can't answer now, but could in a moment: its client
 * got no answer, or a failure of the store itself.
 */
export function isStoreBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  if (!$metadata) return isStoreBusy(error.cause)
  const { httpStatusCode: status } = $metadata
  return status === undefined || status >= 500 || status === tooManyCalls
}

const keyPattern = /^[a-zA-Z0-9][a-zA-Z0-9_.-]*(\/[a-zA-Z0-9][a-zA-Z0-9_.-]*)*\/?$/

/** Whether this could be an object's key, or a prefix of some. */
export const isKey = (text: string): boolean =>
  text.length <= 500 && keyPattern.test(text) && !text.includes('..')

/**
 * Every access of a store passes its key through this.
 * @throws when a key could escape its folder, because only server-made names pass; SlowInTransactionError
 */
export function checkKey(key: string): string {
  notInTransaction('The object store')
  if (!isKey(key)) throw new Error(`Bad object key: ${key}`)
  return key
}

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
