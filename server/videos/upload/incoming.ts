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
import { type Container, containerOf, detectContainer, headBytes } from '#server/core/media/container.ts'
import { bulkFiles } from '#server/core/objects/bulk-files.ts'
import { sealCopy, vouchFor } from '#server/core/objects/sealed.ts'
import type { ObjectStore } from '#server/core/objects/store.ts'

export const noteSchema = z.object({
  /** what its bytes are kept under */
  attempt: z.uuid(),
  /** bytes of the complete file; null: not known yet */
  length: z.number().nullable(),
  metadata: z.record(z.string(), z.string().nullable()).optional(),
  createdAt: z.string(),
})

/** The stored description of a resumable attempt. */
export type AttemptNote = z.infer<typeof noteSchema>

/** One attempt to upload a video: with bytes of its own, which no other attempt ever writes to. */
export interface Attempt extends AttemptNote {
  /** bytes so far */
  arrived: number
}

/** A complete upload, as a copy that no request can write to. */
export interface Sealed {
  /** hex */
  sha256: string
  /** bytes */
  size: number
  /** null: not a video */
  container: Container | null
  /** Makes it the object with this key. */
  keep(key: string, contentType: string): Promise<void>
  /** Deletes what is left of the copy. */
  discard(): Promise<void>
}

/** Where bytes wait until an upload is complete: for each video those of one attempt. */
export interface Incoming {
  readonly maxBytes: number
  /** longest time without a byte */
  readonly idleMs: number
  /** on this machine */
  readonly room: DiskRoom
  /** How much of the room an upload of this many bytes needs, of which some have arrived. */
  roomFor(bytes: number, arrived?: number): number
  /**
   * Starts an attempt without a byte; those of earlier attempts are discarded.
   * @param note for a resumable attempt; one without is known only to its own request
   */
  begin(videoId: string, note: Omit<AttemptNote, 'attempt'> | null): Promise<Attempt>
  /** The resumable attempt; null when there is none. */
  current(videoId: string): Promise<Attempt | null>
  setLength(videoId: string, length: number): Promise<void>
  /**
   * Checks bytes as they arrive and adds them to an attempt; when they break off, those that arrived stay.
   * @returns how many there are then @throws AppError too_large, not_a_video
   */
  append(videoId: string, attempt: Attempt, body: Readable): Promise<number>
  /** Copies all that arrived to where nobody else can write to it, and hashes it on the way. */
  seal(videoId: string, attempt: Attempt): Promise<Sealed>
  forget(videoId: string): Promise<void>
  /** The videos that bytes are kept for; anything else that lies there, by its name. */
  list(): Promise<string[]>
}

const noteName = 'attempt.json'
const missing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** An id as a part of a path. @throws when it isn't one */
export function checkedId(videoId: string): string {
  if (!/^[0-9a-f-]{36}$/.test(videoId)) throw new Error(`Not a video's id: ${videoId}`)
  return videoId
}

export interface IncomingSettings {
  dataDir: string
  maxBytes: number
  /** longest time without a byte */
  idleMs: number
  /** bytes of the disk that uploads never use */
  minFreeDisk?: number
}

/** Space on a folder's disk, part of which is always kept free. */
export class DiskRoom {
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

/** Bytes of uploads in a folder, with one of its own for each video, and in it a file for each attempt. */
export class FolderIncoming implements Incoming {
  readonly folder: string
  readonly maxBytes: number
  readonly idleMs: number
  readonly room: DiskRoom
  readonly #objects: ObjectStore

  constructor(objects: ObjectStore, { dataDir, maxBytes, idleMs, minFreeDisk = 0 }: IncomingSettings) {
    this.#objects = objects
    this.folder = path.join(dataDir, 'incoming')
    this.maxBytes = maxBytes
    this.room = new DiskRoom(this.folder, minFreeDisk)
    this.idleMs = idleMs
  }

