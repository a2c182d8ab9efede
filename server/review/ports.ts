import type { KnownTexts } from '#contract/platforms/limits.ts'
import type { Tx } from '#server/platform/db/database.ts'

/** A video that staff release, with the words that go with it. */
export interface PublishOrder extends KnownTexts {
  videoId: string
  ownerId: string
  /** who released it */
  requestedBy: string
}

/** Brings released videos out. */
export interface Publisher {
  /**
   * Takes a video over, as part of the transaction that releases it.
   * @returns where it is live already; null when it is on its way, and markPublished is called once it is live
   * @throws AppError with a sentence when it cannot be taken
   */
  publish(tx: Tx, order: PublishOrder): Promise<{ link: string; where: string } | null>
}
