import { randomBytes } from 'node:crypto'
import type { Queryable } from '#server/core/db/database.ts'
import { type VideoRow, videoWriter } from './columns.ts'

const write = videoWriter('stream')

/** Gives a video the unguessable id under which players request its stream. */
export const openStream = (tx: Queryable, id: string) =>
  write(tx, id, {
    stream_id: randomBytes(16).toString('hex'),
    stream_status: 'inprogress',
    ladder_progress: 0,
    playable_at: null,
  })

/** Records that a playlist of the video is available. The first one's time stays. */
export const markPlayable = (tx: Queryable, video: Pick<VideoRow, 'id' | 'playable_at'>, now: Date) =>
  write(tx, video.id, { stream_status: 'ready', playable_at: video.playable_at ?? now })

export const markUnplayable = (tx: Queryable, id: string) => write(tx, id, { stream_status: 'error' })

/** @param percent of the whole ladder, 0 to 100 */
export const setLadderProgress = (db: Queryable, id: string, percent: number) =>
  write(db, id, { ladder_progress: percent })

/** @param seconds of the video's cover frame until someone chooses another */
export const setCoverAt = (db: Queryable, id: string, seconds: number) => write(db, id, { cover_at: seconds })
