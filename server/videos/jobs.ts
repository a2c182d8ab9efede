import { z } from 'zod'
import type { Queryable } from '#server/platform/db/database.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { ownerOf } from './store.ts'

const ofVideo = z.object({ videoId: z.uuid() })
const key = (data: { videoId: string }) => data.videoId
const personOf = (db: Queryable, { videoId }: { videoId: string }) => ownerOf(db, videoId)

/** Looks at a file that has just arrived and decides what becomes of it. */
export const ingestJob = defineJob({
  name: 'videos.ingest',
  schema: ofVideo,
  key,
  personOf,
  retries: 4,
  timeoutSeconds: 300,
  concurrency: 2,
})

/** Makes it playable: seconds for what browsers play, longer for what must be encoded first. */
export const playableJob = defineJob({
  name: 'videos.playable',
  schema: ofVideo,
  key,
  personOf,
  retries: 4,
  timeoutSeconds: 4 * 3600,
  concurrency: 2,
})

/** The ladder of sizes, behind everything that people wait for: everybody's first playable comes before. */
export const ladderJob = defineJob({
  name: 'videos.ladder',
  schema: ofVideo,
  key,
  personOf,
  retries: 3,
  timeoutSeconds: 12 * 3600,
  concurrency: 1,
  behind: [ingestJob.name, playableJob.name],
})

/** The file of a whole video that platforms get, without what the original says of place and person. */
export const shareJob = defineJob({
  name: 'videos.share',
  schema: ofVideo,
  key,
  retries: 3,
  timeoutSeconds: 6 * 3600,
  concurrency: 1,
})

/** Rewrites what an earlier version made public of a video with place and person in it. Behind everything else. */
export const stripJob = defineJob({
  name: 'videos.strip',
  schema: ofVideo,
  key,
  retries: 3,
  timeoutSeconds: 6 * 3600,
  concurrency: 1,
})
