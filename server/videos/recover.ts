import type { Deps } from '#server/deps.ts'
import { completeUpload, type UploadDeps } from './complete-upload.ts'
import { ingestJob, ladderJob, playableJob } from './jobs.ts'
import { removeVideo } from './remove-video.ts'
import { uploadExpiryMs } from './rules.ts'
import { findAbandoned, findUnfinished, unsafeFind } from './store.ts'

/**
 * Brings every video that a killed server left half-way back on its way. Safe at any time: jobs that are
 * queued already are not queued again, and finished steps do nothing when they run twice.
 * @param requestAnalysis starts the analysis again where it had begun
 */
export async function recoverVideos(
  deps: UploadDeps &
    Pick<Deps, 'db'> & { requestAnalysis(tx: Deps['db'], videoId: string): Promise<unknown> },
): Promise<number> {
  let recovered = 0
  for (const video of await findUnfinished(deps.db)) {
    recovered++
    if (!video.uploaded_at) await completeUpload(deps, video.id)
    else if (!video.probe) await deps.jobs.send(deps.db, ingestJob, { videoId: video.id })
    else {
      if (video.stream_status !== 'ready') await deps.jobs.send(deps.db, playableJob, { videoId: video.id })
      if (video.ladder_progress < 100) await deps.jobs.send(deps.db, ladderJob, { videoId: video.id })
      if (video.ai_status === 'pending' || video.ai_status === 'processing')
        await deps.requestAnalysis(deps.db, video.id)
    }
  }
  return recovered
}

/** Forgets uploads that nobody came back to, and bytes whose video is gone. @returns how many */
export async function sweepUploads(deps: UploadDeps, now: Date): Promise<number> {
  const old = await findAbandoned(deps.db, new Date(now.getTime() - uploadExpiryMs), 500)
  for (const video of old) await removeVideo(deps, video)
  let swept = old.length
  for (const videoId of await deps.incoming.list()) {
    const video = /^[0-9a-f-]{36}$/.test(videoId) ? await unsafeFind(deps.db, videoId) : null
    if (video && !video.uploaded_at) continue
    await deps.incoming.forget(videoId)
    swept++
  }
  return swept
}
