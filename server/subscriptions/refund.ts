import { sql } from 'kysely'
import type { z } from 'zod'
import { moneyBackDays } from '#contract/money/constants.ts'
import type { refundBody } from '#contract/money/subscriptions.ts'
import { sentences } from '#sentences/subscriptions.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { fromCents, toDollars } from '#server/core/money.ts'
import type { Stripe } from '#server/core/stripe.ts'
import { idOf, isLost, needStripe, withMessage } from './gateway.ts'
import { endPlan } from './pending-change.ts'
import { withinGuarantee } from './rules.ts'
import type { InvoiceRow } from './store.ts'
import { type SyncDeps, syncInvoice, syncSubscription } from './sync.ts'

/**
 * An invoice and how many refunds of it there were, with those that the bank returned. Both are of one moment: the
 * number is the key of a decision, so a refund posted between two readings would be made once more.
 * @throws AppError not_found
 */
async function needInvoice(db: Queryable, invoiceId: string): Promise<InvoiceRow & { refunds: number }> {
  const row = await db
    .selectFrom('billing_invoices')
    .selectAll()
    .select(
      sql<number>`(select count(*)::int from ledger_entries where video_id is null
        and type = 'subscription_refund' and ledger_stripe_ids(facts) @> array[${invoiceId}])`.as('refunds'),
    )
    .where('id', '=', invoiceId)
    .executeTakeFirst()
  if (!row) throw notFound('invoice')
  return row
}

/** @returns what of an invoice can still be refunded, in cents @throws AppError conflict for more than that, or none */
function needLeft(row: InvoiceRow, cents = 0): number {
  if (row.status !== 'paid' || !row.paid_at || row.amount_cents === 0)
    throw new AppError('conflict', sentences.notPaid)
  const left = row.amount_cents - row.refunded_cents
  if (left <= 0) throw new AppError('conflict', sentences.alreadyRefunded)
  if (cents > left)
    throw new AppError('conflict', sentences.refundTooLarge({ left: toDollars(fromCents(left)) }))
  return left
}

/** The refund that Stripe made of a decision, after its answer was lost. @throws the failure when there is none */
async function lookUp(client: Stripe, payment_intent: string, key: string, failure: unknown) {
  if (!isLost(failure)) throw failure
  for await (const refund of client.refunds.list({ payment_intent, limit: 100 }))
    if (refund.metadata?.decision === key) return refund
  throw failure
}

/**
 * Sends a refund, and asks Stripe for it when the answer is lost. When nothing of the invoice is left, its plan ends.
 * @param cents null: all that is left at Stripe
 */
async function send(
  deps: SyncDeps,
  by: Auditor,
  row: InvoiceRow,
  { cents, key, metadata = {} }: { cents: number | null; key: string; metadata?: Record<string, string> },
): Promise<Stripe.Refund> {
  const { client } = needStripe(deps.stripe)
  const payments = await withMessage(client.invoicePayments.list({ invoice: row.id }))
  const intent = idOf(payments.data[0]?.payment.payment_intent)
  if (!intent) throw new AppError('conflict', sentences.notACard)
  const refund = await withMessage(
    client.refunds
      .create(
        {
          payment_intent: intent,
          ...(cents === null ? {} : { amount: cents }),
          reason: 'requested_by_customer',
          metadata: { invoiceId: row.id, by: by.actorId ?? '', decision: key, ...metadata },
        },
        { idempotencyKey: key },
      )
      .catch(failure => lookUp(client, intent, key, failure)),
  )
  if (row.subscription_id && row.refunded_cents + refund.amount >= row.amount_cents) {
    const s = await withMessage(client.subscriptions.retrieve(row.subscription_id))
    if (s.status !== 'canceled') await withMessage(endPlan(client, s))
    await syncSubscription(deps, s.id)
  }
  await syncInvoice(deps, row.id, true)
  return refund
}

/**
 * Refunds an invoice. In full, it is the money-back guarantee of the last 30 days, and its plan ends; a part is
 * returned at any time, and the plan continues. A request for a part says what was seen refunded before, so the same
 * decision made twice is one refund, also when the first answer was lost.
 * @throws AppError not_found; conflict for an invoice that is not paid, too old, or already refunded, and for a part
 * of an invoice of which more was refunded than was seen
 */
