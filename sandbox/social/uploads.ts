import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'

/** The result of receiving a request's body. */
export interface Received {
  /** the file's size now */
  size: number
  /** the request was incomplete */
  broken: boolean
}

/**
 * Appends a request's body to a file at an offset, streaming, and keeps what arrived of a broken one.
 * @param cutAfter takes at most this many bytes; the caller then closes the connection
 */
export async function receive(
  request: IncomingMessage,
  file: string,
  offset: number,
  cutAfter?: number,
): Promise<Received> {
  const handle = await open(file, 'a+')
  await handle.truncate(offset)
  let position = offset
  try {
    // The connection stays open until the caller has saved its progress: a sender that is cut off asks at
    // once.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      const room = cutAfter === undefined ? chunk.length : Math.max(0, offset + cutAfter - position)
      const kept = chunk.subarray(0, room)
      await handle.write(kept)
      position += kept.length
      if (kept.length < chunk.length) return { size: position, broken: true }
    }
    return { size: position, broken: false }
  } catch {
    // The sender disconnected in the middle; it can resume.
    return { size: position, broken: true }
  } finally {
    await handle.close()
  }
}

/** Uploads in progress, each over one connection at a time. */
export class Arrivals {
  readonly #open = new Map<string, { request: IncomingMessage; done: Promise<void> }>()

  /**
   * Closes the connection that is uploading and waits until its bytes are saved: a client that reconnects has
   * abandoned it.
   */
  async takeOver(id: string): Promise<void> {
    const before = this.#open.get(id)
    before?.request.destroy()
    await before?.done
  }

  /** Receives bytes of an upload over this connection. */
  async by<T>(request: IncomingMessage, id: string, take: () => Promise<T>): Promise<T> {
    const { promise: done, resolve } = Promise.withResolvers<void>()
    this.#open.set(id, { request, done })
    try {
      return await take()
    } finally {
      this.#open.delete(id)
      resolve()
    }
  }
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
