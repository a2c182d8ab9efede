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
import { peakOf } from './rules.ts'

// File events can be lost (network folders, full event queues), so the folder is also checked this often.
const lookEveryMs = 250

const playlistType = 'application/vnd.apple.mpegurl'

export interface Published {
  codecs: string
  segments: number
  seconds: number
  /** Highest bit rate of any segment so far. */
  peakBandwidth: number
}

/** What earlier runs have stored of a rendition. */
export interface Finished {
  segments: Segment[]
  peakBandwidth: number
}

/** What is stored of a rendition doesn't fit together, for example because other software made a part of it. */
export class OtherRenditionError extends Error {
  override name = 'OtherRenditionError'
}

/** The list of a rendition that is played only once it is complete: a later run reads it, no player does. */
const unfinishedName = 'unfinished.m3u8'

/** What a range of a rendition stores besides its segments, until it is joined with the others. @param first its first segment */
const rangeFiles = (first: number) => {
  const name = `range-${String(first).padStart(5, '0')}`
  return { list: `${name}.m3u8`, init: `${name}.mp4` }
}

/** Some of a rendition's segments, made by a run of their own. */
export interface RangeOutput {
  first: number
  /** how many they are; null: up to the end of the film */
  count: number | null
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
  readonly #list: { growing: string; complete: string }
  readonly #init: string
  readonly #skipped: number
  readonly #most: number
  readonly #onProgress: (published: Published) => Promise<void>
  readonly #done: Segment[]
  /** how many of them were there before */
  readonly #before: number
  #codecs = ''
  #peak: number
  #wake: (() => void) | undefined
  #finished = false

  constructor(given: {
    folder: string
    /** ends with a slash */
    prefix: string
    objects: ObjectStore
    /** The run goes on behind these segments. */
    finished?: Finished | undefined
    /** Whether the run's first segment is there already, or another range makes it: it is dropped. */
    repeats?: boolean | undefined
    /** A range stores nothing else; what plays is joined from all of them. */
    range?: RangeOutput | undefined
    /** Whether it plays while it grows; if not, a run that was given up never shortens what plays. */
    growing: boolean
    /** Called after each step that made more of it playable. */
    onProgress: (published: Published) => Promise<void>
  }) {
    this.#folder = given.folder
    this.#prefix = given.prefix
    this.#objects = given.objects
    const own = given.range && rangeFiles(given.range.first)
    const growing = given.growing ? playlistName : unfinishedName
    this.#list = own ? { growing: own.list, complete: own.list } : { growing, complete: playlistName }
    this.#init = own?.init ?? initName
    this.#skipped = given.repeats ? 1 : 0
    this.#most = given.range?.count ?? Number.POSITIVE_INFINITY
    this.#onProgress = given.onProgress
    this.#done = [...(given.finished?.segments ?? [])]
    this.#before = this.#done.length
    this.#peak = given.finished?.peakBandwidth ?? 0
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
    const fresh = segments
      .slice(this.#done.length - this.#before + this.#skipped)
      .slice(0, this.#most - this.#done.length)
    if (!this.#codecs && segments.length) await this.#begin()
    if (!fresh.length && !last) return
    let whole = false
    try {
      for (const segment of fresh) {
        const key = this.#prefix + segment.name
        await this.#objects.putFile(key, await this.#whole(segment.name), 'video/mp4')
        const size = (await this.#objects.head(key))?.size ?? 0
        this.#peak = Math.max(this.#peak, peakOf(size, segment.seconds))
        this.#done.push(segment)
        // The first segment is announced at once, because it makes the video playable.
        if (this.#done.length === 1) await this.#announce(false)
      }
      whole = true
    } finally {
      // Those stored before an error count for the next run.
      await this.#announce(last && whole)
    }
  }

  /** Stores the init segment. @throws OtherRenditionError when there is another one already */
  async #begin(): Promise<void> {
    const init = withoutUserData(await readFile(await this.#whole(initName)))
    this.#codecs = codecsOf(init)
    const key = this.#prefix + this.#init
    if (!this.#before) return this.#objects.put(key, init, 'video/mp4')
    const stored = await (await this.#objects.get(key))?.toArray()
    if (!stored || !init.equals(Buffer.concat(stored)))
      throw new OtherRenditionError(`${key} is not the one of this run`)
  }

  /** The path of one of ffmpeg's files. @throws DiskFullError when its end is missing */
  async #whole(name: string): Promise<string> {
    const file = path.join(this.#folder, name)
    if ((await stat(file)).size === 0 || !(await isWholeMov(file))) throw cutOff(name)
    return file
  }

  async #announce(ended: boolean): Promise<void> {
    const playlist = mediaPlaylist(this.#done, initName, ended)
    const name = ended ? this.#list.complete : this.#list.growing
    await this.#objects.put(this.#prefix + name, playlist, playlistType)
    if (ended && this.#list.growing === unfinishedName)
      await this.#objects.delete(this.#prefix + unfinishedName)
    await this.#onProgress(this.#state())
  }
}

/**
 * The segments under a prefix that earlier runs have finished, from the start or of a range: those that they list, which
 * is noted after each of them.
 * @param first of the range
 */
export async function finishedUnder(objects: ObjectStore, prefix: string, first?: number): Promise<Finished> {
  const names = first === undefined ? [unfinishedName, playlistName] : [rangeFiles(first).list]
  const segments: Segment[] = []
  let peakBandwidth = 0
  for (const name of names) {
    const list = await (await objects.get(prefix + name))?.toArray()
    if (!list) continue
    for (const segment of parsePlaylist(Buffer.concat(list).toString()).segments) {
      const found = await objects.head(prefix + segment.name)
      if (!found) break
      peakBandwidth = Math.max(peakBandwidth, peakOf(found.size, segment.seconds))
      segments.push(segment)
    }
    break
  }
  return { segments, peakBandwidth }
}

/**
 * Joins the ranges of a rendition, of which nothing is encoded or copied: its playlist lists the segments of all.
 * @throws OtherRenditionError when they weren't made by the same software, or something is missing
 */
export async function joinRanges(
  objects: ObjectStore,
  prefix: string,
  ranges: readonly RangeOutput[],
): Promise<Published> {
  const segments: Segment[] = []
  let peakBandwidth = 0
  let init: Buffer | undefined
  for (const { first, count } of ranges) {
    const stored = await (await objects.get(prefix + rangeFiles(first).init))?.toArray()
    const found = await finishedUnder(objects, prefix, first)
    const bytes = stored && Buffer.concat(stored)
    init ??= bytes
    if (!bytes || !init?.equals(bytes) || found.segments.length !== (count ?? found.segments.length))
      throw new OtherRenditionError(`The range of ${prefix} at segment ${first} doesn't fit the others`)
    segments.push(...found.segments)
    peakBandwidth = Math.max(peakBandwidth, found.peakBandwidth)
  }
  if (!init) throw new Error('At least one range')
  await objects.put(prefix + initName, init, 'video/mp4')
  await objects.put(prefix + playlistName, mediaPlaylist(segments, initName, true), playlistType)
  const seconds = segments.reduce((sum, s) => sum + s.seconds, 0)
  return { codecs: codecsOf(init), segments: segments.length, seconds, peakBandwidth }
}

/** Deletes what only the joining needed. */
export async function forgetRanges(
  objects: ObjectStore,
  prefix: string,
  ranges: readonly RangeOutput[],
): Promise<void> {
  for (const { first } of ranges)
    for (const name of Object.values(rangeFiles(first))) await objects.delete(prefix + name)
}
