import type { AiStatus } from '#contract/videos.ts'
import type { Deps } from '#server/deps.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { analysisJob } from './jobs.ts'
import { openRun } from './store.ts'
import { queueAnalysis } from './video-store.ts'

/** Starts an analysis, or names the one that is going. Part of the caller's transaction. */
export async function requestAnalysis(
  deps: Pick<Deps, 'jobs'>,
  tx: Queryable,
  videoId: string,
): Promise<{ runId: string; status: AiStatus }> {
  const run = await openRun(tx, videoId)
  if (run.isNew) await queueAnalysis(tx, videoId)
  // Sent again for a run that is going: the queue takes it only where the job was lost.
  await deps.jobs.send(tx, analysisJob, { runId: run.id })
  return { runId: run.id, status: run.status }
}
