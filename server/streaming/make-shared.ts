import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { isDiskFull } from '#server/core/disk-full.ts'
import { MediaProcessError, runMedia } from '#server/core/media/process.ts'
import { canShareCopy, shareCommand } from './commands.ts'
import type { StreamDeps, StreamSource } from './make-playable.ts'
import { findShared, markSharedReady } from './shared-store.ts'

const name = 'video.mp4'

/**
 * Creates the file of the whole video for platforms: video and audio, copied if their codecs allow it, and
 * nothing else from the original. Each run writes under its own name; the row refers to the valid one.
 * @throws as runMedia
 */
export async function makeShared(deps: StreamDeps, source: StreamSource, signal: AbortSignal): Promise<void> {
  const { file, probe, videoId } = source
  if ((await findShared(deps.db, videoId))?.status !== 'pending') return
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-share-'))
  const write = (copy: boolean) =>
    runMedia(shareCommand({ file, probe, folder, name, copy }), {
      signal,
      timeoutMs: 5 * 60_000 + probe.durationSeconds * (copy ? 4000 : 40_000),
      niceness: 5,
    })
  try {
    try {
      await write(canShareCopy(probe))
    } catch (error) {
      // Some files have timestamps that can't be copied into an MP4; encoding creates new ones.
      if (!(error instanceof MediaProcessError && canShareCopy(probe)) || isDiskFull(error)) throw error
      await rm(path.join(folder, name), { force: true })
      await write(false)
    }
    const out = path.join(folder, name)
    const { size } = await stat(out)
    const key = `streams/${source.streamId}/shared/${randomUUID()}.mp4`
    await deps.objects.putFile(key, out, 'video/mp4')
    if (!(await markSharedReady(deps.db, videoId, { key, size }))) await deps.objects.delete(key)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
