import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/jobs.ts'

const ofVideo = z.object({ videoId: z.uuid() })
const key = (data: { videoId: string }) => data.videoId

/** Looks at a file that has just arrived and decides what becomes of it. */
export const ingestJob = defineJob({
  name: 'videos.ingest',
  schema: ofVideo,
  key,
  retries: 4,
  timeoutSeconds: 300,
  concurrency: 2,
})

/** Makes it playable: seconds for what browsers play, longer for what must be encoded first. */
export const playableJob = defineJob({
  name: 'videos.playable',
  schema: ofVideo,
  key,
  retries: 4,
  timeoutSeconds: 4 * 3600,
  concurrency: 2,
})

/** The ladder of sizes, behind everything that people wait for. */
export const ladderJob = defineJob({
  name: 'videos.ladder',
  schema: ofVideo,
  key,
  retries: 3,
  timeoutSeconds: 12 * 3600,
  concurrency: 1,
})
