import { createHash } from 'node:crypto'
import type { Tx } from '#server/core/db/database.ts'
import { isDiskFull } from '#server/core/disk-full.ts'
import { isOverBudget } from '#server/core/http/errors.ts'
import { damageOf, type Found } from '#server/core/media/damage.ts'
import { UnusableVideoError } from '#server/core/media/probe.ts'
import { ladderCommand } from './commands.ts'
import { encodeToStore } from './encode.ts'
import { renditionPrefix, type StreamDeps, type StreamSource } from './make-playable.ts'
import { finishedUnder, OtherRenditionError } from './publish-folder.ts'
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

/**
 * Encodes the whole ladder from one decode and replaces the earlier renditions. After an interrupted run it goes on
 * behind the last segment that every rendition has. What no run finishes is swept a day later.
 * @param onDone begins the transaction that swaps the playlist, by locking the video, as a deletion does
 * @returns what is missing of the file; null for a whole one
 */
export async function makeLadder(
  deps: StreamDeps,
  source: StreamSource,
  options: { signal: AbortSignal; onFraction: (fraction: number) => void; onDone: (tx: Tx) => Promise<void> },
): Promise<Found | null> {
  const { probe, videoId } = source
  const renditions = namedLadder(source)
  const rows = renditions.map(r => ({
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
  const before = await Promise.all(rows.map(({ id }) => findOfVideo(deps.db, videoId, id)))
  if (before.every(row => row?.complete)) {
    // Another run, which counted as lost, has finished it.
    await deps.db.transaction().execute(options.onDone)
    return null
  }
  await openRenditions(deps.db, rows)
  const found = await Promise.all(renditions.map(r => finishedUnder(deps.objects, r.prefix)))
  const shared = Math.min(...found.map(({ segments }) => segments.length))
  // The run repeats one segment, which its encoders need to get going; the first alone isn't worth it.
  const finished = shared > 1 ? shared : 0
  const first = Math.max(0, finished - 1)
  const [{ fps } = { fps: 1 }] = renditions
  try {
    const { published } = await encodeToStore(deps.objects, {
      command: folder => ladderCommand(source.file, probe, renditions, folder, undefined, first),
      outputs: renditions.map((r, i) => ({
        prefix: r.prefix,
        finished: {
          segments: found[i]?.segments.slice(0, finished) ?? [],
          peakBandwidth: finished ? (found[i]?.peakBandwidth ?? 0) : 0,
        },
        growing: false,
        onProgress: async () => undefined,
      })),
      durationSeconds: probe.durationSeconds,
      fromSeconds: (first * segmentFrames(fps)) / fps,
      // Enough for software encoding of every size on a small, busy machine.
      timeoutMs: 5 * 60_000 + probe.durationSeconds * 40_000,
      niceness: 10,
      onFraction: options.onFraction,
      signal: options.signal,
    })
    await deps.db.transaction().execute(async tx => {
      await options.onDone(tx)
      for (const [i, { id, bandwidth }] of rows.entries())
        await listRendition(tx, id, {
          bandwidth: published[i]?.peakBandwidth || bandwidth,
          codecs: published[i]?.codecs ?? '',
        })
      await retireOthers(
        tx,
        videoId,
        rows.map(r => r.id),
      )
    })
    return damageOf(probe, { seconds: published[0]?.seconds ?? 0, frames: null })
  } catch (error) {
    if (leavesNothing(error))
      for (const { id, prefix } of renditions)
        if (await deleteUnfinished(deps.db, id)) await deps.objects.deleteAll(prefix)
    throw error
  }
}
