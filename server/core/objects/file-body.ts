import { closeSync, read, readSync } from 'node:fs'
import { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ByteRange } from './store.ts'

const largeBytes = 512 * 1024
const smallBytes = 64 * 1024
/** How many large buffers there are; who comes later, such as behind many slow clients, gets a small one. */
const mostLarge = 32

const free: Buffer[] = []
let large = 0

function takeBuffer(bytes: number): Buffer {
  const reused = bytes > smallBytes ? free.pop() : undefined
  if (reused) return reused
  if (bytes <= smallBytes || large === mostLarge) return Buffer.allocUnsafe(Math.min(bytes, smallBytes))
  large++
  return Buffer.allocUnsafeSlow(largeBytes)
}

/** @param inUse whether the kernel may still read it, so that it can't be filled again */
function giveBack(buffer: Buffer, inUse: boolean): void {
  if (buffer.length !== largeBytes) return
  if (inUse) large--
  else free.push(buffer)
}

/**
 * A range of an open file, which closes the file in the end. To a response it is sent in large parts of a reused
 * buffer, the next one once the kernel has taken the last: the streams of Node would make a new buffer for each of
 * many small parts.
 */
export class FileBody extends Readable {
  readonly #file: number
  #isReading = false
  /** to be called once a read under way has ended */
  #close: (() => void) | null = null
  #at: number
  readonly #end: number
  readonly #isWarm: boolean
  /** being sent */
  #buffer: Buffer | null = null

  /**
   * @param file its descriptor
   * @param isWarm whether the system has it in memory, so that reading it takes less than asking another thread to
   */
  constructor(file: number, { start, end }: ByteRange, isWarm: boolean) {
    super()
    this.#isWarm = isWarm
    this.#file = file
    this.#at = start
    this.#end = end + 1
  }

  override pipe<T extends NodeJS.WritableStream>(to: T, options?: { end?: boolean }): T {
    if (!(to instanceof ServerResponse)) return super.pipe(to, options)
    this.#send(to).catch(error => this.destroy(error))
    return to
  }

  async #send(to: ServerResponse): Promise<void> {
    this.#buffer = takeBuffer(this.#end - this.#at)
    while (this.#at < this.#end) {
      const part = this.#isWarm ? this.#now(this.#buffer) : await this.#next(this.#buffer)
      // What was destroyed meanwhile has given its buffer back.
      if (this.destroyed) return
      const { promise, resolve } = Promise.withResolvers<Error | null | undefined>()
      to.write(part, resolve)
      const lost = await promise
      if (this.destroyed) return
      if (lost) return void this.destroy()
    }
    giveBack(this.#buffer, false)
    this.#buffer = null
    to.end()
    this.push(null)
    this.resume()
  }

  #wanted(buffer: Buffer): number {
    return Math.min(buffer.length, this.#end - this.#at)
  }

  #was(buffer: Buffer, bytes: number): Buffer {
    if (bytes === 0) throw new Error('A file became shorter while it was read')
    this.#at += bytes
    return buffer.subarray(0, bytes)
  }

  #now(buffer: Buffer): Buffer {
    return this.#was(buffer, readSync(this.#file, buffer, 0, this.#wanted(buffer), this.#at))
  }

  async #next(buffer: Buffer): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    this.#isReading = true
    read(this.#file, buffer, 0, this.#wanted(buffer), this.#at, (error, bytes) => {
      this.#isReading = false
      this.#close?.()
      if (error) reject(error)
      else resolve(bytes)
    })
    return this.#was(buffer, await promise)
  }

  override _read(): void {
    if (this.#at >= this.#end) return void this.push(null)
    const buffer = Buffer.allocUnsafe(Math.min(smallBytes, this.#end - this.#at))
    this.#next(buffer).then(
      part => this.push(part),
      error => this.destroy(error),
    )
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (this.#buffer) giveBack(this.#buffer, true)
    this.#buffer = null
    this.#close = () => {
      try {
        // Nothing was written, so there is nothing to wait for; another thread would take ten times as long.
        closeSync(this.#file)
        done(error)
      } catch (cause) {
        done(error ?? (cause as Error))
      }
    }
    if (!this.#isReading) this.#close()
  }
}
