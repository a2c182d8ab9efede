import { sentences as standings } from '#sentences/payouts.ts'
import type { Stripe } from '#server/core/stripe.ts'
import type { Deps } from '#server/deps.ts'
import { postMovement } from '#server/treasury/index.ts'
import { syncDestination } from './destination.ts'
import { fail, lockFor, returnPart } from './settle.ts'
import { unsafeLockPayout } from './store.ts'

type SyncDeps = Pick<Deps, 'db' | 'stripe' | 'clock'>

/** The reversals of a transfer, oldest first. */
async function reversalsOf(client: Stripe, transferId: string): Promise<Stripe.TransferReversal[]> {
  const all: Stripe.TransferReversal[] = []
  for await (const reversal of client.transfers.listReversals(transferId, { limit: 100 })) all.push(reversal)
  return all.reverse()
}

/** Syncs a creator's account or a transfer with Stripe's current state. */
export async function syncPayoutObject(deps: SyncDeps, objectId: string): Promise<void> {
  const { db, stripe, clock } = deps
  if (!stripe) throw new Error('This server has no account at Stripe')
  if (objectId.startsWith('acct_')) return syncDestination({ db, clock }, stripe.client, objectId)
  const transfer = await stripe.client.transfers.retrieve(objectId)
  const payoutId = transfer.metadata?.payoutId
  if (!payoutId || transfer.amount_reversed === 0) return
  const reversals = await reversalsOf(stripe.client, objectId)
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
    const now = clock.now()
    for (const { id, amount } of reversals)
      await postMovement(
        tx,
        { type: 'transfer_refund', source: id, amount, fee: 0 },
        { now, userId: payout.user_id, payoutId },
      )
    const back = reversals.reduce((sum, { amount }) => sum + amount, 0)
    if (back < transfer.amount) return returnPart(tx, payout, reversals, now)
    const failure = {
      code: 'returned',
      message: standings.returnedByStripe,
      actor: 'creator',
    } as const
    await fail(tx, payout, failure, now)
  })
}
