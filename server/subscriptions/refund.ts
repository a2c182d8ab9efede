import { moneyBackDays } from '#contract/money/constants.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import { AppError, notFound } from '#server/platform/http/errors.ts'
import { needStripe, withMessage } from './gateway.ts'
import { withinGuarantee } from './rules.ts'
import { sentences } from './sentences/sentences.ts'
import { unsafeFindInvoice } from './store.ts'
import { type SyncDeps, syncInvoice, syncSubscription } from './sync.ts'

/**
 * Fulfills the money-back guarantee: refunds an invoice of the last 30 days in full and ends its plan.
 * @throws AppError not_found; conflict for an invoice that is not paid, too old or already refunded
 */
export async function refundInvoice(
  deps: SyncDeps,
  by: Auditor,
  invoiceId: string,
  reason: string,
): Promise<{ refundId: string; amount: number }> {
  const { client } = needStripe(deps.stripe)
  const row = await unsafeFindInvoice(deps.db, invoiceId)
  if (!row) throw notFound('invoice')
  if (row.status !== 'paid' || !row.paid_at || row.amount_cents === 0)
    throw new AppError('conflict', sentences.notPaid)
  if (row.refunded_cents >= row.amount_cents) throw new AppError('conflict', sentences.alreadyRefunded)
  if (!withinGuarantee(row.paid_at, deps.clock.now(), moneyBackDays))
    throw new AppError('conflict', sentences.guaranteeOver({ days: moneyBackDays }))
  const payments = await withMessage(client.invoicePayments.list({ invoice: invoiceId }))
  const intent = payments.data[0]?.payment.payment_intent
  if (!intent) throw new AppError('conflict', sentences.notACard)
  const refund = await withMessage(
    client.refunds.create(
      {
        payment_intent: typeof intent === 'string' ? intent : intent.id,
        reason: 'requested_by_customer',
        metadata: { invoiceId, by: by.actorId ?? '' },
      },
      { idempotencyKey: `refund:${invoiceId}` },
    ),
  )
  if (row.subscription_id) {
    const s = await withMessage(client.subscriptions.retrieve(row.subscription_id))
    if (s.status !== 'canceled') await withMessage(client.subscriptions.cancel(s.id))
    await syncSubscription(deps, s.id)
  }
  await syncInvoice(deps, invoiceId)
  await record(deps.db, {
    ...by,
    action: 'invoice.refund',
    objectType: 'invoice',
    objectId: invoiceId,
    before: { refunded: row.refunded_cents / 100 },
    after: { refunded: refund.amount / 100, reason },
  })
  return { refundId: refund.id, amount: refund.amount / 100 }
}
