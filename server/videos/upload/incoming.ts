import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { sentences as common } from '#sentences/http.ts'
import { sentences } from '#sentences/videos.ts'
import { AppError } from '#server/core/http/errors.ts'
import { detectContainer, headBytes } from '#server/core/media/container.ts'
import { bulkFiles } from '#server/core/objects/bulk-files.ts'

const noteSchema = z.object({
  /** the file's name */
  attempt: z.uuid(),
  /** bytes of the complete file; null: not known yet */
  length: z.number().nullable(),
  metadata: z.record(z.string(), z.string().nullable()).optional(),
  createdAt: z.string(),
})

/** The stored description of a resumable attempt. */
export type AttemptNote = z.infer<typeof noteSchema>

/** One attempt to upload a video: with its own file, which no other attempt ever writes to. */
export interface Attempt extends AttemptNote {
  file: string
  /** bytes so far */
  arrived: number
}

const noteName = 'attempt.json'
const idPattern = /^[0-9a-f-]{36}$/
const missing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Space on a folder's disk, part of which is always kept free. */
class DiskRoom {
  readonly #folder: string
  readonly #leaveFree: number
  #promised = 0

  /** @param leaveFree bytes that are never used */
  constructor(folder: string, leaveFree: number) {
    this.#folder = folder
    this.#leaveFree = leaveFree
  }

  /** @throws AppError no_space when this many more bytes would leave too little free */
  async check(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder)
    if (bavail * bsize - this.#promised - bytes < this.#leaveFree)
      throw new AppError('no_space', common.noRoom)
  }

  /**
   * Reserves this many bytes for a caller that is about to write them.
   * @returns releases the reservation, once written or given up @throws AppError no_space
   */
  async take(bytes: number): Promise<() => void> {
    await this.check(bytes)
    this.#promised += bytes
    return () => {
      this.#promised -= bytes
    }
  }
}

/** Where bytes wait until an upload is complete: a folder per video, with a file per attempt. */
export class Incoming {
  readonly folder: string
  readonly maxBytes: number
  /** longest time without a byte */
  readonly idleMs: number
  readonly room: DiskRoom

  constructor({
    dataDir,
    maxBytes,
    idleMs,
    minFreeDisk = 0,
  }: {
    dataDir: string
    maxBytes: number
    idleMs: number
    minFreeDisk?: number
  }) {
    this.folder = path.join(dataDir, 'incoming')
    this.maxBytes = maxBytes
    this.room = new DiskRoom(this.folder, minFreeDisk)
    this.idleMs = idleMs
  }

  /** Creates the folder. */
  async prepare(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
  }

  #of(videoId: string): string {
    if (!idPattern.test(videoId)) throw new Error(`Not a video's id: ${videoId}`)
    return path.join(this.folder, videoId)
  }

  /**
   * Starts an attempt with an empty file; earlier attempts' bytes are discarded.
   * @param note for a resumable attempt; one without is known only to its own request
   */
  async begin(videoId: string, note: null): Promise<{ file: string }>
  async begin(videoId: string, note: Omit<AttemptNote, 'attempt'>): Promise<Attempt>
  async begin(
    videoId: string,
    note: Omit<AttemptNote, 'attempt'> | null,
  ): Promise<Attempt | { file: string }> {
    await this.forget(videoId)
    const folder = this.#of(videoId)
    await mkdir(folder, { mode: 0o700, recursive: true })
    const attempt = randomUUID()
    const file = path.join(folder, attempt)
    await writeFile(file, '', { flag: 'wx', mode: 0o600 })
    if (!note) return { file }
    await this.#note(videoId, { ...note, attempt })
    return { ...note, attempt, file, arrived: 0 }
  }

  async #note(videoId: string, note: AttemptNote): Promise<void> {
    const file = path.join(this.#of(videoId), noteName)
    await writeFile(`${file}.new`, JSON.stringify(note))
    await rename(`${file}.new`, file)
  }

  /** The resumable attempt; null when there is none. */
  async current(videoId: string): Promise<Attempt | null> {
    try {
      const note = noteSchema.parse(
        JSON.parse(await readFile(path.join(this.#of(videoId), noteName), 'utf8')),
      )
      const file = path.join(this.#of(videoId), note.attempt)
      return { ...note, file, arrived: (await stat(file)).size }
    } catch (error) {
      if (missing(error)) return null
      throw error
    }
  }

  async setLength(videoId: string, length: number): Promise<void> {
    const current = await this.current(videoId)
    if (!current) return
    const { attempt, metadata, createdAt } = current
    await this.#note(videoId, { attempt, createdAt, length, ...(metadata ? { metadata } : {}) })
  }

  /**
   * Writes a whole body at once (the multipart form).
   * @returns its file @throws AppError too_large, not_a_video or bad_request
   */
  async writeWhole(videoId: string, body: Readable): Promise<string> {
    const { file } = await this.begin(videoId, null)
    try {
      await pipeline(body, guard(0, this.maxBytes), createWriteStream(file, { flags: 'r+', fs: bulkFiles }))
      if ((await stat(file)).size === 0) throw new AppError('bad_request', sentences.empty, { field: 'file' })
      return file
    } catch (error) {
      await this.forget(videoId)
      throw error
    }
  }

  async forget(videoId: string): Promise<void> {
    await rm(this.#of(videoId), { recursive: true, force: true })
  }

  async list(): Promise<string[]> {
    const entries = await readdir(this.folder, { withFileTypes: true })
    return entries.filter(e => e.isDirectory() && idPattern.test(e.name)).map(e => e.name)
  }
}

/** While it is sealed, an upload is on the disk twice. */
export const roomFor = (bytes: number): number => 2 * bytes

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
        return done(
          new AppError('too_large', sentences.tooLarge({ megabytes: megabytes(maxBytes) }), {
            field: 'file',
          }),
        )
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
