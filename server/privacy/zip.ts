import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  /** A plain relative path. */
  name: string
  /** Its content in pieces, requested one after another. */
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

/**
 * A ZIP archive, created while it is read, entry by entry: only pieces of one entry are in memory. When the
 * reader disconnects or an entry fails, the current entry's content is closed and nothing more is requested.
 */
export function zip(entries: Iterable<ZipEntry>, at: Date): Readable {
  const file = new ZipFile()
  const archive = file.outputStream as Readable
  const over = new AbortController()
  archive.once('close', () => over.abort())
  for (const { name, content } of entries)
    file.addReadStreamLazy(name, { mtime: at }, take => {
      const source = Readable.from(content, { objectMode: false, signal: over.signal })
      source.once('error', error => archive.destroy(error))
      take(null, source)
    })
  file.end()
  return archive
}
