import { sentences as notices } from '#sentences/subscriptions.ts'
import type { Tx } from '#server/core/db/database.ts'
import type { Stripe } from '#server/core/stripe.ts'
import { creditUsed, defer, linesOfPayment, type PaidInvoice, post } from '#server/ledger/index.ts'
import { notifyAdmins } from '#server/notifications/index.ts'
import { followedCredit, hasCredit } from './credits/store.ts'
import { bringCredit, readCredit, settleCredit } from './credits/sync-credit.ts'
import { disputedSince } from './disputes/store.ts'
import { mailFailedRenewal } from './dunning.ts'
import { idOf, tierOfPrice } from './gateway.ts'
import { bringLatest } from './latest.ts'
import { paidInvoiceOf } from './paid-invoice.ts'
import { bringPayments, type PaidBy, readPayments } from './payments.ts'
import { pendingPriceOf } from './pending-change.ts'
import { notePlanNow } from './plan-history.ts'
import {
  currentSubscription,
  inTurn,
  invoicesOfPlan,
  type SyncDeps,
  saveInvoice,
  saveSubscription,
  tierOf,
  unsafeFindInvoice,
  userOfCustomer,
} from './store.ts'
import { notifyMissingTax } from './tax/notify-missing.ts'

export type { SyncDeps } from './store.ts'

/** The currency of prices and of the ledger. */
const bookedCurrency = 'usd'

const dateOf = (seconds: number | null | undefined): Date | null =>
  seconds ? new Date(seconds * 1000) : null
const earlier = (a: Date, b: Date): Date => (a < b ? a : b)

function clientOf(deps: SyncDeps) {
  if (!deps.stripe) throw new Error('This server has no account at Stripe')
  return deps.stripe
}

/**
 * Syncs a subscription with Stripe's current state, together with the invoice that caused it: a plan never
 * appears paid before its invoice.
 */
export async function syncSubscription(deps: SyncDeps, subscriptionId: string): Promise<void> {
  const { client } = clientOf(deps)
  const ask = async () => {
    const s = await client.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] })
    const invoice = typeof s.latest_invoice === 'string' ? null : s.latest_invoice
    if (invoice?.id && (await unsafeFindInvoice(deps.db, invoice.id))?.status !== invoice.status)
      await bringInvoice(deps, invoice.id)
    return { s, invoice }
  }
  await bringLatest(deps.db, subscriptionId, ask, (tx, { s, invoice }) =>
    applySubscription(deps, tx, s, invoice),
  )
}

async function applySubscription(
  deps: SyncDeps,
  tx: Tx,
  s: Stripe.Subscription,
  invoice: Stripe.Invoice | null,
): Promise<void> {
  const userId = await userOfCustomer(tx, idOf(s.customer) ?? '')
  const item = s.items.data[0]
  const tier = item && tierOfPrice(clientOf(deps), item.price.id)
  if (!userId || !item || !tier) {
    deps.log.warn({ subscriptionId: s.id }, 'a subscription at Stripe that is none of ours')
    return
  }
  const now = deps.clock.now()
  await inTurn(tx, userId)
  const paused = await pauseOf(tx, userId, s, now)
  await saveSubscription(tx, {
    id: s.id,
    user_id: userId,
    status: s.status,
    tier,
    price_id: item.price.id,
    cancel_at_period_end: s.cancel_at_period_end,
    automatic_tax: s.automatic_tax.enabled,
    current_period_end: dateOf(item.current_period_end),
    past_due_since: s.status === 'past_due' ? dateOf(invoice?.created ?? s.created) : null,
    started_at: dateOf(s.start_date) ?? now,
    ended_at: dateOf(s.ended_at),
    pending_price_id: pendingPriceOf(s),
    pending_until: pendingPriceOf(s) === null ? null : dateOf(s.pending_update?.expires_at),
    paused_for: paused?.reason ?? null,
    paused_since: paused?.since ?? null,
  })
  const entitled = await tierOf(tx, userId, now)
  const paidAt = invoice?.status_transitions.paid_at ?? invoice?.created
  const since = entitled === 'free' ? (dateOf(s.ended_at) ?? paused?.since) : dateOf(paidAt)
  await notePlanNow(tx, userId, entitled, { since: earlier(since ?? now, now), now })
}

