import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'

/** Where receiving ended. */
export interface Received {
  /** the file's size now */
  size: number
  /** the request did not come whole */
  broken: boolean
}

/**
 * Appends a request's body to a file from an offset on, as it comes, and keeps what arrived of a broken one.
 * @param cutAfter takes no more than so many bytes; the caller breaks the line
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
    // The connection stays up until its caller has kept how far it came: a sender that is cut off asks at once.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      const room = cutAfter === undefined ? chunk.length : Math.max(0, offset + cutAfter - position)
      const kept = chunk.subarray(0, room)
      await handle.write(kept)
      position += kept.length
      if (kept.length < chunk.length) return { size: position, broken: true }
    }
    return { size: position, broken: false }
  } catch {
    // The sender went away in the middle, which is what resuming is for.
    return { size: position, broken: true }
  } finally {
    await handle.close()
  }
}

/** The uploads whose bytes are arriving, each by one connection at a time. */
export class Arrivals {
  readonly #open = new Map<string, { request: IncomingMessage; done: Promise<void> }>()

  /** Cuts the connection that brings this upload and waits until its bytes are kept: a client that comes back has left it. */
  async takeOver(id: string): Promise<void> {
    const before = this.#open.get(id)
    before?.request.destroy()
    await before?.done
  }

  /** Takes bytes of an upload by this connection. */
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

const headerWithin = 1024 * 1024

/** How long an MP4 plays, in seconds, as its movie header says; null when it has none. */
export async function durationOf(file: string): Promise<number | null> {
  const handle = await open(file)
  try {
    // The header is near one of the ends, and a video is too long to read whole.
    const { size } = await handle.stat()
    const bytes = Buffer.alloc(Math.min(size, headerWithin))
    for (const start of [0, size - bytes.length]) {
      await handle.read(bytes, 0, bytes.length, start)
      const at = bytes.indexOf('mvhd')
      if (at < 0 || at + 40 > bytes.length) continue
      const long = bytes[at + 4] === 1
      const timescale = bytes.readUInt32BE(at + (long ? 24 : 16))
      const ticks = long ? Number(bytes.readBigUInt64BE(at + 28)) : bytes.readUInt32BE(at + 20)
      return timescale ? ticks / timescale : null
    }
    return null
  } finally {
    await handle.close()
  }
}
