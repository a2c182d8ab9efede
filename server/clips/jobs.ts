import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { ownerOfClip } from './store.ts'

/** Renders one clip or reel that somebody asked for. */
export const clipJob = defineJob({
  name: 'clips.render',
  schema: z.object({ clipId: z.uuid() }),
  key: data => data.clipId,
  personOf: (db, { clipId }) => ownerOfClip(db, clipId),
  retries: 3,
  timeoutSeconds: 1800,
  concurrency: 1,
})

/** Rewrites one clip that an earlier version rendered with place and person of the original in it. */
export const stripClipJob = defineJob({
  name: 'clips.strip',
  schema: z.object({ clipId: z.uuid() }),
  key: data => data.clipId,
  retries: 3,
  timeoutSeconds: 1800,
  concurrency: 1,
})
