import { randomBytes } from 'node:crypto'
import type { Queryable } from '#server/platform/db/database.ts'
import { type VideoRow, videoWriter } from './columns.ts'

const write = videoWriter('stream')

/** Gives a video the unguessable name under which players ask for its stream. */
export const openStream = (tx: Queryable, id: string) =>
  write(tx, id, { stream_id: randomBytes(16).toString('hex'), stream_status: 'inprogress' })

/** Says that a playlist of the video is live. The time of the first one stays. */
export const markPlayable = (tx: Queryable, video: Pick<VideoRow, 'id' | 'playable_at'>, now: Date) =>
  write(tx, video.id, { stream_status: 'ready', playable_at: video.playable_at ?? now })

export const markUnplayable = (tx: Queryable, id: string) => write(tx, id, { stream_status: 'error' })

/** @param percent of the whole ladder, 0 to 100 */
export const setLadderProgress = (db: Queryable, id: string, percent: number) =>
  write(db, id, { ladder_progress: percent })

/** Says that no public thumbnail has anything of the original's but the picture. */
export const markThumbnailsStripped = (db: Queryable, id: string) =>
  write(db, id, { thumbnails_stripped: true })

/** @param seconds of the frame that stands for the video until somebody chooses another */
export const setCoverAt = (db: Queryable, id: string, seconds: number) => write(db, id, { cover_at: seconds })
