import { brand } from '#contract/brand.ts'
import { api, videoPage } from '#contract/paths.ts'
import { knownTexts } from '#contract/platforms/index.ts'
import type { KnownTexts } from '#contract/platforms/limits.ts'
import { sentences } from '#sentences/review.ts'
import type { Auditor } from '#server/audit/index.ts'
import type { Tx } from '#server/core/db/database.ts'
import { notify } from '#server/notifications/index.ts'
import {
  approvedOf,
  firstPrice,
  markReleased,
  type Price,
  setPrice,
  setStatus,
  unsafeFind,
  unsafeFindForUpdate,
  type VideoRow,
} from '#server/videos/index.ts'
import { queueWebhooks } from '#server/webhooks/index.ts'

/**
 * The texts published with a video: as edited by staff, otherwise as written by the analysis, for an approved
 * video by the analysis it was approved with.
 */
export function textsOf(
  video: Pick<VideoRow, 'publish_texts' | 'ai_texts' | 'status' | 'approved_as'>,
): KnownTexts {
  const approved = approvedOf(video)
  const written = approved ? approved.texts : video.ai_texts
  return knownTexts(video.publish_texts ?? {}, written ?? {})
}

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
   * @returns where it is live already; or the ids of its posts, of which none starts within publishUndoSeconds,
   * and markPublished is called once one is live
   * @throws AppError with a sentence when it can't be published
   */
  publish(tx: Tx, order: PublishOrder): Promise<{ link: string; where: string } | { posts: string[] }>
  /**
   * Cancels a release's posts, all or none, in the transaction that undoes it.
   * @throws AppError conflict when one has started
   */
  cancel(tx: Tx, posts: readonly string[], by: Auditor): Promise<void>
}

/** What other slices do for reviewing. */
export interface ReviewPorts {
  publisher: Publisher
}

/**
 * Releases a video: the only way from the staff's decision to publishing.
 * @returns its posts, which can still be canceled, and the price that was set; null when this call makes it live
 */
export async function publishVideo(
  tx: Tx,
  publisher: Publisher,
  video: VideoRow,
  { by, now }: { by: string; now: Date },
): Promise<{ posts: string[]; price: Price | null } | null> {
  const released = await publisher.publish(tx, {
    videoId: video.id,
    ownerId: video.user_id,
    requestedBy: by,
    ...textsOf(video),
  })
  if ('posts' in released) {
    await setStatus(tx, video.id, 'approved', null)
    const price = firstPrice(video, now)
    if (price) await setPrice(tx, video.id, price)
    return { ...released, price }
  }
  await markPublished(tx, video.id, { ...released, now })
  return null
}

/**
 * Records that a video is live somewhere, and notifies its owner with the link, once per place.
 * @param link a path of this server or an address @param where the place's name
 */
export async function markPublished(
  tx: Tx,
  videoId: string,
  { link, where, now }: { link: string; where: string; now: Date },
): Promise<void> {
  const video = await unsafeFindForUpdate(tx, videoId)
  // Deleted in the meantime, so there is no one to notify.
  if (!video) return
  await setStatus(tx, videoId, 'published', null)
  await markReleased(tx, video, now)
  const price = firstPrice(video, now)
  if (price) await setPrice(tx, videoId, price)
  await notify(tx, {
    userId: video.user_id,
    videoId,
    type: 'video_published',
    title: sentences.liveTitle({ title: video.title, where }),
    message: sentences.liveMessage,
    link,
    eventKey: `video_published:${videoId}:${where}`,
  })
  await queueWebhooks(tx, {
    userId: video.user_id,
    type: 'video.published',
    key: `${videoId}:${where}`,
    data: { videoId, link },
  })
}

/** Publishes on this server's own video host: live with the decision itself, so there is nothing to cancel. */
export const publishHere: Publisher = {
  async publish(tx, { videoId }) {
    const video = await unsafeFind(tx, videoId)
    return { link: video?.stream_id ? api.embed(video.stream_id) : videoPage(videoId), where: brand }
  },
  cancel: () => Promise.resolve(),
}
