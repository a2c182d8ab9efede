import { randomUUID } from 'node:crypto'
import type { Tx } from '#server/core/db/database.ts'
import { damageOf, type Found } from '#server/core/media/damage.ts'
import { ladderCommand } from './commands.ts'
import { encodeToStore } from './encode.ts'
import { renditionPrefix, type StreamDeps, type StreamSource } from './make-playable.ts'
import { ladderFor } from './rules.ts'
import { insertRenditions, retireOthers } from './store.ts'

/**
 * Encodes the whole ladder from one decode and replaces the earlier renditions. An interrupted run leaves
 * files that no playlist refers to; the next one uses new names.
 * @param onDone begins the transaction that swaps the playlist, by locking the video, as a deletion does
 * @returns what is missing of the file; null for a whole one
 */
export async function makeLadder(
  deps: StreamDeps,
  source: StreamSource,
  options: { signal: AbortSignal; onFraction: (fraction: number) => void; onDone: (tx: Tx) => Promise<void> },
): Promise<Found | null> {
  const { probe, videoId } = source
  const renditions = ladderFor(probe).map(r => {
    const id = randomUUID()
    return { ...r, id, prefix: renditionPrefix(source.streamId, id) }
  })
  try {
    const { published } = await encodeToStore(deps.objects, {
      command: folder => ladderCommand(source.file, probe, renditions, folder),
      outputs: renditions.map(r => ({ prefix: r.prefix, onProgress: async () => undefined })),
      durationSeconds: probe.durationSeconds,
      // Enough for software encoding of every size on a small, busy machine.
      timeoutMs: 5 * 60_000 + probe.durationSeconds * 40_000,
      niceness: 10,
      onFraction: options.onFraction,
      signal: options.signal,
    })
    const rows = renditions.map((r, i) => ({
      id: r.id,
      videoId,
      prefix: r.prefix,
      kind: 'ladder' as const,
      width: r.width,
      height: r.height,
      bandwidth: published[i]?.peakBandwidth || r.maxBitrate,
      codecs: published[i]?.codecs ?? '',
      fps: r.fps,
      complete: true,
      live: true,
    }))
    await deps.db.transaction().execute(async tx => {
      await options.onDone(tx)
      await insertRenditions(tx, rows)
      await retireOthers(
        tx,
        videoId,
        rows.map(r => r.id),
      )
    })
    return damageOf(probe, { seconds: published[0]?.seconds ?? 0, frames: null })
  } catch (error) {
    for (const r of renditions) await deps.objects.deleteAll(r.prefix)
    throw error
  }
}
