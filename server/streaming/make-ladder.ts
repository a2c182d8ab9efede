import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Tx } from '#server/core/db/database.ts'
import { isDiskFull } from '#server/core/disk-full.ts'
import { isOverBudget } from '#server/core/http/errors.ts'
import { ffprobeCommand } from '#server/core/media/command.ts'
import { damageOf, type Found } from '#server/core/media/damage.ts'
import { UnusableVideoError } from '#server/core/media/probe.ts'
import { readMedia, runMedia } from '#server/core/media/process.ts'
import { withLocal } from '#server/core/objects/store.ts'
import { ladderCommand, soundCommand } from './commands.ts'
import { encodeToStore } from './encode.ts'
import { renditionPrefix, type StreamDeps, type StreamSource } from './make-playable.ts'
import {
  type Finished,
  finishedUnder,
  forgetRanges,
  joinRanges,
  OtherRenditionError,
  type Published,
  type RangeOutput,
} from './publish-folder.ts'
import { findRanges, finishRange, giveUpRanges, insertRanges, type RangeId, rangesOf } from './ranges.ts'
import { ladderFor, segmentFrames } from './rules.ts'
import { deleteUnfinished, findOfVideo, listRendition, openRenditions, retireOthers } from './store.ts'

/** A UUID named by its content. (RFC 9562, 5.8) */
function idOf(content: unknown): string {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const variant = '89ab'[Number.parseInt(hex[16] as string, 16) % 4]
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}

/**
 * The renditions of a source, each under a name that says what it is made of: an interrupted run's segments are found
 * again only by a run that would make the same ones.
 */
function namedLadder({ probe, streamId, sha256, file }: StreamSource) {
  const ladder = ladderFor(probe)
  const command = ladderCommand(file, probe, ladder, '').argv({ input: '', folder: '' })
  return ladder.map((r, place) => {
    const id = idOf([streamId, sha256, command, place])
    return { ...r, id, prefix: renditionPrefix(streamId, id) }
  })
}

/** Whether another run can't go on from what this one left, or needn't be expected. */
const leavesNothing = (error: unknown): boolean =>
  isOverBudget(error) ||
  isDiskFull(error) ||
  error instanceof UnusableVideoError ||
  error instanceof OtherRenditionError

export interface LadderOptions {
  signal: AbortSignal
  /** receives the fraction of what this run makes */
  onFraction: (fraction: number) => void
  /** begins the transaction that swaps the playlist, by locking the video, as a deletion does */
  onDone: (tx: Tx) => Promise<void>
  /** sends a job for each of these ranges in the transaction */
  sendRanges: (tx: Tx, ranges: RangeId[]) => Promise<void>
  /** sends a job that encodes the ladder in one piece */
  sendWhole: (tx: Tx) => Promise<void>
}

type NamedRendition = ReturnType<typeof namedLadder>[number]

const rowsOf = (renditions: NamedRendition[], videoId: string) =>
  renditions.map(r => ({
    id: r.id,
    videoId,
    prefix: r.prefix,
    kind: 'ladder' as const,
    width: r.width,
    height: r.height,
    bandwidth: r.maxBitrate,
    codecs: '',
    fps: r.fps,
    complete: false,
    live: false,
  }))

/** Deletes what was made of renditions that no run will finish. */
async function discard({ db, objects }: StreamDeps, renditions: NamedRendition[]): Promise<void> {
  for (const { id, prefix } of renditions) if (await deleteUnfinished(db, id)) await objects.deleteAll(prefix)
}

/** Replaces the video's earlier renditions by these, all of which are stored. @returns what is missing of the file */
async function replace(
  { db }: StreamDeps,
  { videoId, probe }: StreamSource,
  renditions: NamedRendition[],
  published: Published[],
  onDone: LadderOptions['onDone'],
): Promise<Found | null> {
  await db.transaction().execute(async tx => {
    await onDone(tx)
    for (const [i, { id, maxBitrate }] of renditions.entries())
      await listRendition(tx, id, {
        bandwidth: published[i]?.peakBandwidth || maxBitrate,
        codecs: published[i]?.codecs ?? '',
      })
    await retireOthers(
      tx,
      videoId,
      renditions.map(r => r.id),
    )
    for (const { id } of renditions) await giveUpRanges(tx, id)
  })
  return damageOf(probe, { seconds: published[0]?.seconds ?? 0, frames: null })
}

