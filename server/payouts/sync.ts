import { sentences } from '#sentences/payouts.ts'
import type { Tx } from '#server/core/db/database.ts'
import { textColumn } from '#server/core/db/json.ts'
import { fromCents, toDollars } from '#server/core/money.ts'
import type { Stripe } from '#server/core/stripe.ts'
import type { Deps } from '#server/deps.ts'
import { postMovement } from '#server/ledger/index.ts'
import { notify, notifyAdmins } from '#server/notifications/index.ts'
import { fail, lockFor, returnPart } from './settle.ts'
import { unsafeLockPayout, updatePayout } from './store.ts'

type SyncDeps = Pick<Deps, 'db' | 'stripe' | 'clock'>

/** The reversals of a transfer, oldest first. */
async function reversalsOf(client: Stripe, transferId: string): Promise<Stripe.TransferReversal[]> {
  const all: Stripe.TransferReversal[] = []
  for await (const reversal of client.transfers.listReversals(transferId, { limit: 100 })) all.push(reversal)
  return all.reverse()
}

/** Syncs a transfer with Stripe's current state. */
export async function syncTransfer({ db, stripe, clock }: SyncDeps, transferId: string): Promise<void> {
  if (!stripe) throw new Error('This server has no account at Stripe')
  const transfer = await stripe.client.transfers.retrieve(transferId)
  const payoutId = transfer.metadata?.payoutId
  if (!payoutId || transfer.amount_reversed === 0) return
  const reversals = await reversalsOf(stripe.client, transferId)
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
      message: sentences.returnedByStripe,
      actor: 'creator',
    } as const
    await fail(tx, payout, failure, now)
  })
}

/** The payee's last payout sent to an account before a time: the account then pays this to its bank. */
const lastSent = (tx: Tx, account: string, at: Date) =>
  tx
    .selectFrom('payouts')
    .selectAll()
    .where('destination', '=', account)
    .where('method', '=', 'stripe')
    .where('status', '=', 'completed')
    .where('completed_at', '<=', at)
    .orderBy('completed_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/** @param seconds a day at Stripe: its midnight in UTC, in seconds since 1970 */
const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

/**
 * Records the result of a payee's payout from their Stripe account to their bank. A refused one stays in the
 * account: nothing comes back to us, and the payee has to correct the bank account there.
 */
export async function syncBankPayout(
  { db, stripe }: Pick<Deps, 'db' | 'stripe'>,
  bankPayoutId: string,
  account: string | null | undefined,
): Promise<void> {
  if (!stripe || !account) return
  const bankPayout = await stripe.client.payouts.retrieve(bankPayoutId, {}, { stripeAccount: account })
  const { status, amount, failure_code, failure_message } = bankPayout
  if (status !== 'failed' && status !== 'paid') return
  await db.transaction().execute(async tx => {
    // Stripe's seconds are whole; transfers within the same second came before.
    const at = new Date((bankPayout.created + 1) * 1000)
    const payout = await lastSent(tx, account, at)
    // A later result has precedence.
    if (!payout || (payout.bank_problem_at && payout.bank_problem_at > at)) return
    const sum = toDollars(fromCents(amount))
    const reason = sentences.bankSaid({ message: failure_message, code: failure_code })
    const problem = status === 'failed' ? sentences.bankRefused({ sum, reason }) : null
    // An account pays out all that it holds, so what was sent to it earlier and hasn't arrived yet arrives now.
    if (status === 'paid')
      await tx
        .updateTable('payouts')
        .set({ bank_payout_id: bankPayoutId, bank_arrives_on: dayOf(bankPayout.arrival_date) })
        .where('destination', '=', account)
        .where('method', '=', 'stripe')
        .where('status', '=', 'completed')
        .where('completed_at', '<=', at)
        .where('bank_payout_id', 'is', null)
        .execute()
    else
      await tx
        .updateTable('payouts')
        .set({ bank_payout_id: null, bank_arrives_on: null })
        .where('bank_payout_id', '=', bankPayoutId)
        .execute()
    await updatePayout(tx, payout.id, {
      bank_problem: textColumn(problem),
      bank_problem_at: at,
    })
    if (!problem) return
    await notify(tx, {
      userId: payout.user_id,
      videoId: null,
      type: 'payout_processed',
      title: sentences.bankRefusedTitle,
      message: sentences.bankRefusedMessage({ sum, reason }),
      link: '/earnings',
      eventKey: `bank_payout_failed:${bankPayoutId}`,
    })
    await notifyAdmins(tx, {
      title: sentences.payeeBankTitle({ sum }),
      message: sentences.payeeBankMessage({ payout: payout.id, reason, account }),
      eventKey: `bank_payout_failed:${bankPayoutId}`,
    })
  })
}
