import { z } from 'zod'
import type { AiStatus } from '#contract/videos.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { defineJob } from '#server/core/jobs/definition.ts'
import type { Deps } from '#server/deps.ts'
import { openRun, ownerOfRun } from './store.ts'
import { queueAnalysis } from './video-store.ts'

/** Reads one video's picture, sound and telemetry and finds its highlights. */
export const analysisJob = defineJob({
  name: 'analysis.run',
  schema: z.object({ runId: z.uuid() }),
  key: data => data.runId,
  personOf: (db, { runId }) => ownerOfRun(db, runId),
  retries: 3,
  timeoutSeconds: 2 * 3600,
  concurrency: 1,
})

/** Starts an analysis, or returns the one in progress. In the caller's transaction. */
export async function requestAnalysis(
  deps: Pick<Deps, 'jobs'>,
  tx: Queryable,
  videoId: string,
): Promise<{ runId: string; status: AiStatus }> {
  const run = await openRun(tx, videoId)
  if (run.isNew) await queueAnalysis(tx, videoId)
  // Sent again for a run in progress: the queue accepts it only if the job was lost.
  await deps.jobs.send(tx, analysisJob, { runId: run.id })
  return { runId: run.id, status: run.status }
}