/** Enough for software encoding of every size on a small, busy machine. */
const timeoutOf = (seconds: number) => 5 * 60_000 + seconds * 40_000
/** The ladder yields to what people wait for. */
const niceness = 10

/**
 * Encodes the whole ladder from one decode and replaces the earlier renditions; or, if it is long and several workers
 * could share it, splits it into ranges and sends a job for each. After an interrupted run it goes on behind the last
 * segment that every rendition has, or with the ranges that are missing. What no run finishes is swept a day later.
 * @param workers how many take ladders; `leastSeconds` of a range, for tests; `whole`: ranges were tried, and it is not
 * to be split again
 * @returns what is missing of the file; null for a whole one
 */
export async function makeLadder(
  deps: StreamDeps,
  source: StreamSource,
  options: LadderOptions & { workers: number; leastSeconds?: number; whole?: boolean },
): Promise<Found | null> {
  const { probe, videoId } = source
  const renditions = namedLadder(source)
  const rows = rowsOf(renditions, videoId)
  const before = await Promise.all(rows.map(({ id }) => findOfVideo(deps.db, videoId, id)))
  if (before.every(row => row?.complete)) {
    // Another run, which counted as lost, has finished it.
    await deps.db.transaction().execute(options.onDone)
    return null
  }
  await openRenditions(deps.db, rows)
  const [top] = renditions
  if (!top) throw new Error('A ladder has a rendition')
  const found = await Promise.all(renditions.map(r => finishedUnder(deps.objects, r.prefix)))
  const resumes = found.some(({ segments }) => segments.length)
  if (options.whole && !resumes) for (const { prefix } of renditions) await deps.objects.deleteAll(prefix)
  const begun = await findRanges(deps.db, top.id)
  const split = begun.length || options.whole || resumes ? begun : rangesOf(probe, top.fps, options)
  if (split.length > 1) {
    if (!begun.length && probe.audio) await makeSound(deps, source, renditions, options.signal)
    const missing = begun.filter(({ percent }) => percent < 100)
    // When all are done, but not joined, any of them joins them.
    const wanted = begun.length ? (missing.length ? missing : begun.slice(-1)) : split
    await deps.db.transaction().execute(async tx => {
      if (!begun.length) await insertRanges(tx, top.id, split)
      await options.sendRanges(
        tx,
        wanted.map(({ first }) => ({ ladder: top.id, first })),
      )
    })
    return null
  }
  const shared = Math.min(...found.map(({ segments }) => segments.length))
  // The run repeats one segment, which its encoders need to get going; the first alone isn't worth it.
  const finished = shared > 1 ? shared : 0
  const first = Math.max(0, finished - 1)
  try {
    const { published } = await encodeToStore(deps.objects, {
      command: folder => ladderCommand(source.file, probe, renditions, folder, undefined, { first }),
      outputs: outputsOf(renditions, found, finished).map(output => ({ ...output, repeats: finished > 0 })),
      durationSeconds: probe.durationSeconds,
      fromSeconds: (first * segmentFrames(top.fps)) / top.fps,
      timeoutMs: timeoutOf(probe.durationSeconds),
      niceness,
      onFraction: options.onFraction,
      signal: options.signal,
    })
    return await replace(deps, source, renditions, published, options.onDone)
  } catch (error) {
    if (leavesNothing(error)) await discard(deps, renditions)
    throw error
  }
}

/** What a run writes, behind the first `finished` segments that an earlier one has stored. */
const outputsOf = (renditions: NamedRendition[], found: Finished[], finished: number) =>
  renditions.map((r, i) => ({
    prefix: r.prefix,
    finished: {
      segments: found[i]?.segments.slice(0, finished) ?? [],
      peakBandwidth: finished ? (found[i]?.peakBandwidth ?? 0) : 0,
    },
    growing: false,
    onProgress: async () => undefined,
  }))

const soundName = 'sound.mp4'
/** The key of the encoded sound of all renditions while a ladder is made in ranges. */
const soundKey = (renditions: readonly NamedRendition[]) => `${renditions[0]?.prefix}${soundName}`

