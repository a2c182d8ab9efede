import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { AppError } from '#server/core/http/errors.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { recordViews } from '#server/earnings/index.ts'
import { balancesOf, foldBalances, noBalances } from '#server/ledger/index.ts'
import { stripePayouts } from '#server/payouts/adapters/stripe.ts'
import { PayoutUnknownError, processPayout } from '#server/payouts/process-payout.ts'
import { requestPayout } from '#server/payouts/request-payout.ts'
import { syncTransfer } from '#server/payouts/sync.ts'
import { changePlan, previewChange } from '#server/subscriptions/change-plan.ts'
import { createSubscription, setCancelAtEnd } from '#server/subscriptions/subscribe.ts'
import { type SyncDeps, syncInvoice, syncSubscription } from '#server/subscriptions/sync.ts'
import { noJobs } from '#test/harness/jobs.ts'
import { testDatabase } from '../harness/database.ts'
import {
  actorOf,
  faultsOf,
  makePayee,
  payByCard,
  propertyRuns,
  sampleOf,
  silentStripe,
} from '../harness/money.ts'

const log = pino({ level: 'silent' })
const start = Date.UTC(2026, 10, 1)

/** One thing that can happen to a creator's money. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('views' as const),
      video: fc.nat(1),
      views: fc.nat(6000),
      minute: fc.nat(40),
      score: fc.constantFrom(0, 0.37, 1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('replay' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('payout' as const),
      fault: fc.constantFrom(
        null,
        null,
        'cut_before' as const,
        'cut_after' as const,
        'error_500' as const,
        'conflict_409' as const,
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('retry' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('return' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('plan' as const), pro: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('refund' as const), cents: fc.integer({ min: 1, max: 999 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('events' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fold' as const) }) },
)

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Shared = Awaited<ReturnType<typeof setUp>>

/** Everything that moves money, with a controllable Stripe sandbox. */
async function setUp() {
  const { db } = await testDatabase()
  const { sandbox, stripe } = await silentStripe()
  const clock = { now: () => new Date(start + 86_400_000) }
  const config = readConfig({ PAYOUT_APPROVAL_FROM: '1000000', PAYOUT_APPROVE_FIRST: 'off' })
  const deps = { db, jobs: noJobs(), log, clock, config, stripe }
  const sync: SyncDeps = { db, stripe, clock, log }
  return { db, sandbox, stripe, clock, deps, sync, port: stripePayouts(stripe.client) }
}

/** A creator who can be paid, and the steps that are applied to them. */
async function creatorOf({ db, sandbox, stripe, clock, deps, sync, port }: Shared) {
  const { prices } = stripe
  const userId = await makePayee({ db, sandbox, stripe })
  const actor = actorOf(userId)
  const videos = [randomUUID(), randomUUID()] as const
  let last: ReturnType<typeof sampleOf> | undefined
  const record = (sample: ReturnType<typeof sampleOf>) =>
    db.transaction().execute(tx => recordViews(tx, clock.now(), [sample]))
  const work = (id: string) =>
    processPayout({ db, clock, log, port }, id).catch(error => {
      if (!(error instanceof PayoutUnknownError)) throw error
    })
  const may = <T>(promise: Promise<T>) =>
    promise.catch(error => {
      if (!(error instanceof AppError)) throw error
    })
  const mine = () =>
    db
      .selectFrom('payouts')
      .select(['id', 'status', 'provider_reference'])
      .where('user_id', '=', userId)
      .execute()
  const invoices = () => {
    const customer = sandbox.state.all('customer', c => c.metadata.userId === userId)[0]?.id
    return sandbox.state.all('invoice', i => i.customer === customer)
  }
  const perform = async (s: Step) => {
    switch (s.do) {
      case 'views':
        last = sampleOf({
          userId,
          videoId: videos[s.video as 0 | 1],
          views: s.views,
          viralScore: s.score,
          sampledAt: new Date(start + s.minute * 60_000),
        })
        return void (await record(last))
      case 'replay':
        if (last) await record(last)
        return
      case 'payout': {
        const made = await may(requestPayout(deps, userId, 'request'))
        if (!made) return
        if (s.fault)
          sandbox.faults.add({
            match: 'POST /v1/transfers',
            kind: s.fault,
            times: s.fault.startsWith('cut') ? 2 : 1,
          })
        return work(made.id)
      }
      case 'retry':
        for (const p of await mine()) await work(p.id)
        return
      case 'return': {
        const done = (await mine()).find(p => p.status === 'completed')
        if (!done?.provider_reference) return
        await stripe.client.transfers.createReversal(done.provider_reference)
        for (let i = 0; i < 2; i++) await syncTransfer(deps, done.provider_reference)
        return
      }
      case 'plan': {
        const price = s.pro ? prices.pro : prices.premium
        const made = await may(createSubscription(sync, actor, price))
        if (!made) {
          const quote = await may(previewChange(sync, userId, price))
          if (quote) await may(changePlan(sync, userId, { priceId: price, quoteId: quote.quoteId }))
          return
        }
        await payByCard(stripe, made.clientSecret)
        return
      }
      case 'cancel':
        return void (await may(setCancelAtEnd(sync, userId, true)))
      case 'refund': {
        const intent = invoices().find(i => i.status === 'paid' && i._intent)?._intent
        if (intent)
          await stripe.client.refunds
            .create({ payment_intent: intent, amount: s.cents })
            .catch(() => undefined)
        return
      }
      case 'events':
        // Repeats all Stripe events, in reverse.
        for (const invoice of invoices().reverse()) await syncInvoice(sync, invoice.id)
        for (const invoice of invoices().slice(-1))
          await syncSubscription(sync, invoice.parent.subscription_details.subscription)
        return
      default:
        return foldBalances(db)
    }
  }
  return { userId, perform, invoices }
}

