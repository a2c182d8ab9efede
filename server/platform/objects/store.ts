import type { Readable } from 'node:stream'

export interface ObjectHead {
  size: number
  modified: Date
  /**
   * Another one after every write to the object. Null when the store cannot promise that: a file that was written a
   * moment ago could be written again within the same tick of its clock.
   */
  identity: string | null
}

/** Inclusive byte positions, as in an HTTP Range header. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Where originals, renditions, thumbnails and clips are kept. Keys are slash-separated, made by the server only.
 * Missing keys: get and head answer null, delete is silent.
 */
export interface ObjectStore {
  /** localPath answers the object itself, not a copy. */
  readonly isLocal: boolean
  put(key: string, body: Readable | Uint8Array | string, contentType: string): Promise<void>
  /** Takes the local file over where it can (a rename), otherwise uploads it; the file is gone afterwards. */
  putFile(key: string, file: string, contentType: string): Promise<void>
  /**
   * Takes over a local file that is named by its content: an object that is there already stays as it is. The file is
   * gone afterwards.
   * @returns whether the object is this very file, and not a copy of it or one that was there before
   */
  addFile(key: string, file: string, contentType: string): Promise<boolean>
  get(key: string, range?: ByteRange): Promise<Readable | null>
  head(key: string): Promise<ObjectHead | null>
  delete(key: string): Promise<void>
  /** Deletes every key that starts with the prefix, which must end with a slash. */
  deleteAll(prefix: string): Promise<void>
  list(prefix: string): AsyncIterable<string>
  /**
   * A local path that ffmpeg can read. `scratch` is where a copy may be put when the store is not local;
   * the caller removes that folder.
   */
  localPath(key: string, scratch: string): Promise<string>
  /** Really asks the store whether it works. @throws when it does not */
  check(): Promise<void>
}

const keyPattern = /^[a-zA-Z0-9][a-zA-Z0-9_.-]*(\/[a-zA-Z0-9][a-zA-Z0-9_.-]*)*\/?$/

/** @throws when a key could leave its place: only server-made names pass */
export function checkKey(key: string): string {
  if (key.length > 500 || !keyPattern.test(key) || key.includes('..'))
    throw new Error(`Bad object key: ${key}`)
  return key
}
