import type { Tx } from '#server/platform/db/database.ts'
import { notify } from './store.ts'

/** Tells every admin about money, in the app and by mail as they chose; once per event key. */
export async function tellAdmins(
  tx: Tx,
  told: { title: string; message: string; eventKey: string },
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
      ...told,
      userId: id,
      type: 'payout_alert',
      link: '/admin?tab=payouts',
      eventKey: `${told.eventKey}:${id}`,
    })
}
