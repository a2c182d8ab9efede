import { z } from 'zod'
import { defineJob } from '#server/core/jobs/definition.ts'
import { ownerOfRun } from './store.ts'

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
