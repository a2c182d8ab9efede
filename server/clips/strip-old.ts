import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Deps } from '#server/deps.ts'
import type { JobContext } from '#server/platform/jobs/definition.ts'
import { runMedia } from '#server/platform/media/process.ts'
import { withLocal } from '#server/platform/objects/with-local.ts'
import { repackCommand } from '#server/streaming/index.ts'
import { unsafeFind } from '#server/videos/index.ts'
import { stripClipJob } from './jobs.ts'
import { clipsToStrip, replaceStripped, unsafeFindClip } from './store.ts'

const name = 'clip.mp4'

/**
 * The job for one clip of an earlier version: repackages it under a new name, without the original's tags.
 */
export async function stripClip(
  deps: Pick<Deps, 'db' | 'objects'>,
  clipId: string,
  { signal }: JobContext,
): Promise<void> {
  const clip = await unsafeFindClip(deps.db, clipId)
  if (!clip?.object_key || clip.stripped) return
  const video = await unsafeFind(deps.db, clip.video_id)
  if (!video?.stream_id) return
  const old = clip.object_key
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-strip-'))
  try {
    await withLocal(deps.objects, old, file =>
      runMedia(
        repackCommand({ file, hasSound: Boolean(video.probe?.audio), folder, to: { kind: 'mp4', name } }),
        { signal, timeoutMs: 120_000 + clip.duration_seconds * 4000, niceness: 15 },
      ),
    )
    const out = path.join(folder, name)
    const { size } = await stat(out)
    const key = `streams/${video.stream_id}/clips/${clip.digest}-clean.mp4`
    await deps.objects.putFile(key, out, 'video/mp4')
    const replaced = await replaceStripped(deps.db, clipId, { key, size })
    await deps.objects.delete(replaced ? old : key)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const atOnce = 500

/** Enqueues clips of an earlier version for rewriting. @returns how many */
export async function enqueueClipStripping(deps: Pick<Deps, 'db' | 'jobs'>): Promise<number> {
  const ids = await clipsToStrip(deps.db, atOnce)
  for (const clipId of ids) await deps.jobs.send(deps.db, stripClipJob, { clipId })
  return ids.length
}
