import { z } from 'zod'
import { defineJob } from '#server/core/jobs/definition.ts'
import { ownerOfClip } from './store.ts'

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
