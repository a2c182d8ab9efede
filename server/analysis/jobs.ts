import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/jobs.ts'

/** Reads one video's picture, sound and telemetry and finds its highlights. */
export const analysisJob = defineJob({
  name: 'analysis.run',
  schema: z.object({ runId: z.uuid() }),
  key: data => data.runId,
  retries: 3,
  timeoutSeconds: 2 * 3600,
  concurrency: 1,
})
