import type { Tx } from '#server/core/db/database.ts'
import { fromCents, minus } from '#server/core/money.ts'
import { apart } from '#server/core/nightly.ts'
import type { Stripe } from '#server/core/stripe.ts'
import { creditRecalled, lockCredit, type NewEntry, post } from '#server/ledger/index.ts'
import { idOf } from '../gateway.ts'
import { customerOf, inTurn, type SyncDeps, userOfCustomer } from '../store.ts'
import {
  followedCredit,
  hasCredit,
  openRecall,
  type RecallRow,
  saveRecall,
  saveUnpaid,
  waitingForRecalls,
} from './store.ts'

type Moved = Stripe.CustomerBalanceTransaction

/** All changes of a customer's balance, oldest first. */
export async function readCredit(client: Stripe, customer: string): Promise<Moved[]> {
  const moved: Moved[] = []
  for await (const one of client.customers.listBalanceTransactions(customer, { limit: 100 })) moved.push(one)
  return moved.reverse()
}

/** More than one person's returned payments ever call for at once. */
const mostRecalls = 20

/** Changes that staff make in Stripe's dashboard; others are of invoices, or not ours to explain. */
const given = new Set(['adjustment', 'initial', 'migration', 'credit_note'])

/** The other side of a movement of customer credit. */
async function counterOf(
  tx: Tx,
  { type }: Moved,
  {
    cents,
    invoiceId,
    recall,
  }: { cents: number; invoiceId: string | undefined; recall: RecallRow | undefined },
): Promise<Pick<NewEntry, 'type' | 'lines'> & { posted?: () => Promise<void> }> {
  if (recall) {
    const { lines, posted } = await creditRecalled(tx, recall.invoice_id, -cents, recall.tax_cents)
    return { type: 'credit_taken_back', lines, posted }
  }
  const amount = minus(fromCents(cents))
  if (!invoiceId && given.has(type))
    return { type: 'credit_adjusted', lines: [{ account: { kind: 'subscription_revenue' }, amount }] }
  // Until its invoice is posted, as with card payments.
  return { type: 'credit_moved', lines: [{ account: { kind: 'clearing' }, amount }] }
}

/** Posts changes of a rider's balance at Stripe, each once, and which invoices nothing pays any more. */
export async function bringCredit(tx: Tx, userId: string, moved: readonly Moved[], now: Date): Promise<void> {
  await inTurn(tx, `credit:${userId}`)
  const known = await tx.selectFrom('credit_movements').select('id').where('user_id', '=', userId).execute()
  const ids = new Set(known.map(({ id }) => id))
  for (const one of moved) {
    if (ids.has(one.id) || one.amount === 0 || one.currency !== 'usd') continue
    const cents = -one.amount
    const invoiceId = idOf(one.invoice)
    const open = one.metadata?.recall ? await openRecall(tx, userId) : undefined
    const recall = open && open.id === one.metadata?.recall ? open : undefined
    await lockCredit(tx, userId)
    const { posted, lines, type } = await counterOf(tx, one, { cents, invoiceId, recall })
    await post(tx, [
      {
        sourceEvent: `customer_balance:${one.id}`,
        type,
        userId,
        facts: {
          creditId: one.id,
          stripeType: one.type,
          ...(invoiceId ? { invoiceId } : {}),
          ...(recall ? { returnedInvoice: recall.invoice_id, recallId: recall.id, again: cents > 0 } : {}),
        },
        occurredAt: now,
        lines: [{ account: { kind: 'customer_credit', userId }, amount: fromCents(cents) }, ...lines],
      },
    ])
    await posted?.()
    await tx
      .insertInto('credit_movements')
      .values({
        id: one.id,
        user_id: userId,
        cents,
        invoice_id: invoiceId ?? null,
        recall_id: recall?.id ?? null,
        moved_at: new Date(one.created * 1000),
      })
      .execute()
    if (recall)
      await tx.updateTable('credit_recalls').set({ done_at: now }).where('id', '=', recall.id).execute()
  }
  await saveUnpaid(tx, userId)
}

/** Syncs a customer's balance with Stripe. */
export async function syncCredit(deps: SyncDeps, customer: string): Promise<void> {
  if (!deps.stripe) throw new Error('This server has no account at Stripe')
  const userId = await userOfCustomer(deps.db, customer)
  if (!userId) return
  const moved = await readCredit(deps.stripe.client, customer)
  await deps.db.transaction().execute(tx => bringCredit(tx, userId, moved, deps.clock.now()))
  await settleCredit(deps, userId)
}

/** The open recall of a rider, or the next one that returned payments call for. */
async function nextRecall({ db, clock }: SyncDeps, userId: string): Promise<RecallRow | undefined> {
  return db.transaction().execute(async tx => {
    await inTurn(tx, `credit:${userId}`)
    const open = await openRecall(tx, userId)
    if (open) return open
    const { next } = await followedCredit(tx, userId)
    if (next) await saveRecall(tx, userId, next, clock.now())
    return next ? openRecall(tx, userId) : undefined
  })
}

/**
 * Takes back the credit that a returned payment left, and gives it again when the refund failed. Stripe is
 * asked outside any transaction. A recall with an unknown outcome is looked up before it is sent again.
 */
export async function settleCredit(deps: SyncDeps, userId: string): Promise<void> {
  const { db, clock, stripe } = deps
  if (!stripe || !(await hasCredit(db, userId))) return
  const customer = await customerOf(db, userId)
  if (!customer) return
  const bring = async () => {
    const moved = await readCredit(stripe.client, customer)
    await db.transaction().execute(tx => bringCredit(tx, userId, moved, clock.now()))
  }
  for (let turn = 0; turn < mostRecalls; turn += 1) {
    const recall = await nextRecall(deps, userId)
    if (!recall) return
    const { id, cents } = recall
    await bring()
    if ((await openRecall(db, userId))?.id !== id) continue
    await stripe.client.customers.createBalanceTransaction(
      customer,
      {
        amount: cents,
        currency: 'usd',
        description: cents > 0 ? 'Taken back: its payment was returned' : 'Given again: the refund failed',
        metadata: { recall: id, invoice: recall.invoice_id },
      },
      { idempotencyKey: `credit_recall:${id}` },
    )
    await bring()
  }
  throw new Error(`The credit of ${userId} is not settled after ${mostRecalls} recalls`)
}

/** Finishes recalls that were interrupted. */
export async function finishRecalls(deps: SyncDeps): Promise<void> {
  for (const userId of await waitingForRecalls(deps.db))
    await apart(deps, 'plans.credit', userId, () => settleCredit(deps, userId))
}