/** Why a plan gives nothing although Stripe continues it, and since when; null: it does. */
async function pauseOf(
  tx: Tx,
  userId: string,
  s: Stripe.Subscription,
  now: Date,
): Promise<{ reason: 'dispute' | 'refund' | 'unpaid'; since: Date | null } | null> {
  const invoices = await invoicesOfPlan(tx, s.id)
  const covering = invoices.filter(
    ({ period_start: from, period_end: to }) => from && to && from <= now && now < to,
  )
  const paid = covering.find(({ status }) => status === 'paid')
  const last = paid ?? invoices.find(({ status }) => status === 'paid')
  const { paymentsOf } = await followedCredit(tx, userId)
  const disputed = await disputedSince(tx, s.id, last ? [...paymentsOf(last.id)] : [])
  if (disputed) return { reason: 'dispute', since: disputed }
  if (last?.unpaid) return { reason: 'refund', since: null }
  // Nothing was charged for this period, because a payment was disputed when it began.
  const dropped = covering.find(({ status }) => status === 'void' || status === 'uncollectible')
  return !paid && dropped ? { reason: 'unpaid', since: dropped.period_start } : null
}

const subscriptionOf = (invoice: Stripe.Invoice): string | undefined =>
  idOf(invoice.parent?.subscription_details?.subscription)

/**
 * Syncs an invoice: row, ledger, fees, refunds, and a mail for a failed renewal. @returns its subscription and
 * the person
 */
async function bringInvoice(
  deps: SyncDeps,
  invoiceId: string,
  withRefunds = false,
): Promise<{ subscriptionId: string | undefined; userId: string | undefined }> {
  const { client } = clientOf(deps)
  const ask = async () => {
    const invoice = await client.invoices.retrieve(invoiceId)
    const userId = await userOfCustomer(deps.db, idOf(invoice.customer) ?? '')
    const known = withRefunds || ((await unsafeFindInvoice(deps.db, invoiceId))?.refunded_cents ?? 0) > 0
    const payments = userId && invoice.status === 'paid' ? await readPayments(client, invoiceId, known) : []
    const usesCredit = userId && (invoice.starting_balance !== 0 || (invoice.ending_balance ?? 0) !== 0)
    const credit = usesCredit ? await readCredit(client, idOf(invoice.customer) as string) : []
    return { invoice, userId, payments, credit }
  }
  const { invoice, userId } = await bringLatest(deps.db, invoiceId, ask, async (tx, known) => {
    if (!known.userId) return
    await applyInvoice(deps, tx, invoiceId, { ...known, userId: known.userId })
    await bringCredit(tx, known.userId, known.credit, deps.clock.now())
  })
  if (userId) await settleCredit(deps, userId)
  return { userId, subscriptionId: userId ? subscriptionOf(invoice) : undefined }
}

/** Posts what a card and credit paid, once; a change that costs nothing still moves which days are owed. */
async function applyPayment(tx: Tx, paid: PaidInvoice, now: Date): Promise<void> {
  const { invoiceId, subscriptionId, userId } = paid
  const lines = linesOfPayment(paid)
  if (lines.length === 0) {
    if ((await unsafeFindInvoice(tx, invoiceId))?.status !== 'paid') await defer(tx, paid)
    return
  }
  const written = await post(tx, [
    {
      sourceEvent: `invoice:${invoiceId}:paid`,
      type: 'subscription_payment',
      userId,
      facts: { invoiceId, subscriptionId },
      occurredAt: now,
      lines,
    },
  ])
  if (written.size) await defer(tx, paid)
}

