import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { initName, playlistName } from '#server/platform/media/command.ts'
import type { ObjectStore } from '#server/platform/objects/store.ts'
import { repackedStream } from './commands.ts'
import { encodeToStore } from './encode.ts'
import { renditionPrefix, type StreamDeps } from './make-playable.ts'
import { parsePlaylist } from './playlist.ts'
import { findUnstripped, insertRenditions, retireOne, type UnstrippedRendition } from './store.ts'

async function join(objects: ObjectStore, prefix: string, to: string): Promise<number> {
  const read = async (name: string) => {
    const stream = await objects.get(prefix + name)
    if (!stream) throw new Error(`${prefix}${name} is gone`)
    return stream
  }
  const playlist = Buffer.concat(await (await read(playlistName)).toArray()).toString('utf8')
  const { segments } = parsePlaylist(playlist)
  for (const [i, name] of [initName, ...segments.map(s => s.name)].entries())
    await pipeline(await read(name), createWriteStream(to, { flags: i === 0 ? 'w' : 'a' }))
  return segments.reduce((sum, segment) => sum + segment.seconds, 0)
}

async function stripOne(
  deps: StreamDeps,
  video: { videoId: string; streamId: string },
  old: UnstrippedRendition,
  signal: AbortSignal,
): Promise<void> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'trailcut-strip-'))
  const id = randomUUID()
  const prefix = renditionPrefix(video.streamId, id)
  try {
    const file = path.join(scratch, 'old.mp4')
    const seconds = await join(deps.objects, old.prefix, file)
    const {
      published: [published],
    } = await encodeToStore(deps.objects, {
      command: folder => repackedStream(file, old.codecs.includes('mp4a'), folder),
      outputs: [{ prefix, onProgress: async () => undefined }],
      durationSeconds: Math.max(1, seconds),
      timeoutMs: 5 * 60_000 + seconds * 4000,
      niceness: 15,
      signal,
    })
    if (!published || Math.abs(published.seconds - seconds) > 1)
      throw new Error(`${published?.seconds} of ${seconds} s came out of ${old.prefix}`)
    const swapped = await deps.db.transaction().execute(async tx => {
      // A rendition already replaced, by the ladder for instance, needs no successor.
      if (!(await retireOne(tx, old.id))) return false
      await insertRenditions(tx, [
        {
          ...old,
          id,
          prefix,
          videoId: video.videoId,
          codecs: published.codecs,
          bandwidth: published.peakBandwidth || old.bandwidth,
          live: true,
        },
      ])
      return true
    })
    if (!swapped) await deps.objects.deleteAll(prefix)
  } catch (error) {
    await deps.objects.deleteAll(prefix)
    throw error
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/**
 * Repackages every playable rendition made by an earlier version, without the original's place, person and
 * camera. Each one takes effect as soon as it is done, so an interrupted run resumes where it stopped.
 * @throws as encodeToStore
 */
export async function stripRenditions(
  deps: StreamDeps,
  video: { videoId: string; streamId: string },
  signal: AbortSignal,
): Promise<void> {
  for (const old of await findUnstripped(deps.db, video.videoId)) await stripOne(deps, video, old, signal)
}
