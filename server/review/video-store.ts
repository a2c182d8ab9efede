import type { KnownTexts } from '#contract/platforms/limits.ts'
import type { VideoStatus } from '#contract/videos.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { json } from '#server/core/db/json.ts'
import type { Text } from '#server/core/sentences.ts'
import {
  type Price,
  setPrice,
  setStatus,
  supersedeReview,
  type VideoRow,
  videoWriter,
} from '#server/videos/index.ts'

const write = videoWriter('review')

/**
 * A decision's changes to a video: its status, the staff's choices, and the price that is set or removed with
 * it.
 */
export interface Decided {
  status?: VideoStatus | undefined
  /** the sentence shown to the owner; null: none */
  sentence?: Text | null | undefined
  thumbnailAt?: number | null | undefined
  /** name of an uploaded picture; null: a frame is the cover */
  coverPicture?: string | null | undefined
  hiddenAt?: Date | null | undefined
  publishTexts?: KnownTexts | null | undefined
  price?: Price | null | undefined
}

/** Writes a decision: from then on, decisions about the earlier state are refused. */
export async function setReviewDecision(
  tx: Queryable,
  id: string,
  { status, sentence, thumbnailAt, coverPicture, hiddenAt, publishTexts, price }: Decided,
): Promise<VideoRow | null> {
  // Before the price, because undoing an approval unfreezes its price.
  if (status) await setStatus(tx, id, status, sentence)
  if (thumbnailAt !== undefined) await write(tx, id, { thumbnail_at: thumbnailAt })
  if (coverPicture !== undefined) await write(tx, id, { cover_picture: coverPicture })
  if (hiddenAt !== undefined) await write(tx, id, { hidden_at: hiddenAt })
  if (publishTexts !== undefined) await write(tx, id, { publish_texts: publishTexts && json(publishTexts) })
  if (price) await setPrice(tx, id, price)
  return supersedeReview(tx, id)
}
