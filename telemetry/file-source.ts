import { open } from 'node:fs/promises'
import type { RandomAccessSource } from './source.ts'

/**
 * Opens a local file for reading at any position. Close with `await using` or `[Symbol.asyncDispose]()`.
 * @throws the error of node:fs when the file can't be opened
 */
export async function openFileSource(path: string): Promise<RandomAccessSource & AsyncDisposable> {
  const handle = await open(path, 'r')
  const { size } = await handle.stat()
  return {
    size,
    async read(offset, length) {
      const buffer = new Uint8Array(Math.max(0, Math.min(length, size - offset)))
      let done = 0
      while (done < buffer.length) {
        const { bytesRead } = await handle.read(buffer, done, buffer.length - done, offset + done)
        if (bytesRead === 0) break
        done += bytesRead
      }
      return done === buffer.length ? buffer : buffer.subarray(0, done)
    },
    [Symbol.asyncDispose]: () => handle.close(),
  }
}