/** Encodes the sound of all renditions, whole, so that it has no joints. */
async function makeSound(
  { objects }: StreamDeps,
  { file, probe }: StreamSource,
  renditions: NamedRendition[],
  signal: AbortSignal,
): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-sound-'))
  try {
    const timeoutMs = timeoutOf(probe.durationSeconds)
    await runMedia(soundCommand({ file, probe, renditions, folder, name: soundName }), {
      ...{ signal, timeoutMs, niceness },
    })
    await objects.putFile(soundKey(renditions), path.join(folder, soundName), 'video/mp4')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** When the encoded sound starts by its own clock, seconds. */
async function startOf(file: string, signal: AbortSignal): Promise<number> {
  const show = ['-show_entries', 'format=start_time', '-of', 'csv=p=0']
  const answer = await readMedia(ffprobeCommand({ file, demuxer: 'mov' }, show), {
    signal,
    timeoutMs: 60_000,
  })
  const start = Number.parseFloat(answer)
  if (!Number.isFinite(start)) throw new Error('The encoded sound has no start')
  return start
}

/** Encodes what is missing of a range. @throws OtherRenditionError when the film has less there than it promised */
async function encodeRange(
  { objects }: StreamDeps,
  { file, probe }: StreamSource,
  renditions: NamedRendition[],
  range: RangeOutput,
  { signal, onFraction }: Pick<LadderOptions, 'signal' | 'onFraction'>,
): Promise<void> {
  const { first, count } = range
  const found = await Promise.all(renditions.map(r => finishedUnder(objects, r.prefix, first)))
  const shared = Math.min(...found.map(({ segments }) => segments.length))
  if (shared === count) return
  // As in one piece: one segment more, which is dropped. It may belong to the range before.
  const finished = first + shared > 1 ? shared : 0
  const repeats = first + finished > 0
  const begin = first + finished - (repeats ? 1 : 0)
  const end = count === null ? null : first + count
  const fps = renditions[0]?.fps ?? 1
  const secondsOf = (segments: number) => (segments * segmentFrames(fps)) / fps
  const durationSeconds = count === null ? probe.durationSeconds - secondsOf(first) : secondsOf(count)
  const encode = (sound: { file: string; startsAt: number } | null) =>
    encodeToStore(objects, {
      command: folder =>
        ladderCommand(file, probe, renditions, folder, undefined, { first: begin, range: { end, sound } }),
      outputs: outputsOf(renditions, found, finished).map(output => ({ ...output, repeats, range })),
      durationSeconds,
      fromSeconds: secondsOf(begin - first),
      timeoutMs: timeoutOf(durationSeconds),
      niceness,
      onFraction,
      signal,
    })
  const { published } = probe.audio
    ? await withLocal(objects, soundKey(renditions), async sound =>
        encode({ file: sound, startsAt: await startOf(sound, signal) }),
      )
    : await encode(null)
  if (published.some(({ segments }) => segments !== (count ?? segments)))
    throw new OtherRenditionError(`The film has less than ${count} segments from ${first} on`)
}

/**
 * Encodes one range of a ladder. The one that ends last joins all and replaces the earlier renditions. Where ranges don't
 * fit together, the ladder is encoded in one piece instead.
 * @returns what is missing of the file, once all is there; null for a whole one, and before
 */
export async function makeRange(
  deps: StreamDeps,
  source: StreamSource,
  { ladder, first }: RangeId,
  options: LadderOptions,
): Promise<Found | null> {
  const renditions = namedLadder(source)
  const ranges = await findRanges(deps.db, ladder)
  const range = ranges.find(one => one.first === first)
  // It was given up, or another version of this program makes other renditions.
  if (!range || renditions[0]?.id !== ladder) return null
  await openRenditions(deps.db, rowsOf(renditions, source.videoId))
  try {
    if (range.percent < 100) await encodeRange(deps, source, renditions, range, options)
    const isLast = await deps.db.transaction().execute(tx => finishRange(tx, { ladder, first }))
    if (!isLast) return null
    await deps.objects.delete(soundKey(renditions))
    const joined = await Promise.all(renditions.map(r => joinRanges(deps.objects, r.prefix, ranges)))
    const damage = await replace(deps, source, renditions, joined, options.onDone)
    for (const { prefix } of renditions) await forgetRanges(deps.objects, prefix, ranges)
    return damage
  } catch (error) {
    // Another range has given up, or the video is deleted.
    if ((await findRanges(deps.db, ladder)).length === 0) return null
    if (!leavesNothing(error)) throw error
    if (isOverBudget(error)) {
      await discard(deps, renditions)
      throw error
    }
    // Others may end for the same reason, so the run in one piece deletes what all of them left.
    await deps.db.transaction().execute(async tx => {
      for (const { id } of renditions) await deleteUnfinished(tx, id)
      await options.sendWhole(tx)
    })
    return null
  }
}
