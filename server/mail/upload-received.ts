import type { Queryable } from '#server/core/db/database.ts'
import { enqueueMail } from './store.ts'

/**
 * Confirms that an upload has arrived. An unverified address gets it once, without the uploader's words;
 * otherwise anyone could have anything mailed to any address.
 */
export async function mailUploadReceived(
  tx: Queryable,
  { userId, videoId, title }: { userId: string; videoId: string; title: string },
): Promise<void> {
  const owner = await tx
    .selectFrom('users')
    .select('email_verified')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const proved = owner.email_verified
  await enqueueMail(tx, {
    userId,
    // Without words it stays, so that deleting and uploading again can't have an address mailed again and again.
    videoId: proved ? videoId : null,
    template: 'upload_received',
    data: proved ? { title, videoId } : { title: null },
    eventKey: proved ? `upload_received:${videoId}` : `upload_received:unproved:${userId}`,
  })
}
