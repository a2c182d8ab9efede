import { z } from 'zod'
import type { Queryable } from '#server/core/db/database.ts'
import { defineJob } from '#server/core/jobs/definition.ts'
import { rangeId } from '#server/streaming/index.ts'
import { ownerOf } from './store.ts'

const ofVideo = z.object({ videoId: z.uuid() })
const key = (data: { videoId: string }) => data.videoId
const personOf = (db: Queryable, { videoId }: { videoId: string }) => ownerOf(db, videoId)

/** Probes a file that has just arrived and decides what happens with it. */
export const ingestJob = defineJob({
  name: 'videos.ingest',
  schema: ofVideo,
  key,
  personOf,
  retries: 4,
  timeoutSeconds: 300,
  concurrency: 2,
})

/** Makes it playable: seconds for formats that browsers play, longer for those that must be encoded first. */
export const playableJob = defineJob({
  name: 'videos.playable',
  schema: ofVideo,
  key,
  personOf,
  retries: 4,
  timeoutSeconds: 4 * 3600,
  concurrency: 2,
})

const partOfLadder = ofVideo.extend({
  /** one range of a long video's ladder; missing for the whole, or to split it */
  range: rangeId.optional(),
  /** not to be split: its ranges wouldn't fit together */
  whole: z.literal(true).optional(),
})

/**
 * The ladder of renditions or a range of it, after everything that people wait for: everyone's first playable rendition
 * comes first.
 */
export const ladderJob = defineJob<z.infer<typeof partOfLadder>>({
  name: 'videos.ladder',
  schema: partOfLadder,
  key: ({ videoId, range }) => (range ? `${videoId} ${range.ladder} ${range.first}` : videoId),
  personOf,
  retries: 3,
  timeoutSeconds: 12 * 3600,
  concurrency: 1,
  behind: [ingestJob.name, playableJob.name],
})

/** The file of a whole video for platforms, without the original's data about place and person. */
export const shareJob = defineJob({
  name: 'videos.share',
  schema: ofVideo,
  key,
  retries: 3,
  timeoutSeconds: 6 * 3600,
  concurrency: 1,
})
