import { z } from 'zod'
import { defineJob } from '#server/core/jobs/definition.ts'
import { ownerOfMusic } from './store.ts'

/** Reads uploaded music: checks it, finds its beat, and encodes its sound for the store. */
export const musicJob = defineJob({
  name: 'music.read',
  schema: z.object({ musicId: z.uuid() }),
  key: data => data.musicId,
  personOf: (db, { musicId }) => ownerOfMusic(db, musicId),
  retries: 3,
  timeoutSeconds: 600,
  concurrency: 1,
})
