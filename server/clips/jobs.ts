import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/jobs.ts'

/** Renders one clip or reel that somebody asked for. */
export const clipJob = defineJob({
  name: 'clips.render',
  schema: z.object({ clipId: z.uuid() }),
  key: data => data.clipId,
  retries: 3,
  timeoutSeconds: 1800,
  concurrency: 1,
})
