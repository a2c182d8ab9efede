import { z } from 'zod'
import { AppError } from '#server/core/http/errors.ts'
import { ingestJob, ladderJob, playableJob } from './jobs.ts'
import { removeFiles, removeVideo } from './remove-video.ts'
import { uploadExpiryMs } from './rules.ts'
import { findAbandoned, findForgotten, findUnfinished, setForgotten, unsafeFind } from './store.ts'
import { completeIfWhole, type UploadDeps } from './upload/complete-upload.ts'
import type { IngestDeps } from './upload/ingest.ts'

/**
 * Resumes every video that a killed server left half-finished. Safe at any time: queued jobs are not queued
 * again, and finished steps do nothing when repeated.
 */
export async function recoverVideos(deps: UploadDeps & Pick<IngestDeps, 'requestAnalysis'>): Promise<number> {
  let recovered = 0
  for (const video of await findUnfinished(deps.db)) {
    recovered++
    if (!video.probe) await deps.jobs.send(deps.db, ingestJob, { videoId: video.id })
    else {
      if (video.stream_status !== 'ready') await deps.jobs.send(deps.db, playableJob, { videoId: video.id })
      if (video.ladder_progress < 100) await deps.jobs.send(deps.db, ladderJob, { videoId: video.id })
      if (video.ai_status === 'pending' || video.ai_status === 'processing')
        await deps.requestAnalysis(deps.db, video.id)
    }
  }
  return recovered
}

/**
 * Goes through the uploads whose bytes this process can reach and that no request works on: completes those whose last
 * byte had arrived when a server died before recording it, and deletes bytes that no video waits for.
 * @returns how many of each
 */
export async function tidyIncoming(deps: UploadDeps): Promise<{ completed: number; swept: number }> {
  const done = { completed: 0, swept: 0 }
  for (const videoId of await deps.incoming.list()) {
    if (!z.uuid().safeParse(videoId).success) {
      deps.log.warn({ name: videoId }, 'not an upload, though it is where uploads wait')
      continue
    }
    await deps.turns.ifIdle(videoId, async () => {
      const video = await unsafeFind(deps.db, videoId)
      if (video && !video.uploaded_at)
        try {
          if (await completeIfWhole(deps, videoId)) done.completed++
          return
        } catch (error) {
          if (!(error instanceof AppError)) {
            deps.log.error({ err: error, videoId }, 'an upload could not be completed')
            return
          }
          // Not a video: nobody waits for it.
        }
      await deps.incoming.forget(videoId)
      done.swept++
    })
  }
  return done
}

/** Deletes abandoned uploads, and files that were refused a day ago. @returns how many */
export async function sweepUploads(
  deps: Pick<UploadDeps, 'db' | 'objects' | 'incoming'>,
  now: Date,
): Promise<number> {
  const old = await findAbandoned(deps.db, new Date(now.getTime() - uploadExpiryMs), 500)
  for (const video of old) await removeVideo(deps, video)
  let swept = old.length
  for (const video of await findForgotten(deps.db, now, 500)) {
    await removeFiles(deps.objects, video)
    await setForgotten(deps.db, video.id)
    swept++
  }
  return swept
}
