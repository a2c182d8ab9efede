import type { ChangePreview } from '#contract/money/subscriptions.ts'
import { sentences } from '#sentences/subscriptions.ts'
import { inTurns } from '#server/core/db/turn.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Stripe, StripeGateway } from '#server/core/stripe.ts'

import { needStripe, needTier, withMessage } from './gateway.ts'
import { giveUpChange, pendingChangeOf, pendingPriceOf } from './pending-change.ts'
import { type QuoteRow, saveQuote, takeQuote } from './quotes.ts'
import { needPlan, planTurn } from './subscribe.ts'
import { type SyncDeps, syncSubscription } from './sync.ts'

const cents = (amount: number) => amount / 100
const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000)

/** What is needed to change a plan. A change whose payment failed is given up, so that this one starts afresh. */
async function changeOf(deps: SyncDeps, gateway: StripeGateway, userId: string, priceId: string) {
  const tier = needTier(gateway, priceId)
  const row = await needPlan(deps, userId)
  if (row.price_id === priceId) throw new AppError('conflict', sentences.samePlan)
  if (row.status === 'past_due') throw new AppError('conflict', sentences.payFirst)
  if (row.paused_for === 'dispute') throw new AppError('conflict', sentences.disputed)
  // Stripe would give credit for time that nobody has paid for.
  if (row.paused_for) throw new AppError('conflict', sentences.payNext)
  const s = await withMessage(gateway.client.subscriptions.retrieve(row.id))
  const item = s.items.data[0]
  if (!item) throw new AppError('conflict', sentences.noPlan)
  const pending = await withMessage(pendingChangeOf(gateway.client, s))
  if (pending && !pending.waits) await withMessage(giveUpChange(gateway.client, s))
  const waiting = pending?.waits ? pending.invoice : null
  if (waiting && pendingPriceOf(s) !== priceId) throw new AppError('conflict', sentences.changeWaits)
  return { tier, s, item, items: [{ id: item.id, price: priceId }], waiting }
}
type Change = Awaited<ReturnType<typeof changeOf>>

/** Stripe's calculation of a change at a time chosen by this server. */
const calculate = ({ client }: StripeGateway, { s, items }: Change, at: number): Promise<Stripe.Invoice> =>
  withMessage(
    client.invoices.createPreview({
      customer: s.customer as string,
      subscription: s.id,
      subscription_details: { items, proration_behavior: 'always_invoice', proration_date: at },
    }),
  )

/**
 * The current cost of a plan change, calculated by Stripe and saved as a quote, which the change requires. A
 * change that waits for the card's owner keeps its price.
 */
export async function previewChange(deps: SyncDeps, userId: string, priceId: string): Promise<ChangePreview> {
  const gateway = needStripe(deps.stripe)
  const change = await inTurns(deps.db, planTurn(userId), () => changeOf(deps, gateway, userId, priceId))
  const now = deps.clock.now()
  const prorationDate = toSeconds(now)
  const invoice = change.waiting ?? (await calculate(gateway, change, prorationDate))
  const price = await withMessage(gateway.client.prices.retrieve(priceId))
  const tax = (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0)
  const quote = await saveQuote(
    deps.db,
    {
      user_id: userId,
      subscription_id: change.s.id,
      from_price_id: change.item.price.id,
      to_price_id: priceId,
      due_cents: Math.max(0, invoice.amount_due),
      total_cents: invoice.total,
      proration_date: new Date(prorationDate * 1000),
    },
    now,
  )
  return {
    quoteId: quote.id,
    expiresAt: quote.expires_at.toISOString(),
    priceId,
    tier: change.tier,
    dueNow: cents(quote.due_cents) || cents(Math.min(0, quote.total_cents)),
    lines: [
      ...invoice.lines.data.map(l => ({ description: l.description ?? '', amount: cents(l.amount) })),
      ...(tax === 0 ? [] : [{ description: 'Tax', amount: cents(tax) }]),
    ],
    nextAmount: cents(price.unit_amount ?? 0),
    nextDate: new Date(change.item.current_period_end * 1000).toISOString(),
  }
}

/** Asks Stripe again whether the change still has the quoted content and amount. */
async function needSame(gateway: StripeGateway, change: Change, quote: QuoteRow): Promise<void> {
  const same = change.s.id === quote.subscription_id && change.item.price.id === quote.from_price_id
  const invoice = same ? await calculate(gateway, change, toSeconds(quote.proration_date)) : null
  if (invoice?.total !== quote.total_cents || Math.max(0, invoice.amount_due) !== quote.due_cents)
    throw new AppError('conflict', sentences.priceChanged)
}

/** Asks Stripe for the change. @returns why the card was declined and nothing changes; null when it wasn't */
async function order(
  gateway: StripeGateway,
  { s, items }: Change,
  quote: QuoteRow,
): Promise<AppError | null> {
  const { client } = gateway
  const changed = await withMessage(
    client.subscriptions.update(
      s.id,
      {
        items,
        proration_behavior: 'always_invoice',
        // Without its payment, the change waits at Stripe and takes effect with it.
        payment_behavior: 'pending_if_incomplete',
        proration_date: toSeconds(quote.proration_date),
        // Changing the plan revokes a cancellation.
        ...(s.cancel_at_period_end ? { cancel_at_period_end: false } : {}),
      },
      { idempotencyKey: `change:${quote.id}` },
    ),
  )
  const pending = await withMessage(pendingChangeOf(client, changed))
  if (!pending || pending.waits) return null
  await withMessage(giveUpChange(client, changed))
  const reason = pending.intent?.last_payment_error?.message
  return new AppError('conflict', reason ? sentences.declined({ reason }) : sentences.notCharged)
}

/**
 * Changes the plan at once, for exactly the quoted amount; what is due is paid first. When the card's owner has to
 * confirm that, the plan changes afterwards; until then, asking again continues the same change. The quote is
 * used up even when the card is declined.
 * @throws AppError not_found, conflict (the quote can't be used, or the card was declined), unavailable
 */
export async function changePlan(
  deps: SyncDeps,
  userId: string,
  { priceId, quoteId }: { priceId: string; quoteId: string },
): Promise<void> {
  const gateway = needStripe(deps.stripe)
  // Two quotes of one person are used in turn: the second is checked against the result of the first.
  await inTurns(deps.db, planTurn(userId), async () => {
    const change = await changeOf(deps, gateway, userId, priceId)
    let declined: AppError | null = null
    if (!change.waiting) {
      const quote = await takeQuote(deps.db, { id: quoteId, userId, priceId }, deps.clock.now())
      await needSame(gateway, change, quote)
      declined = await order(gateway, change, quote)
    }
    await syncSubscription(deps, change.s.id)
    if (declined) throw declined
  })
}

/** Keeps the plan as it is: gives up a change that isn't paid yet. @throws AppError conflict without a plan */
export async function keepPlan(deps: SyncDeps, userId: string): Promise<void> {
  const { client } = needStripe(deps.stripe)
  await inTurns(deps.db, planTurn(userId), async () => {
    const { id } = await needPlan(deps, userId)
    const s = await withMessage(client.subscriptions.retrieve(id))
    await withMessage(giveUpChange(client, s))
    await syncSubscription(deps, id)
  })
}
