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
  let recovered = await completeArrived(deps)
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

/** Completes uploads whose last byte had arrived when a server died before recording it. @returns how many */
async function completeArrived(deps: UploadDeps): Promise<number> {
  let completed = 0
  for (const videoId of await deps.incoming.list())
    try {
      if (await completeIfWhole(deps, videoId)) completed++
    } catch (error) {
      // Not a video, or a deleted one: no one waits for it, and the sweep deletes its bytes.
      if (!(error instanceof AppError)) throw error
    }
  return completed
}

/** Deletes abandoned uploads, bytes of deleted videos, and files that were refused a day ago. @returns how many */
export async function sweepUploads(deps: UploadDeps, now: Date): Promise<number> {
  const old = await findAbandoned(deps.db, new Date(now.getTime() - uploadExpiryMs), 500)
  for (const video of old) await removeVideo(deps, video)
  let swept = old.length
  for (const videoId of await deps.incoming.list()) {
    const video = await unsafeFind(deps.db, videoId)
    if (video && !video.uploaded_at) continue
    await deps.incoming.forget(videoId)
    swept++
  }
  for (const video of await findForgotten(deps.db, now, 500)) {
    await removeFiles(deps.objects, video)
    await setForgotten(deps.db, video.id)
    swept++
  }
  return swept
}
