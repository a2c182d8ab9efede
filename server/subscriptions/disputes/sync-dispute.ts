import { sentences as notices } from '#sentences/subscriptions.ts'
import type { Tx } from '#server/core/db/database.ts'
import { fromCents, minus, toDollars } from '#server/core/money.ts'
import type { Stripe } from '#server/core/stripe.ts'
import { debitsOf, post, postMovement } from '#server/ledger/index.ts'
import { notifyAdmins } from '#server/notifications/index.ts'
import { saveUnpaid } from '../credits/store.ts'
import { settleCredit } from '../credits/sync-credit.ts'
import { idOf } from '../gateway.ts'
import { bringLatest } from '../latest.ts'
import { endPlan } from '../pending-change.ts'
import { type InvoiceRow, unsafeFindInvoice } from '../store.ts'
import { type SyncDeps, syncInvoice, syncPaidByCredit, syncSubscription } from '../sync.ts'
import { isOpen } from './rules.ts'
import { addLost, findDispute, saveDispute } from './store.ts'

/** The invoice paid by a disputed or reported payment, synced first; undefined: the payment isn't ours. */
export async function invoiceOf(
  deps: SyncDeps,
  client: Stripe,
  { payment_intent: intent }: Pick<Stripe.Dispute, 'payment_intent'>,
): Promise<InvoiceRow | undefined> {
  const payment_intent = idOf(intent)
  if (!payment_intent) return undefined
  const { data } = await client.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent } })
  const invoiceId = idOf(data[0]?.invoice as string | { id: string } | undefined)
  if (!invoiceId) return undefined
  // The payment is posted before its loss.
  if ((await unsafeFindInvoice(deps.db, invoiceId))?.status !== 'paid') await syncInvoice(deps, invoiceId)
  return unsafeFindInvoice(deps.db, invoiceId)
}

/** Posts a dispute's effects on the balance: the withdrawal, its fee, returned money, losses. */
async function bringMoney(
  tx: Tx,
  dispute: Stripe.Dispute,
  invoice: InvoiceRow | undefined,
  now: Date,
): Promise<void> {
  const userId = invoice?.user_id
  const facts = { disputeId: dispute.id, invoiceId: invoice?.id }
  for (const { id, type, reporting_category: category, amount, fee } of dispute.balance_transactions)
    await postMovement(tx, { type, category, source: dispute.id, amount, fee, id }, { now, userId, ...facts })
  const gone = dispute.balance_transactions.reduce((cents, { amount }) => cents - amount, 0)
  if (dispute.status !== 'lost' || gone <= 0) return
  const amount = fromCents(gone)
  // As with a refund, the plan's unrecognized revenue goes first.
  const debits = invoice
    ? await debitsOf(
        tx,
        { invoiceId: invoice.id, paidCents: invoice.amount_cents, taxCents: invoice.tax_cents },
        gone,
      )
    : null
  const written = await post(tx, [
    {
      sourceEvent: `dispute:${dispute.id}:lost`,
      type: 'dispute_lost',
      userId,
      facts,
      occurredAt: now,
      lines: [
        ...(debits?.lines ?? [{ account: { kind: 'subscription_revenue' as const }, amount: minus(amount) }]),
        { account: { kind: 'reserves' }, amount },
      ],
    },
  ])
  if (!written.size) return
  await debits?.posted()
  // The plan's multiplier is reversed in the next round.
  if (!invoice) return
  await addLost(tx, invoice.id, gone)
  await saveUnpaid(tx, invoice.user_id)
}

