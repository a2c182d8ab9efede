import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { detectContainer, headBytes } from '#server/core/media/container.ts'
import { bulkFiles } from '#server/core/objects/bulk-files.ts'
import type { S3Store } from '#server/core/objects/s3.ts'
import {
  type Attempt,
  type AttemptNote,
  checkedId,
  DiskRoom,
  guard,
  type Incoming,
  type IncomingSettings,
  noteSchema,
  type Sealed,
  unknown,
} from './incoming.ts'

/** As much as a browser sends in one request (web/features/upload/transfer/transfer.ts). */
const pieceBytes = 8 * 1024 * 1024
const bytesType = 'application/octet-stream'
const root = 'incoming/'

interface Piece {
  key: string
  start: number
  end: number
}

const digits = (position: number) => String(position).padStart(15, '0')

/** The pieces that follow each other without a gap, from the first byte on. */
function withoutGap(keys: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const key of [...keys].sort()) {
    const [start = Number.NaN, end = Number.NaN] = path.basename(key).split('-').map(Number)
    if (start !== at || !(end > start)) continue
    pieces.push({ key, start, end })
    at = end
  }
  return pieces
}

/**
 * Bytes of uploads in a bucket, where all servers reach them. Each request adds objects of up to 8 MiB, named by the bytes
 * they hold, so one that was cut off loses nothing of an earlier one. A piece waits on this machine's disk until it is
 * whole, not in memory: riders' lines are slow.
 */
export class RemoteIncoming implements Incoming {
  readonly maxBytes: number
  readonly idleMs: number
  readonly room: DiskRoom
  readonly #bucket: S3Store

  constructor(bucket: S3Store, { dataDir, maxBytes, idleMs, minFreeDisk = 0 }: IncomingSettings) {
    this.#bucket = bucket
    this.maxBytes = maxBytes
    this.idleMs = idleMs
    this.room = new DiskRoom(dataDir, minFreeDisk)
  }

  roomFor(bytes: number, arrived = 0): number {
    return Math.min(bytes - arrived, pieceBytes)
  }

  #of(videoId: string): string {
    return `${root}${checkedId(videoId)}/`
  }

  #pieces(videoId: string, { attempt }: Pick<Attempt, 'attempt'>): string {
    return `${this.#of(videoId)}${attempt}/`
  }

  #note(videoId: string, note: AttemptNote): Promise<void> {
    return this.#bucket.put(`${this.#of(videoId)}attempt.json`, JSON.stringify(note), 'application/json')
  }

  async begin(videoId: string, note: Omit<AttemptNote, 'attempt'> | null): Promise<Attempt> {
    await this.forget(videoId)
    const attempt = { ...(note ?? unknown()), attempt: randomUUID() }
    if (note) await this.#note(videoId, attempt)
    return { ...attempt, arrived: 0 }
  }

  async current(videoId: string): Promise<Attempt | null> {
    const stored = await this.#bucket.get(`${this.#of(videoId)}attempt.json`)
    if (!stored) return null
    const note = noteSchema.parse(await json(stored))
    return { ...note, arrived: (await this.#arrived(videoId, note)).at(-1)?.end ?? 0 }
  }

  async #arrived(videoId: string, attempt: Pick<Attempt, 'attempt'>): Promise<Piece[]> {
    const keys: string[] = []
    for await (const { key } of this.#bucket.list(this.#pieces(videoId, attempt))) keys.push(key)
    return withoutGap(keys)
  }

  async setLength(videoId: string, length: number): Promise<void> {
    const current = await this.current(videoId)
    if (current) await this.#note(videoId, noteSchema.parse({ ...current, length }))
  }

  async append(videoId: string, attempt: Attempt, body: Readable): Promise<number> {
    const scratch = await mkdtemp(path.join(os.tmpdir(), 'trailcut-piece-'))
    const file = path.join(scratch, 'piece')
    let at = attempt.arrived
    const store = async (checked: AsyncIterable<Buffer>) => {
      const source = new Chunks(checked)
      while (!source.ended) {
        await pipeline(source.upTo(pieceBytes), createWriteStream(file, { fs: bulkFiles }))
        const end = at + source.taken
        const key = `${this.#pieces(videoId, attempt)}${digits(at)}-${digits(end)}`
        if (end > at) await this.#bucket.putFile(key, file, bytesType)
        at = end
      }
      if (source.broken) throw source.broken
    }
    let storing: Promise<void> | undefined
    try {
      await pipeline(body, guard(at, this.maxBytes), (checked: AsyncIterable<Buffer>) => {
        storing = store(checked)
        return storing
      })
      return at
    } finally {
      // When the body breaks off, the last piece is still on its way to the bucket.
      await storing?.catch(() => undefined)
      await rm(scratch, { recursive: true, force: true })
    }
  }

  async seal(videoId: string, attempt: Attempt): Promise<Sealed> {
    const pieces = await this.#arrived(videoId, attempt)
    const whole = `${this.#of(videoId)}${randomUUID()}.sealed`
    const hash = createHash('sha256')
    let head = Buffer.alloc(0)
    let size = 0
    const read = async function* (bucket: S3Store) {
      for (const { key } of pieces) {
        const stored = await bucket.get(key)
        if (!stored) throw new Error(`A piece of an upload is gone: ${key}`)
        for await (const chunk of stored as AsyncIterable<Buffer>) {
          hash.update(chunk)
          if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes)])
          size += chunk.length
          yield chunk
        }
      }
    }
    const joined = Readable.from(read(this.#bucket), { objectMode: false })
    try {
      await this.#bucket.putStream(whole, joined, bytesType)
    } finally {
      // When the store refuses, the piece under way is left unread otherwise.
      joined.destroy()
    }
    return {
      ...{ sha256: hash.digest('hex'), size, container: detectContainer(head) },
      keep: (key, contentType) => this.#bucket.copy(whole, { key, contentType, size }),
      discard: () => this.#bucket.delete(whole),
    }
  }

  async forget(videoId: string): Promise<void> {
    await this.#bucket.deleteAll(this.#of(videoId))
  }

  async list(): Promise<string[]> {
    const found = new Set<string>()
    for await (const { key } of this.#bucket.list(root)) found.add(key.split('/')[1] ?? '')
    return [...found]
  }
}

/** A body that is taken in portions. When it breaks off, the portion under way ends there. */
class Chunks {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)
  /** bytes of the latest portion */
  taken = 0
  ended = false
  /** why it ended, if it broke off */
  broken: unknown

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async *upTo(most: number): AsyncGenerator<Buffer> {
    this.taken = 0
    while (this.taken < most) {
      if (this.#rest.length === 0) {
        const next = await this.#source.next().catch((error: unknown) => {
          this.broken = error
          return { done: true as const, value: undefined }
        })
        if (next.done) {
          this.ended = true
          return
        }
        this.#rest = next.value
      }
      const chunk = this.#rest.subarray(0, most - this.taken)
      this.#rest = this.#rest.subarray(chunk.length)
      this.taken += chunk.length
      yield chunk
    }
  }
}