  /** Creates the folder. */
  async prepare(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
  }

  roomFor(bytes: number, arrived = 0): number {
    return roomFor(bytes) - arrived
  }

  #of(videoId: string): string {
    return path.join(this.folder, checkedId(videoId))
  }

  #fileOf(videoId: string, { attempt }: Pick<Attempt, 'attempt'>): string {
    return path.join(this.#of(videoId), attempt)
  }

  async begin(videoId: string, note: Omit<AttemptNote, 'attempt'> | null): Promise<Attempt> {
    await this.forget(videoId)
    await mkdir(this.#of(videoId), { mode: 0o700, recursive: true })
    const attempt = { ...(note ?? unknown()), attempt: randomUUID() }
    await writeFile(this.#fileOf(videoId, attempt), '', { flag: 'wx', mode: 0o600 })
    if (note) await this.#note(videoId, attempt)
    return { ...attempt, arrived: 0 }
  }

  async #note(videoId: string, note: AttemptNote): Promise<void> {
    const file = path.join(this.#of(videoId), noteName)
    await writeFile(`${file}.new`, JSON.stringify(note))
    await rename(`${file}.new`, file)
  }

  async current(videoId: string): Promise<Attempt | null> {
    try {
      const note = noteSchema.parse(
        JSON.parse(await readFile(path.join(this.#of(videoId), noteName), 'utf8')),
      )
      return { ...note, arrived: (await stat(this.#fileOf(videoId, note))).size }
    } catch (error) {
      if (missing(error)) return null
      throw error
    }
  }

  async setLength(videoId: string, length: number): Promise<void> {
    const current = await this.current(videoId)
    if (current) await this.#note(videoId, noteSchema.parse({ ...current, length }))
  }

  async append(videoId: string, attempt: Attempt, body: Readable): Promise<number> {
    const file = createWriteStream(this.#fileOf(videoId, attempt), {
      flags: 'r+',
      start: attempt.arrived,
      fs: bulkFiles,
    })
    await pipeline(body, guard(attempt.arrived, this.maxBytes), file)
    return attempt.arrived + file.bytesWritten
  }

  async seal(videoId: string, attempt: Attempt): Promise<Sealed> {
    return sealFile(this.#objects, this.#fileOf(videoId, attempt))
  }

  async forget(videoId: string): Promise<void> {
    await rm(this.#of(videoId), { recursive: true, force: true })
  }

  list(): Promise<string[]> {
    return readdir(this.folder)
  }
}

/**
 * Seals a file on this machine, as a copy next to it: so a store in a folder can take it over without another copy.
 */
export async function sealFile(objects: ObjectStore, file: string): Promise<Sealed> {
  const copy = `${file}.${randomUUID()}.sealed`
  const discard = () => rm(copy, { force: true })
  try {
    const { sha256, size } = await sealCopy(file, copy)
    return {
      ...{ sha256, size, discard },
      container: await containerOf(copy),
      async keep(key, contentType) {
        if (await objects.addFile(key, copy, contentType)) await vouchFor(objects, key, sha256)
      },
    }
  } catch (error) {
    await discard()
    throw error
  }
}

/** What is known of an attempt that nobody resumes. */
export const unknown = (): Omit<AttemptNote, 'attempt'> => ({
  length: null,
  createdAt: new Date().toISOString(),
})

/**
 * Takes a whole body at once (the multipart form).
 * @returns its attempt @throws AppError too_large, not_a_video or bad_request; nothing of it is kept then
 */
export async function takeWhole(incoming: Incoming, videoId: string, body: Readable): Promise<Attempt> {
  const attempt = await incoming.begin(videoId, null)
  try {
    const arrived = await incoming.append(videoId, attempt, body)
    if (arrived === 0) throw new AppError('bad_request', sentences.empty, { field: 'file' })
    return { ...attempt, arrived }
  } catch (error) {
    await incoming.forget(videoId)
    throw error
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