type Creator = Awaited<ReturnType<typeof creatorOf>>

/** All earnings are unpaid or paid, and Stripe has each payout once. */
async function expectPayoutsToAddUp({ db, sandbox }: Shared, { userId }: Creator): Promise<void> {
  const balances = (await balancesOf(db, [userId])).get(userId) ?? noBalances
  const { rows } = await sql<{ earned: string; views: string; counters: string }>`
    select coalesce((select sum(micros) from earnings_by_video where user_id = ${userId}), 0) as earned,
           coalesce((select sum(views) from earnings_by_video where user_id = ${userId}), 0) as views,
           coalesce((select sum(views) from view_counters where user_id = ${userId}), 0) as counters`.execute(
    db,
  )
  const { earned, views, counters } = rows[0] as (typeof rows)[number]
  expect(views).toBe(counters)
  const payouts = await db.selectFrom('payouts').selectAll().where('user_id', '=', userId).execute()
  const sent = payouts.filter(p => p.status === 'completed')
  // All earnings are unpaid or paid.
  expect(balances.pending + balances.payable).toBe(
    BigInt(earned) - BigInt(sent.reduce((n, p) => n + p.amount, 0)),
  )
  expect(balances.paid).toBe(BigInt(sent.reduce((n, p) => n + p.amount - p.fee, 0)))
  expect(payouts.every(p => p.status === 'completed' || p.status === 'failed')).toBe(true)
  // Stripe has each of them once, to the cent.
  const transfers = sandbox.state.all('transfer', t => t.metadata.userId === userId)
  expect(new Set(transfers.map(t => t.transfer_group)).size).toBe(transfers.length)
  const standing = transfers.filter(t => !t.reversed)
  expect(standing.reduce((n, t) => n + t.amount, 0) * 10_000).toBe(
    sent.reduce((n, p) => n + p.amount - p.fee, 0),
  )
}

/** Income and what Stripe owes back as credit are card payments minus refunds; fees stay. */
async function expectIncomeToAddUp({ db, sandbox }: Shared, { userId, invoices }: Creator): Promise<void> {
  const charged = invoices().reduce((n, i) => n + i.amount_paid, 0)
  const intents = new Set(invoices().map(i => i._intent))
  const refunded = sandbox.state
    .all('refund', r => intents.has(r.payment_intent))
    .reduce((n, r) => n + r.amount, 0)
  const income = await sql<{ micros: string; fees: string }>`
    select coalesce(sum(l.amount) filter (where a.kind in ('subscription_revenue', 'deferred_revenue', 'customer_credit')), 0)
             as micros,
           coalesce(sum(l.amount) filter (where a.kind = 'processing_fees'), 0) as fees
    from ledger_lines l join ledger_entries e on e.id = l.entry_id join ledger_accounts a on a.id = l.account_id
    where e.user_id = ${userId}`.execute(db)
  expect(Number(income.rows[0]?.micros)).toBe((charged - refunded) * 10_000)
  // Stripe keeps 2.9% and 30 cents of every payment, even a refunded one.
  const kept = invoices()
    .filter(i => i.amount_paid > 0)
    .reduce((n, i) => n + Math.round(i.amount_paid * 0.029 + 30), 0)
  expect(Number(income.rows[0]?.fees) + kept * 10_000).toBe(0)
}

test(
  'views, corrections, payouts, returns, plans, refunds and repeats in any order keep every invariant',
  async () => {
    const shared = await setUp()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async steps => {
        const creator = await creatorOf(shared)
        for (const s of steps) await creator.perform(s)
        // Everything settles: open work is finished, and Stripe's state is known.
        shared.sandbox.faults.clear()
        for (let i = 0; i < 3; i++) await creator.perform({ do: 'retry' })
        await creator.perform({ do: 'events' })
        await expectPayoutsToAddUp(shared, creator)
        await expectIncomeToAddUp(shared, creator)
      }),
      { numRuns: propertyRuns, endOnFailure: propertyRuns > 100 },
    )
    expect(await faultsOf(shared.db)).toEqual([])
  },
  180_000 + propertyRuns * 2000,
)
