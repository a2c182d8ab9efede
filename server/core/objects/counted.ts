import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { ByteRange, ListedObject, ObjectHead, ObjectStore, OpenObject } from './store.ts'

/** Counts what a store holds, for the account that has to have room for it. */
export interface Count {
  /**
   * Counts an object that is about to be written, instead of an earlier one of this key.
   * @returns how many bytes the earlier one counted; null: there was none
   * @throws when there is no room
   */
  add(key: string, bytes: number): Promise<number | null>
  /** Counts an object that stays as it was. */
  restore(key: string, bytes: number): Promise<void>
  /** The object is gone. */
  remove(key: string): Promise<void>
  /** So is everything under a prefix that ends with a slash. */
  removeAll(prefix: string): Promise<void>
}

/**
 * The store that everything in the server writes to. Each object is counted before its first byte is written, so one
 * that there is no room for leaves nothing behind.
 */
export class CountedStore implements ObjectStore {
  readonly isLocal: boolean
  readonly #store: ObjectStore
  readonly #count: Count

  constructor(store: ObjectStore, count: Count) {
    this.isLocal = store.isLocal
    this.#store = store
    this.#count = count
  }

  async #counted<T>(key: string, bytes: number, write: () => Promise<T>): Promise<T> {
    const earlier = await this.#count.add(key, bytes)
    try {
      return await write()
    } catch (error) {
      // A write is all or nothing: the earlier object is still there.
      if (earlier === null) await this.#count.remove(key)
      else await this.#count.restore(key, earlier)
      throw error
    }
  }

  put(key: string, body: Uint8Array | string, contentType: string): Promise<void> {
    return this.#counted(key, Buffer.byteLength(body), () => this.#store.put(key, body, contentType))
  }

  async putFile(key: string, file: string, contentType: string): Promise<void> {
    const { size } = await stat(file)
    await this.#counted(key, size, () => this.#store.putFile(key, file, contentType))
  }

  async addFile(key: string, file: string, contentType: string): Promise<boolean> {
    const { size } = await stat(file)
    return this.#counted(key, size, () => this.#store.addFile(key, file, contentType))
  }

  get(key: string, range?: ByteRange): Promise<Readable | null> {
    return this.#store.get(key, range)
  }

  open(key: string): Promise<OpenObject | null> {
    return this.#store.open(key)
  }

  head(key: string): Promise<ObjectHead | null> {
    return this.#store.head(key)
  }

  async delete(key: string): Promise<void> {
    await this.#store.delete(key)
    await this.#count.remove(key)
  }

  async deleteAll(prefix: string): Promise<void> {
    await this.#store.deleteAll(prefix)
    await this.#count.removeAll(prefix)
  }

  list(prefix?: string): AsyncIterable<ListedObject> {
    return this.#store.list(prefix)
  }

  localPath(key: string, scratch: string): Promise<string> {
    return this.#store.localPath(key, scratch)
  }

  check(): Promise<void> {
    return this.#store.check()
  }
}
