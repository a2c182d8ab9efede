import type { Tx } from '#server/core/db/database.ts'
import { type NewNotification, notify } from './store.ts'

/**
 * Notifies every admin, in the app and by mail according to their preferences; once per event key. The
 * default topic is payouts.
 */
export async function notifyAdmins(
  tx: Tx,
  notification: Pick<NewNotification, 'title' | 'message' | 'eventKey'> &
    Partial<Pick<NewNotification, 'type' | 'link' | 'videoId'>>,
): Promise<void> {
  const admins = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
  for (const { id } of admins)
    await notify(tx, {
      type: 'payout_alert',
      link: '/admin?tab=payouts',
      videoId: null,
      ...notification,
      userId: id,
      eventKey: `${notification.eventKey}:${id}`,
    })
}