export async function refundInvoice(
  deps: SyncDeps,
  by: Auditor,
  invoiceId: string,
  { reason, part }: z.infer<typeof refundBody>,
): Promise<{ refundId: string; amount: number }> {
  needStripe(deps.stripe)
  needLeft(await needInvoice(deps.db, invoiceId))
  // A lost answer may have been a refund.
  if (part) await withMessage(syncInvoice(deps, invoiceId, true))
  const row = await needInvoice(deps.db, invoiceId)
  const before = fromCents(row.refunded_cents)
  if (part && Math.round(part.refunded * 100) !== row.refunded_cents)
    throw new AppError('conflict', sentences.refundedMeanwhile({ sum: toDollars(before) }))
  const asked = part && Math.round(part.amount * 100)
  const left = needLeft(row, asked)
  const cents = asked === undefined || asked === left ? null : asked
  if (cents === null && row.paid_at && !withinGuarantee(row.paid_at, deps.clock.now(), moneyBackDays))
    throw new AppError('conflict', sentences.guaranteeOver({ days: moneyBackDays }))
  // Every refund of an invoice has its own number, also after one that the bank returned.
  const key = `refund:${invoiceId}:${row.refunds}:${cents ?? 'all'}`
  const refund = await send(deps, by, row, { cents, key })
  await record(deps.db, {
    ...by,
    action: 'invoice.refund',
    objectType: 'invoice',
    objectId: invoiceId,
    before: { refunded: row.refunded_cents / 100 },
    after: { refunded: refund.amount / 100, refund: refund.id, reason },
  })
  return { refundId: refund.id, amount: refund.amount / 100 }
}

/** A refund as the ledger has it: its amount in cents, and whether the bank returned it and another one was sent. */
async function postedRefund(
  db: Queryable,
  invoiceId: string,
  refundId: string,
): Promise<{ cents: number; returned: boolean; resent: boolean } | undefined> {
  const { rows } = await sql<{ cents: number; returned: boolean; resent: boolean }>`
    select (select l.amount / 10000 from ledger_lines l join ledger_accounts a on a.id = l.account_id
        where l.entry_id = e.id and a.kind = 'clearing')::int as cents,
      exists (select from ledger_entries f where f.source_event = e.source_event || ':failed') as returned,
      exists (select from ledger_entries n where n.video_id is null and n.type = 'subscription_refund'
        and ledger_stripe_ids(n.facts) @> array[${refundId}] and n.facts ->> 'resendOf' = ${refundId}) as resent
    from ledger_entries e
    where e.source_event = ${`refund:${refundId}`} and e.facts ->> 'invoiceId' = ${invoiceId}`.execute(db)
  return rows[0]
}

/**
 * Sends a refund again that the bank returned, as a new refund of the same amount; when that one comes back, it can
 * be sent again in turn. Each is sent again once: the new refund names the old one, at Stripe and in the ledger.
 * @throws AppError not_found; conflict for a refund that wasn't returned, that was sent again, or that is more than
 * is left
 */
export async function resendRefund(
  deps: SyncDeps,
  by: Auditor,
  { invoiceId, refundId }: { invoiceId: string; refundId: string },
  reason: string,
): Promise<{ refundId: string; amount: number }> {
  needStripe(deps.stripe)
  await needInvoice(deps.db, invoiceId)
  // A lost answer may have been the new refund.
  await withMessage(syncInvoice(deps, invoiceId, true))
  const old = await postedRefund(deps.db, invoiceId, refundId)
  if (!old) throw notFound('refund')
  if (!old.returned) throw new AppError('conflict', sentences.refundArrives)
  if (old.resent) throw new AppError('conflict', sentences.refundResent)
  const row = await needInvoice(deps.db, invoiceId)
  needLeft(row, old.cents)
  const refund = await send(deps, by, row, {
    cents: old.cents,
    key: `refund:${invoiceId}:again:${refundId}`,
    metadata: { resendOf: refundId },
  })
  await record(deps.db, {
    ...by,
    action: 'refund.resend',
    objectType: 'invoice',
    objectId: invoiceId,
    before: { refund: refundId },
    after: { refund: refund.id, refunded: refund.amount / 100, reason },
  })
  return { refundId: refund.id, amount: refund.amount / 100 }
}