/** Notifies admins when a dispute opens and when it ends; each once. */
async function tell(tx: Tx, dispute: Stripe.Dispute, due: Date | null): Promise<void> {
  const sum = toDollars(fromCents(dispute.amount))
  const { id, status } = dispute
  const day = due?.toISOString().slice(0, 10) ?? null
  if (isOpen(status))
    await notifyAdmins(tx, {
      title: notices.disputedTitle({ sum, day }),
      message: notices.disputedMessage({ sum, day, id, reason: dispute.reason.replaceAll('_', ' ') }),
      link: '/admin?tab=money',
      eventKey: `dispute_opened:${id}`,
    })
  if (status === 'warning_needs_response')
    await notifyAdmins(tx, {
      title: notices.askedTitle({ sum }),
      message: notices.askedMessage({ id, day }),
      link: '/admin?tab=money',
      eventKey: `dispute_asked:${id}`,
    })
  if (status === 'won' || status === 'lost')
    await notifyAdmins(tx, {
      title: notices.disputeOverTitle({ sum, won: status === 'won' }),
      message: notices.disputeOverMessage({ sum, won: status === 'won' }),
      eventKey: `dispute_${status}:${id}`,
    })
}

/** Pauses a disputed plan at Stripe, so that nothing is charged meanwhile, resumes it, or ends it. */
async function steerPlan(deps: SyncDeps, client: Stripe, subscriptionId: string): Promise<void> {
  const s = await client.subscriptions.retrieve(subscriptionId)
  if (s.status !== 'canceled' && s.status !== 'incomplete_expired') {
    const disputes = await deps.db
      .selectFrom('disputes')
      .select('status')
      .where('subscription_id', '=', subscriptionId)
      .execute()
    const open = disputes.some(({ status }) => isOpen(status))
    if (disputes.some(({ status }) => status === 'lost')) await endPlan(client, s)
    else if (open !== (s.pause_collection !== null))
      await client.subscriptions.update(subscriptionId, {
        pause_collection: open ? { behavior: 'void' } : '',
      })
  }
  await syncSubscription(deps, subscriptionId)
}

/** Syncs a dispute, the ledger and its plan with Stripe's current state. */
export async function syncDispute(deps: SyncDeps, disputeId: string): Promise<void> {
  if (!deps.stripe) throw new Error('This server has no account at Stripe')
  const { client } = deps.stripe
  const ask = async () => {
    const dispute = await client.disputes.retrieve(disputeId)
    return { dispute, invoice: await invoiceOf(deps, client, dispute) }
  }
  const { invoice } = await bringLatest(deps.db, disputeId, ask, async (tx, known) => {
    const { dispute } = known
    const due = dispute.evidence_details.due_by
    const dueAt = due ? new Date(due * 1000) : null
    await saveDispute(tx, {
      id: disputeId,
      charge_id: idOf(dispute.charge) ?? '',
      invoice_id: known.invoice?.id ?? null,
      user_id: known.invoice?.user_id ?? null,
      subscription_id: known.invoice?.subscription_id ?? null,
      status: dispute.status,
      reason: dispute.reason,
      amount_cents: dispute.amount,
      evidence_due_at: dueAt,
      submissions: dispute.evidence_details.submission_count,
      has_evidence: dispute.evidence_details.has_evidence,
      opened_at: new Date(dispute.created * 1000),
    })
    if (dispute.currency === 'usd') await bringMoney(tx, dispute, known.invoice, deps.clock.now())
    await tell(tx, dispute, dueAt)
  })
  if (invoice) await settleCredit(deps, invoice.user_id)
  if (invoice?.subscription_id) await steerPlan(deps, client, invoice.subscription_id)
  if (invoice) await syncPaidByCredit(deps, invoice.user_id, invoice.subscription_id)
}

/** How far back disputes are compared: cards can be disputed for months, and banks take months to decide. */
const comparedDays = 400

/** Finds disputes whose events never arrived. */
export async function reconcileDisputes(
  deps: SyncDeps,
  compare: (id: string, work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  if (!deps.stripe) return
  const { client } = deps.stripe
  const gte = Math.floor(deps.clock.now().getTime() / 1000) - comparedDays * 86_400
  for await (const { id, status } of client.disputes.list({ created: { gte }, limit: 100 })) {
    const known = await findDispute(deps.db, id)
    if (known?.status !== status) await compare(id, () => syncDispute(deps, id))
  }
}
