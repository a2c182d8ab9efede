import { randomUUID } from 'node:crypto'
import type { Database, Tx } from '#server/core/db/database.ts'
import { damageOf, type Found } from '#server/core/media/damage.ts'
import type { Probe } from '#server/core/media/probe.ts'
import type { ObjectStore } from '#server/core/objects/store.ts'
import { ladderCommand, remuxCommand } from './commands.ts'
import { encodeToStore } from './encode.ts'
import type { Published } from './publish-folder.ts'
import { canRemux, firstRendition, outputFps } from './rules.ts'
import { completeRendition, insertRenditions, retireOthers } from './store.ts'

export interface StreamSource {
  videoId: string
  streamId: string
  probe: Probe
  /** of the original's bytes */
  sha256: string
  /** local path of the original */
  file: string
}

export interface StreamDeps {
  db: Database
  objects: ObjectStore
}

/** The key prefix of a rendition's files. */
export const renditionPrefix = (streamId: string, renditionId: string): string =>
  `streams/${streamId}/${renditionId}/`

/**
 * Makes a video playable as soon as possible: the source itself repackaged if browsers play its codec,
 * otherwise a small first rendition; either grows while it plays.
 * @param onPlayable begins the transaction that adds the first segment to the video's playlist, by locking the video: a
 * deletion locks it first, too, and then what belongs to it
 * @returns what is missing of the file; null for a whole one
 */
export async function makePlayable(
  deps: StreamDeps,
  source: StreamSource,
  options: {
    signal: AbortSignal
    onFraction: (fraction: number) => void
    onPlayable: (tx: Tx) => Promise<void>
  },
): Promise<Found | null> {
  const { probe, videoId } = source
  const id = randomUUID()
  const prefix = renditionPrefix(source.streamId, id)
  const copied = canRemux(probe)
  const small = firstRendition(probe)
  const size = copied ? { width: probe.video.width, height: probe.video.height } : small
  let announced = false

  const goLive = async (published: Published) => {
    if (announced || !published.segments) return
    announced = true
    await deps.db.transaction().execute(async tx => {
      await options.onPlayable(tx)
      await retireOthers(tx, videoId, [])
      await insertRenditions(tx, [
        {
          id,
          videoId,
          prefix,
          kind: copied ? 'remux' : 'first',
          width: size.width,
          height: size.height,
          bandwidth: published.peakBandwidth || small.maxBitrate,
          codecs: published.codecs,
          fps: outputFps(copied ? probe.video.fps : small.fps),
          complete: false,
          live: true,
        },
      ])
    })
  }
  const encoding = encodeToStore(deps.objects, {
    command: folder =>
      copied
        ? remuxCommand(source.file, probe, folder)
        : ladderCommand(source.file, probe, [small], folder, 'ultrafast'),
    outputs: [{ prefix, growing: true, onProgress: goLive }],
    durationSeconds: probe.durationSeconds,
    timeoutMs: 60_000 + probe.durationSeconds * 4000,
    niceness: 0,
    onFraction: options.onFraction,
    signal: options.signal,
  })
  const { published, frames } = await encoding.catch(async error => {
    // No row refers to these files, so no sweep would find them; on a full disk every further attempt would
    // leave more.
    if (!announced) await deps.objects.deleteAll(prefix)
    throw error
  })
  const [made] = published as [Published]
  await completeRendition(deps.db, id, made.peakBandwidth)
  // Of an encoded rendition the frames are ours.
  return damageOf(probe, { seconds: made.seconds, frames: copied ? frames : null })
}
