import { z } from 'zod'
import { defineJob } from '#server/core/jobs/definition.ts'
import { unsafeFind } from '#server/videos/index.ts'

/** Makes the file of a joined video, which is then processed like an upload. */
export const joinJob = defineJob({
  name: 'chapters.join',
  schema: z.object({ videoId: z.uuid() }),
  key: data => data.videoId,
  personOf: async (db, { videoId }) => (await unsafeFind(db, videoId))?.user_id ?? null,
  retries: 3,
  timeoutSeconds: 3600,
  concurrency: 1,
})