async function applyInvoice(
  deps: SyncDeps,
  tx: Tx,
  invoiceId: string,
  { invoice, userId, payments }: { invoice: Stripe.Invoice; userId: string; payments: PaidBy[] },
): Promise<void> {
  const now = deps.clock.now()
  const subscription = subscriptionOf(invoice)
  const ours = invoice.currency === bookedCurrency
  if (!ours) await alarmCurrency(deps, tx, invoice)
  await notifyMissingTax(tx, invoice, userId)
  const paid = paidInvoiceOf(invoice, { invoiceId, userId, subscriptionId: subscription ?? null })
  if (ours && invoice.status === 'paid') await applyPayment(tx, paid, now)
  const { refunded, fee } =
    ours && invoice.status === 'paid'
      ? await bringPayments(tx, payments, { ...paid, now })
      : { refunded: 0, fee: null }
  await saveInvoice(tx, {
    id: invoiceId,
    user_id: userId,
    subscription_id: subscription ?? null,
    number: invoice.number,
    status: invoice.status ?? 'draft',
    amount_cents: invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due,
    credit_cents: invoice.status === 'paid' ? creditUsed(paid) : 0,
    refunded_cents: refunded,
    fee_cents: fee,
    tax_cents: paid.taxCents,
    description: invoice.lines.data.map(l => l.description).join(', '),
    url: invoice.hosted_invoice_url || null,
    created_at: dateOf(invoice.created) ?? now,
    paid_at: dateOf(invoice.status_transitions.paid_at),
    currency: invoice.currency,
    ...paidFor(deps, invoice),
  })
  const renewalFailed =
    invoice.status === 'open' && invoice.billing_reason === 'subscription_cycle' && invoice.attempt_count > 0
  if (renewalFailed)
    await mailFailedRenewal(tx, {
      userId,
      invoiceId,
      attempt: invoice.attempt_count,
      cents: invoice.amount_due,
      since: dateOf(invoice.created) ?? now,
      now,
    })
}

/** An invoice in another currency is stored but never posted as dollars: a person has to look at it. */
async function alarmCurrency(deps: SyncDeps, tx: Tx, { id, currency, amount_paid, number }: Stripe.Invoice) {
  const sum = `${(amount_paid / 100).toFixed(2)} ${currency.toUpperCase()}`
  deps.log.error({ invoiceId: id, currency, cents: amount_paid }, 'an invoice in another currency')
  await notifyAdmins(tx, {
    title: notices.currencyTitle({ currency: currency.toUpperCase() }),
    message: notices.currencyMessage({ invoice: number ?? id ?? '', sum }),
    eventKey: `invoice_currency:${id}`,
  })
}

/** The plan and the period that an invoice pays for. Negative lines return the rest of an older plan. */
function paidFor(deps: SyncDeps, invoice: Stripe.Invoice) {
  const lines = invoice.lines.data.filter(({ amount }) => amount > 0)
  const priceId = lines.map(line => idOf(line.pricing?.price_details?.price)).find(id => id !== undefined)
  return {
    tier: (priceId && tierOfPrice(clientOf(deps), priceId)) || null,
    period_start: lines.length ? dateOf(Math.min(...lines.map(({ period }) => period.start))) : null,
    period_end: lines.length ? dateOf(Math.max(...lines.map(({ period }) => period.end))) : null,
  }
}

/** Syncs an invoice and its subscription with Stripe's current state. */
export async function syncInvoice(deps: SyncDeps, invoiceId: string, withRefunds = false): Promise<void> {
  const { subscriptionId, userId } = await bringInvoice(deps, invoiceId, withRefunds)
  if (subscriptionId) await syncSubscription(deps, subscriptionId)
  if (userId) await syncPaidByCredit(deps, userId, subscriptionId)
}

/**
 * Syncs a rider's current plan when it may be paid with credit from another plan's payment.
 * @param done the plan of that payment
 */
export async function syncPaidByCredit(
  deps: SyncDeps,
  userId: string,
  done: string | null | undefined,
): Promise<void> {
  if (!(await hasCredit(deps.db, userId))) return
  const current = await currentSubscription(deps.db, userId)
  if (current && current.id !== done) await syncSubscription(deps, current.id)
}

/** Syncs the invoice behind a payment with Stripe's current state; a payment without one isn't ours. */
export async function syncPayment(
  deps: SyncDeps,
  paymentIntentId: string | null | undefined,
  withRefunds = false,
): Promise<void> {
  if (!paymentIntentId) return
  const { client } = clientOf(deps)
  const { data } = await client.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: paymentIntentId },
  })
  for (const { invoice } of data) {
    const id = idOf(invoice as string | { id: string })
    if (id) await syncInvoice(deps, id, withRefunds)
  }
}
