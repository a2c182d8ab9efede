import type { Queryable } from '#server/core/db/database.ts'
import { json } from '#server/core/db/json.ts'
import type { ApprovedAs } from './approved.ts'
import { type VideoRow, videoWriter } from './columns.ts'
import type { Price } from './price.ts'

const write = videoWriter('publishing')

/** Saves what staff approve, for everything that is published from the video. */
export const setApproval = (tx: Queryable, id: string, approved: ApprovedAs) =>
  write(tx, id, { approved_as: json(approved) })

/** Freezes the score by which the video's views are paid, or removes it with the approval that set it. */
export const setPrice = (tx: Queryable, id: string, price: Price) => write(tx, id, price)

/** Records when the video was first released. */
export const markReleased = (tx: Queryable, video: Pick<VideoRow, 'id' | 'published_at'>, now: Date) =>
  write(tx, video.id, { published_at: video.published_at ?? now })
