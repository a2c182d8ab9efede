import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import { recordViews, returnMultipliers } from '#server/earnings/index.ts'
import { processPayout } from '#server/payouts/process-payout.ts'
import { requestPayout } from '#server/payouts/request-payout.ts'
import { syncTransfer } from '#server/payouts/sync.ts'
import { decideNegative, negativeBalances } from '#server/payouts/write-off.ts'
import { changePlan, previewChange } from '#server/subscriptions/change-plan.ts'
import { syncDispute } from '#server/subscriptions/index.ts'
import { createSubscription } from '#server/subscriptions/subscribe.ts'
import { syncInvoice, syncSubscription } from '#server/subscriptions/sync.ts'
import { actorOf, makePayee, payByCard, sampleOf } from '#test/harness/money.ts'
import type { Happened } from './model.ts'
import type { World } from './stage.ts'

/** Steps after which Stripe sends events. */
const atStripe = new Set([
  ...['buy', 'upgrade', 'downgrade', 'cancel', 'refund', 'bounce', 'dispute', 'win', 'lose'],
])

const may = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch(error => {
    if (!(error instanceof AppError)) throw error
    return undefined
  })

/** Answers the open dispute of a payment, with evidence that decides it in Stripe's test mode. */
async function answerDispute(
  { sandbox, stripe }: Pick<World, 'sandbox' | 'stripe'>,
  intent: string | null | undefined,
  verdict: 'winning' | 'losing',
) {
  const open = sandbox.state.all('dispute', d => d.payment_intent === intent && d.status === 'needs_response')
  const evidence = { uncategorized_text: `${verdict}_evidence` }
  if (open[0]) await stripe.client.disputes.update(open[0].id, { evidence })
}

/** Records a count of a post that went out two hours before. */
const countViews = (
  db: World['db'],
  now: Date,
  count: Omit<Parameters<typeof sampleOf>[0], 'since'> & { sampledAt: Date },
) =>
  db
    .transaction()
    .execute(tx =>
      recordViews(tx, now, [
        sampleOf({ ...count, since: new Date(count.sampledAt.getTime() - 2 * 3600_000) }),
      ]),
    )

/**
 * A payable person whose videos have this viral score. `perform` does a step and returns what happened, for
 * the model.
 */
