import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { sentences } from '#sentences/clips.ts'
import { gaugeDataFor } from '#server/analysis/index.ts'
import { isOverBudget } from '#server/core/http/errors.ts'
import { defineJob, type JobContext } from '#server/core/jobs/definition.ts'
import { recordProgress } from '#server/core/jobs/progress.ts'
import { fractionIn } from '#server/core/media/process.ts'
import { jobOf } from '#server/core/module.ts'
import { withLocal } from '#server/core/objects/store.ts'
import type { Deps } from '#server/deps.ts'
import { unsafeFindMusic } from '#server/music/index.ts'
import { chargedToOwner, unsafeFind, withOriginal } from '#server/videos/index.ts'
import { type RenderOptions, renderFile } from './render-file.ts'
import { type ClipRow, ownerOfClip, passLinksTo, unsafeFindClip, updateClip } from './store.ts'

type RenderDeps = Pick<Deps, 'db' | 'objects'>

class UnwantedError extends Error {
  override name = 'UnwantedError'
}

/** Renders a clip in scratch space and publishes it by updating its row. */
async function renderClip(deps: RenderDeps, clip: ClipRow, { signal, log }: JobContext): Promise<void> {
  if (clip.status === 'ready') return
  const { id: clipId } = clip
  const video = await unsafeFind(deps.db, clip.video_id)
  if (!video?.probe || !video.original_key || !video.stream_id) return
  const { probe } = video
  await updateClip(deps.db, clipId, { status: 'rendering', progress: 0, error: null })
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'trailcut-clip-'))
  const key = `streams/${video.stream_id}/clips/${clip.digest}.mp4`
  // The current data, so that a place that was added since the request is left out.
  const byRider = clip.gauges_by_rider
  const ride = clip.gauges && (await gaugeDataFor(deps.db, video, clip.parts, { byRider })).ride
  if (clip.gauges && !ride) throw new Error('The telemetry that the gauges show is gone')
  const gauges = clip.gauges && ride ? { choice: clip.gauges, ride } : null
  // When a person cancels a reel, its row is deleted.
  const unwanted = new AbortController()
  const progress = recordProgress(log, async percent => {
    if (!(await updateClip(deps.db, clipId, { progress: percent }))) unwanted.abort(new UnwantedError())
  })
  try {
    const name = 'clip.mp4'
    const out = path.join(scratch, name)
    await withOriginal(deps, video, async file => {
      const { format, recipe, parts } = clip
      const given = { file, probe, format, folder: scratch, name }
      const options: RenderOptions = {
        signal: AbortSignal.any([signal, unwanted.signal]),
        timeoutMs: 120_000 + clip.duration_seconds * 30_000,
        niceness: 3,
        onStdout: stdout =>
          createInterface(stdout).on('line', line => {
            const fraction = fractionIn(line, clip.duration_seconds)
            if (fraction !== null) progress.report(fraction)
          }),
      }
      await withMusic(deps, clip, music =>
        renderFile({ ...given, recipe, parts, gauges, ...(music ? { music } : {}) }, options),
      )
    })
    await progress.written()
    const { size } = await stat(out)
    await deps.objects.putFile(key, out, 'video/mp4')
    const unneeded = await deps.db.transaction().execute(async tx => {
      const kept = await updateClip(tx, clipId, { status: 'ready', progress: 100, object_key: key, size })
      return kept ? passLinksTo(tx, clipId) : [key]
    })
    for (const file of unneeded) await deps.objects.delete(file)
  } catch (error) {
    if (isOverBudget(error)) {
      await updateClip(deps.db, clipId, { status: 'failed', error: error.sentence })
      return
    }
    if (!(error instanceof UnwantedError)) throw error
    log.info({ clipId }, 'a clip that nobody wants any more was stopped')
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Passes the own music of a clip to the work as a local file; null when it has none. */
async function withMusic(
  { db, objects }: RenderDeps,
  { music_id }: ClipRow,
  work: (file: string | null) => Promise<void>,
): Promise<void> {
  if (!music_id) return work(null)
  const key = (await unsafeFindMusic(db, music_id))?.object_key
  if (!key) throw new Error('The music of the clip is gone')
  await withLocal(objects, key, work)
}

/** Renders one requested clip or reel. */
export const clipJob = defineJob({
  name: 'clips.render',
  schema: z.object({ clipId: z.uuid() }),
  key: data => data.clipId,
  personOf: (db, { clipId }) => ownerOfClip(db, clipId),
  retries: 3,
  timeoutSeconds: 1800,
  concurrency: 1,
})

export const clipHandler = jobOf<Deps, { clipId: string }>(clipJob, {
  async run(system, { clipId }, context) {
    const clip = await unsafeFindClip(system.db, clipId)
    if (clip) await chargedToOwner(system, clip.video_id, () => renderClip(system, clip, context))
  },
  giveUp: ({ db }, { clipId }) => updateClip(db, clipId, { status: 'failed', error: sentences.renderFailed }),
})
