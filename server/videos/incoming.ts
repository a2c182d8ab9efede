import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#server/platform/http/errors.ts'
import { detectContainer, headBytes } from '#server/platform/media/container.ts'
import { sentences } from './rules.ts'

/** Where bytes wait until an upload is whole. Files are named by the video's id. */
export class Incoming {
  readonly folder: string
  readonly maxBytes: number

  constructor(dataDir: string, maxBytes: number) {
    this.folder = path.join(dataDir, 'incoming')
    this.maxBytes = maxBytes
  }

  async prepare(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
  }

  file(videoId: string): string {
    return path.join(this.folder, videoId)
  }

  /** Bytes that have arrived so far; null when there is no such upload. */
  async size(videoId: string): Promise<number | null> {
    try {
      return (await stat(this.file(videoId))).size
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }

  /** Writes a whole body in one go (the multipart form). @throws AppError too_large, not_a_video or bad_request */
  async writeWhole(videoId: string, body: Readable): Promise<void> {
    try {
      await pipeline(
        body,
        guard(0, this.maxBytes),
        createWriteStream(this.file(videoId), { flags: 'w', mode: 0o600 }),
      )
      if ((await this.size(videoId)) === 0)
        throw new AppError('bad_request', sentences.empty, { field: 'file' })
    } catch (error) {
      await this.forget(videoId)
      throw error
    }
  }

  async forget(videoId: string): Promise<void> {
    await rm(this.file(videoId), { force: true })
    await rm(`${this.file(videoId)}.json`, { force: true })
  }

  async list(): Promise<string[]> {
    const names = await readdir(this.folder)
    return [...new Set(names.map(name => name.replace(/\.json$/, '')))]
  }
}

const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024)

/**
 * Watches bytes on their way to the disk: stops at the size limit, and at the first bytes if they are not a video's.
 * @param offset where in the file this body starts
 */
export function guard(offset: number, maxBytes: number): Transform {
  let position = offset
  let head: Buffer = Buffer.alloc(0)
  let known = offset > 0
  const check = (): AppError | null => {
    known = true
    return detectContainer(head) ? null : new AppError('not_a_video', sentences.notAVideo, { field: 'file' })
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      position += chunk.length
      if (position > maxBytes)
        return done(new AppError('too_large', sentences.tooLarge(megabytes(maxBytes)), { field: 'file' }))
      if (known) return done(null, chunk)
      head = Buffer.concat([head, chunk])
      if (head.length < headBytes) return done()
      const wrong = check()
      if (wrong) done(wrong)
      else done(null, head)
    },
    flush(done) {
      if (known || !head.length) return done()
      const wrong = check()
      if (wrong) done(wrong)
      else done(null, head)
    },
  })
}