export async function personIn(
  { db, sandbox, stripe, clock, deps, payouts, port, pass }: World,
  viralScore: number,
) {
  const { client, prices } = stripe
  const userId = await makePayee({ db, sandbox, stripe })
  await db.insertInto('payout_settings').values({ user_id: userId, threshold_cents: 2500 }).execute()
  let began = clock.now()
  const videos: Record<string, string> = { a: randomUUID(), b: randomUUID() }
  const customer = () => sandbox.state.all('customer', c => c.metadata.userId === userId)[0]?.id
  const invoices = () => {
    const mine = customer()
    return sandbox.state.all('invoice', i => i.customer === mine && i.status === 'paid')
  }
  const last = () => invoices().findLast(i => i.amount_paid > 0)
  const chargeOf = (intent: string | null | undefined) =>
    intent
      ? sandbox.state.get('charge', sandbox.state.get('payment_intent', intent).latest_charge ?? '')
      : undefined
  /** Processes everything Stripe has about them. */
  const settle = async () => {
    for (const { id, _intent } of invoices()) {
      for (const { id: dispute } of sandbox.state.all('dispute', d => d.payment_intent === _intent))
        await syncDispute(deps, dispute)
      await syncInvoice(deps, id)
    }
    for (const { id } of sandbox.state.all('subscription', s => s.customer === customer()))
      await syncSubscription(deps, id)
    await returnMultipliers(deps)
  }
  const count = (video: string, views: number, sampledAt: Date) =>
    countViews(db, clock.now(), { userId, videoId: videos[video] as string, views, viralScore, sampledAt })
  const change = async (priceId: string) => {
    const quote = await may(previewChange(deps, userId, priceId))
    if (quote) await may(changePlan(deps, userId, { priceId, quoteId: quote.quoteId }))
  }
  const suspended = (how: { suspended_at: Date | null; suspended_reason: string | null }) =>
    db.updateTable('users').set(how).where('id', '=', userId).execute()
  const steps: Record<string, (what: string, much: string) => Promise<unknown>> = {
    count: (video, views) => count(video, Number(views), began),
    late: (video, views) => count(video, Number(views), new Date(began.getTime() - 3 * 3600_000)),
    async buy(tier) {
      const made = await may(createSubscription(deps, actorOf(userId), prices[tier as 'premium' | 'pro']))
      if (made?.intent === 'payment') await payByCard(stripe, made.clientSecret)
    },
    upgrade: () => change(prices.pro),
    downgrade: () => change(prices.premium),
    async cancel() {
      const [s] = sandbox.state.all(
        'subscription',
        one => one.customer === customer() && one.status === 'active',
      )
      if (s) await client.subscriptions.cancel(s.id)
    },
    async refund(cents) {
      const [invoice, charge] = [last(), chargeOf(last()?._intent)]
      if (!invoice?._intent || !charge || charge.disputed || charge.refunded) return
      const amount = cents === 'all' ? {} : { amount: Number(cents) }
      if (charge.amount - charge.amount_refunded < Number(amount.amount ?? 0)) return
      await client.refunds.create({ payment_intent: invoice._intent, ...amount })
    },
    async bounce() {
      const intent = last()?._intent
      for (const refund of sandbox.state.all(
        'refund',
        r => r.payment_intent === intent && r.status === 'succeeded',
      ))
        sandbox.failRefund(refund.id)
    },
    async dispute() {
      const charge = chargeOf(last()?._intent)
      if (charge && !charge.disputed && charge.amount_refunded === 0) sandbox.dispute(charge.id)
    },
    win: () => answerDispute({ sandbox, stripe }, last()?._intent, 'winning'),
    lose: () => answerDispute({ sandbox, stripe }, last()?._intent, 'losing'),
    suspend: () => suspended({ suspended_at: clock.now(), suspended_reason: 'test' }),
    resume: () => suspended({ suspended_at: null, suspended_reason: null }),
    async payout() {
      const made = await may(requestPayout(payouts, userId, 'request'))
      if (made) await processPayout({ ...deps, port }, made.id)
    },
    async forgive() {
      const [owing] = (await negativeBalances(db, { offset: 0, limit: 100 })).filter(o => o.id === userId)
      const by = { actorId: 'staff', actorRole: 'admin', requestId: null }
      if (owing)
        await may(
          decideNegative(payouts, by, userId, { decision: 'write_off', owed: owing.owed, reason: 'a test' }),
        )
    },
    async reverse(cents) {
      const transfer = sandbox.state.all('transfer', t => t.metadata.userId === userId).at(-1)
      const left = transfer ? transfer.amount - transfer.amount_reversed : 0
      const amount = cents === 'all' ? left : Number(cents)
      if (!transfer || left === 0 || amount > left) return
      await client.transfers.createReversal(transfer.id, { amount })
      for (let i = 0; i < 2; i++) await syncTransfer(payouts, transfer.id)
    },
  }
  const perform = async (step: string): Promise<Happened> => {
    pass()
    began = clock.now()
    const [verb = '', what = '', much = ''] = step.split(' ')
    const before = invoices().length
    const work = steps[verb]
    if (!work) throw new Error(`Unknown step: ${step}`)
    await work(what, much)
    if (atStripe.has(verb)) await settle()
    const made = invoices().slice(before)
    const sum = (of: (i: (typeof made)[number]) => number) => made.reduce((total, i) => total + of(i), 0)
    return {
      step,
      at: began.getTime(),
      charged: sum(i => i.amount_paid),
      credit: sum(i => i.starting_balance - (i.ending_balance ?? 0)),
    }
  }
  return { perform, book: () => bookOf(db, userId) }
}

/** A person's money in the ledger, in the model's terms: millionths of a dollar. */
async function bookOf(db: Queryable, userId: string) {
  const { rows } = await sql<{ kind: string; amount: string }>`
    select a.kind, sum(l.amount) as amount from ledger_lines l join ledger_accounts a on a.id = l.account_id
    join ledger_entries e on e.id = l.entry_id where e.user_id = ${userId} group by 1`.execute(db)
  const of = (kind: string) => Number(rows.find(r => r.kind === kind)?.amount ?? 0)
  const asset = (kind: string) => -of(kind) || 0
  return {
    unpaid: of('creator_pending') + of('creator_payable'),
    writtenOff: asset('write_offs'),
    arrived: of('creator_paid'),
    payoutFees: of('fees'),
    platform: of('platform'),
    // Earned so far, plus what the rest of the period will earn.
    credit: of('customer_credit'),
    income: of('subscription_revenue') + of('deferred_revenue'),
    processingFees: asset('processing_fees'),
    reserves: asset('reserves'),
    atStripe: asset('stripe_balance'),
  }
}
