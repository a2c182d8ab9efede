import type { AiStatus } from '#contract/videos.ts'
import type { Deps } from '#server/deps.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { updateVideo } from '#server/videos/index.ts'
import { analysisJob } from './jobs.ts'
import { openRun } from './store.ts'

/** Starts an analysis, or names the one that is going. Part of the caller's transaction. */
export async function requestAnalysis(
  deps: Pick<Deps, 'jobs'>,
  tx: Queryable,
  videoId: string,
): Promise<{ runId: string; status: AiStatus }> {
  const run = await openRun(tx, videoId)
  if (run.isNew)
    await updateVideo(tx, videoId, {
      ai_status: 'pending',
      ai_error: null,
      ai_started_at: null,
      ai_completed_at: null,
    })
  // Sent again for a run that is going: the queue takes it only where the job was lost.
  await deps.jobs.send(tx, analysisJob, { runId: run.id })
  return { runId: run.id, status: run.status }
}
