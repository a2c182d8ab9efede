import type { SomeTexts } from '#contract/platforms/index.ts'
import type { KnownTexts } from '#contract/platforms/limits.ts'
import type { Tx } from '#server/core/db/database.ts'
import type { Sentence } from '#server/core/sentences.ts'

/** A video released by staff, with its texts. */
export interface PublishOrder extends KnownTexts {
  videoId: string
  ownerId: string
  /** who released it */
  requestedBy: string
}

/** Publishes released videos. */
export interface Publisher {
  /**
   * Takes over a video in the transaction that releases it.
   * @returns where it is live already; null when it is in progress, and markPublished is called once it is
   * live
   * @throws AppError with a sentence when it can't be published
   */
  publish(tx: Tx, order: PublishOrder): Promise<{ link: string; where: string } | null>
}

/** What other slices do for reviewing. */
export interface ReviewPorts {
  publisher: Publisher
  /** Why a platform would refuse some of the texts, and which field it is about; null when it wouldn't. */
  problemOfTexts(texts: SomeTexts): { field: string; sentence: Sentence } | null
}
