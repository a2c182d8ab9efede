import type { ChangePreview } from '#contract/money/subscriptions.ts'
import { inTurns } from '#server/platform/db/turn.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Stripe, StripeGateway } from '#server/platform/stripe.ts'

import { needStripe, needTier, withMessage } from './gateway.ts'
import { type QuoteRow, saveQuote, takeQuote } from './quotes.ts'
import { sentences } from './sentences/sentences.ts'
import { needPlan, planTurn } from './subscribe.ts'
import { type SyncDeps, syncInvoice, syncSubscription } from './sync.ts'

const cents = (amount: number) => amount / 100
const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000)

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
  return { tier, s, item, items: [{ id: item.id, price: priceId }] }
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
 * The current cost of a plan change, calculated by Stripe and saved as a quote, which the change requires.
 */
export async function previewChange(deps: SyncDeps, userId: string, priceId: string): Promise<ChangePreview> {
  const gateway = needStripe(deps.stripe)
  const change = await changeOf(deps, gateway, userId, priceId)
  const now = deps.clock.now()
  const prorationDate = toSeconds(now)
  const invoice = await calculate(gateway, change, prorationDate)
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

/**
 * Changes the plan at once, for exactly the quoted amount; what is due is paid first. The quote is used up
 * even when the card is declined.
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
    const quote = await takeQuote(deps.db, { id: quoteId, userId, priceId }, deps.clock.now())
    await needSame(gateway, change, quote)
    const changed = await withMessage(
      gateway.client.subscriptions.update(
        change.s.id,
        {
          items: change.items,
          proration_behavior: 'always_invoice',
          payment_behavior: 'error_if_incomplete',
          // Changing the plan revokes a cancellation.
          cancel_at_period_end: false,
          proration_date: toSeconds(quote.proration_date),
        },
        { idempotencyKey: `change:${quote.id}` },
      ),
    )
    if (typeof changed.latest_invoice === 'string') await syncInvoice(deps, changed.latest_invoice)
    await syncSubscription(deps, changed.id)
  })
}
