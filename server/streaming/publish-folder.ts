import { watch } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { sentences as mediaSentences } from '#sentences/media.ts'
import { DiskFullError } from '#server/core/disk-full.ts'
import { initName, playlistName } from '#server/core/media/command.ts'
import { isWholeMov } from '#server/core/media/container.ts'
import { UnusableVideoError } from '#server/core/media/probe.ts'
import type { ObjectStore } from '#server/core/objects/store.ts'
import { codecsOf, mediaPlaylist, parsePlaylist, type Segment } from './playlist.ts'

// File events can be lost (network folders, full event queues), so the folder is also checked this often.
const lookEveryMs = 250

export interface Published {
  codecs: string
  segments: number
  seconds: number
  /** Highest bit rate of any segment so far. */
  peakBandwidth: number
}

// ffmpeg's HLS muxer ignores write errors: on a full disk it exits normally, with truncated files.
const cutOff = (name: string) => new DiskFullError(`The end of ${name} is missing`)

/** Direct children of a box: `start` and `end` include their headers. (ISO/IEC 14496-12, 4.2) */
function* boxesIn(bytes: Buffer, from: number, to: number) {
  for (let start = from; start + 8 <= to; ) {
    const length = bytes.readUInt32BE(start)
    const end = start + length
    if (length < 8 || end > to) throw new Error('A box of the init segment has no plain length')
    yield { type: bytes.toString('latin1', start + 4, start + 8), start, end }
    start = end
  }
}

/**
 * An init segment without user data. ffmpeg's HLS muxer writes its name and version there, whatever its
 * flags; nothing else is in it, because the source's tags are not copied. No offsets change, because it holds
 * no media.
 * @throws Error when it isn't as ffmpeg writes it
 */
function withoutUserData(init: Buffer): Buffer {
  const kept: Buffer[] = []
  for (const box of boxesIn(init, 0, init.length)) {
    if (box.type !== 'moov') {
      kept.push(init.subarray(box.start, box.end))
      continue
    }
    const children = [...boxesIn(init, box.start + 8, box.end)]
      .filter(({ type }) => type !== 'udta')
      .map(({ start, end }) => init.subarray(start, end))
    const header = Buffer.from(init.subarray(box.start, box.start + 8))
    header.writeUInt32BE(children.reduce((sum, { length }) => sum + length, header.length))
    kept.push(header, ...children)
  }
  return Buffer.concat(kept)
}

/**
 * Moves what ffmpeg writes into one folder to the object store while it is being written: the init segment,
 * each finished segment, then the playlist that lists them.
 */
export class FolderPublisher {
  readonly #folder: string
  readonly #prefix: string
  readonly #objects: ObjectStore
  readonly #onProgress: (published: Published) => Promise<void>
  #done: Segment[] = []
  #codecs = ''
  #peak = 0
  #wake: (() => void) | undefined
  #finished = false

  constructor(given: {
    folder: string
    /** ends with a slash */
    prefix: string
    objects: ObjectStore
    /** Called after each step that made more of it playable. */
    onProgress: (published: Published) => Promise<void>
  }) {
    this.#folder = given.folder
    this.#prefix = given.prefix
    this.#objects = given.objects
    this.#onProgress = given.onProgress
  }

  /** Runs alongside ffmpeg until finish() is called; rejects when the store, the disk or onProgress fails. */
  async follow(): Promise<void> {
    const watcher = watch(this.#folder, () => this.#wake?.())
    watcher.on('error', () => this.#wake?.()) // the polling interval takes over
    try {
      while (!this.#finished) {
        await this.#carry(false)
        if (this.#finished) break
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, lookEveryMs)
          this.#wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    } finally {
      watcher.close()
    }
  }

  /**
   * ffmpeg has exited normally: moves the rest and closes the playlist.
   * @throws UnusableVideoError when there is nothing to play
   */
  async finish(running: Promise<void>): Promise<Published> {
    this.#finished = true
    this.#wake?.()
    await running
    await this.#carry(true)
    if (!this.#done.length) throw new UnusableVideoError(mediaSentences.noFrames)
    return this.#state()
  }

  /** Ends follow() without closing the playlist. */
  abandon(): void {
    this.#finished = true
    this.#wake?.()
  }

  #state(): Published {
    const seconds = this.#done.reduce((sum, s) => sum + s.seconds, 0)
    return { codecs: this.#codecs, segments: this.#done.length, seconds, peakBandwidth: this.#peak }
  }

  async #carry(last: boolean): Promise<void> {
    let text: string
    try {
      text = await readFile(path.join(this.#folder, playlistName), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
      throw error
    }
    const { segments, ended } = parsePlaylist(text)
    if (last && !ended) throw cutOff(playlistName)
    const fresh = segments.slice(this.#done.length)
    if (!fresh.length && !last) return
    if (!this.#codecs && segments.length) {
      const init = withoutUserData(await readFile(await this.#whole(initName)))
      this.#codecs = codecsOf(init)
      await this.#objects.put(this.#prefix + initName, init, 'video/mp4')
    }
    for (const segment of fresh) {
      const key = this.#prefix + segment.name
      await this.#objects.putFile(key, await this.#whole(segment.name), 'video/mp4')
      const size = (await this.#objects.head(key))?.size ?? 0
      if (segment.seconds > 0.5) this.#peak = Math.max(this.#peak, Math.round((size * 8) / segment.seconds))
      this.#done.push(segment)
      // The first segment is announced at once, because it makes the video playable.
      if (this.#done.length === 1) await this.#announce(false)
    }
    await this.#announce(last)
  }

  /** The path of one of ffmpeg's files. @throws DiskFullError when its end is missing */
  async #whole(name: string): Promise<string> {
    const file = path.join(this.#folder, name)
    if ((await stat(file)).size === 0 || !(await isWholeMov(file))) throw cutOff(name)
    return file
  }

  async #announce(ended: boolean): Promise<void> {
    const playlist = mediaPlaylist(this.#done, initName, ended)
    await this.#objects.put(this.#prefix + playlistName, playlist, 'application/vnd.apple.mpegurl')
    await this.#onProgress(this.#state())
  }
}
