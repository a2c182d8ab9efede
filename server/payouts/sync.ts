import type { Deps } from '#server/deps.ts'
import { syncDestination } from './destination.ts'
import { fail, lockFor } from './settle.ts'
import { unsafeLockPayout } from './store.ts'

/** Brings a creator's account or a transfer to what Stripe says about it now. */
export async function syncPayoutObject(
  { db, stripe, clock }: Pick<Deps, 'db' | 'stripe' | 'clock'>,
  objectId: string,
): Promise<void> {
  if (!stripe) throw new Error('This server has no account at Stripe')
  if (objectId.startsWith('acct_')) return syncDestination({ db, clock }, stripe.client, objectId)
  const transfer = await stripe.client.transfers.retrieve(objectId)
  const payoutId = transfer.metadata?.payoutId
  if (!payoutId || !transfer.reversed) return
  await db.transaction().execute(async tx => {
    const known = await tx
      .selectFrom('payouts')
      .select('user_id')
      .where('id', '=', payoutId)
      .executeTakeFirst()
    if (!known) return
    await lockFor(tx, known)
    const payout = await unsafeLockPayout(tx, payoutId)
    if (payout?.status !== 'completed' || payout.provider_reference !== transfer.id) return
    await fail(
      tx,
      payout,
      { code: 'returned', message: 'The payout was returned by Stripe.', actor: 'creator' },
      clock.now(),
    )
  })
}
