import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planFacts, planOf, type Tier, tiers } from '#contract/money/constants.ts'
import { bySettings } from '#server/audit/index.ts'
import type { Database } from '#server/core/db/database.ts'
import { micros, plus, zero } from '#server/core/money.ts'
import { balancesOf } from '#server/ledger/index.ts'
import { notePlan } from '#server/subscriptions/index.ts'
import { testDatabase } from '#test/harness/database.ts'
import { beginTransaction, lockWaiters } from '#test/harness/locks.ts'
import { faultsOf, makeCreator, propertyRuns, sampleOf } from '#test/harness/money.ts'
import { inEnglish } from '#test/harness/notifications.ts'
import { foldMonths, payoutBudgetOf, setPayoutBudget, viewBudgetOf } from './budget.ts'
import { earningsOf, planTermsOf, termsOf, wholeViews } from './policy.ts'
import { postWaiting } from './post-waiting.ts'
import { recordViews, type ViewSample } from './record-views.ts'
import { fitting, termsOfSegment } from './rules.ts'
import { tellOfBudget } from './tell-budget.ts'
import { asWaiting } from './waiting.ts'

/** A database at a time that the test moves, with what budgets do in it. */
async function world() {
  const { db } = await testDatabase()
  let now = new Date('2026-11-10T12:00:00Z')
  const deps = { db, clock: { now: () => now } }
  return {
    ...deps,
    at: (time: string | Date) => {
      now = new Date(time)
    },
    budget: (perMonth: number | null) => setPayoutBudget(deps, bySettings, { perMonth }),
    post: () => postWaiting(deps),
    tell: () => tellOfBudget(deps),
    record: (...samples: ViewSample[]) => db.transaction().execute(tx => recordViews(tx, now, samples)),
    state: () => payoutBudgetOf(deps),
    rider: async (tier: Tier = 'free') => {
      const userId = await makeCreator(db)
      const videoId = randomUUID()
      if (tier !== 'free')
        await db.transaction().execute(tx => notePlan(tx, userId, tier, new Date('2026-10-01')))
      /** @param at the hour of November 1 when it was seen */
      const seen = (views: number, at: number, viralScore: number | null = 0) =>
        sampleOf({ userId, videoId, views, viralScore, sampledAt: new Date(Date.UTC(2026, 10, 1, at)) })
      return {
        userId,
        videoId,
        seen,
        pending: () => pendingOf(db, userId),
        entries: () => entriesOf(db, userId),
      }
    },
  }
}
const pendingOf = async (db: Database, userId: string) =>
  (await balancesOf(db, [userId])).get(userId)?.pending ?? zero
const entriesOf = async (db: Database, userId: string) =>
  (
    await db
      .selectFrom('ledger_entries')
      .select(['type', 'views', 'facts'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ type, views, facts }) => [
    type,
    views,
    Number((facts as { planMultiplier: number }).planMultiplier),
  ])

test('views beyond the budget wait with their price and plan, and are posted next month, oldest first', async () => {
  const { budget, record, post, at, rider, state, db } = await world()
  const [first, second] = [await rider('pro'), await rider()]
  await budget(100)
  // $0.07 a view of the pro plan: 1,428 fit, and the rest of the range waits.
  await record(first.seen(2000, 1))
  expect(await first.entries()).toEqual([['premium_view_revenue', 1428, 2]])
  expect(await first.pending()).toBe(99_960_000n)
  // Four cents are left, and would pay a view without a plan. But somebody waits already.
  await record(second.seen(100, 2))
  expect(await second.entries()).toEqual([])
  await db.transaction().execute(tx => notePlan(tx, first.userId, 'free', new Date('2026-11-20')))
  await record(first.seen(2100, 3))
  expect(await state()).toEqual({
    perMonth: 100,
    spent: 99.96,
    waiting: { views: 572 + 100 + 100, amount: 50.54 },
  })
  await post()
  expect(await state()).toMatchObject({ spent: 99.96 })
  expect(await faultsOf(db)).toEqual([])
  at('2026-12-01T00:00:00Z')
  await budget(42)
  await post()
  // The month has $42.00: $40.04 for the range that was split, and $1.96 for 56 views of the other rider.
  expect((await first.entries()).at(-1)).toEqual(['premium_view_revenue', 572, 2])
  expect(await second.entries()).toEqual([['view_revenue', 56, 1]])
  expect(await state()).toMatchObject({ spent: 42, waiting: { views: 144 } })
  await budget(null)
  await post()
  expect((await first.entries()).at(-1)).toEqual(['premium_view_revenue', 100, 2])
  expect((await second.entries()).at(-1)).toEqual(['view_revenue', 44, 1])
  expect(await state()).toMatchObject({ perMonth: null, waiting: { views: 0, amount: 0 } })
  expect(await first.pending()).toBe(147_000_000n)
  expect(await faultsOf(db)).toEqual([])
})

test('two transactions never both spend what is left', async () => {
  const { budget, record, rider, state, db } = await world()
  const [first, second] = [await rider(), await rider()]
  await budget(50)
  const commit = await beginTransaction(db, tx =>
    recordViews(tx, new Date('2026-11-10T12:00:00Z'), [first.seen(1000, 1)]),
  )
  const other = record(second.seen(1000, 1))
  await expect.poll(() => lockWaiters(db)).toBe(1)
  await commit()
  await other
  // $35.00 for the first, and of the other $15.00 only 428 whole views.
  expect([await first.pending(), await second.pending()]).toEqual([35_000_000n, 14_980_000n])
  expect(await state()).toMatchObject({ spent: 49.98, waiting: { views: 572 } })
  expect(await faultsOf(db)).toEqual([])
})

test('corrections are always posted and give their room back', async () => {
  const { budget, record, post, rider, state, db } = await world()
  const [first, second] = [await rider(), await rider()]
  await budget(35)
  await record(first.seen(1000, 1))
  await record(second.seen(500, 2))
  expect(await second.pending()).toBe(0n)
  // What is taken back pays for what is posted again, although somebody waits.
  await record(first.seen(800, 3))
  expect(await first.pending()).toBe(28_000_000n)
  await post()
  expect([await first.pending(), await second.pending()]).toEqual([28_000_000n, 7_000_000n])
  // Views that wait are corrected where they wait.
  await record(second.seen(300, 4))
  expect(await state()).toMatchObject({ spent: 35, waiting: { views: 100 } })
  await budget(20)
  await record(first.seen(700, 5))
  expect(await first.pending()).toBe(24_500_000n)
  await post()
  expect(await state()).toMatchObject({ perMonth: 20, spent: 31.5, waiting: { views: 100 } })
  await budget(35)
  await post()
  expect(await state()).toMatchObject({ spent: 35, waiting: { views: 0 } })
  expect(await faultsOf(db)).toEqual([])
})

test('without a budget nothing waits, and without its row nothing is posted', async () => {
  const { budget, record, post, rider, state, db } = await world()
  const { seen, pending, userId } = await rider()
  await record(seen(1000, 1))
  expect(await viewBudgetOf(db, userId, new Date('2026-11-10'))).toBeNull()
  // What was posted before a budget counts against it.
  await budget(35.07)
  await record(seen(1010, 2))
  expect(await pending()).toBe(35_070_000n)
  expect(await viewBudgetOf(db, userId, new Date('2026-11-10'))).toEqual({
    state: 'reached',
    until: '2026-12-01',
    waitingViews: 8,
  })
  // Views that get their price later wait as well.
  const other = await rider()
  await record(other.seen(100, 3, null))
  await record(other.seen(100, 4, 1))
  expect(await state()).toMatchObject({ waiting: { views: 108, amount: 10.78 } })
  await db.deleteFrom('payout_budget').execute()
  await expect(record(seen(2000, 5))).rejects.toThrow("payout budget can't be read")
  await expect(post()).rejects.toThrow("payout budget can't be read")
})

test('riders whose posts are counted get a notification once a month, before the budget is reached', async () => {
  const { budget, record, tell, at, rider, db } = await world()
  const [first, second] = [await rider(), await rider()]
  const told = async () =>
    inEnglish(
      await db
        .selectFrom('notifications')
        .select(['user_id', 'type', 'message'])
        .where('event_key', 'like', 'payout_budget:%')
        .execute(),
    ).toSorted((a, b) => (a.user_id === first.userId ? -1 : b.user_id === first.userId ? 1 : 0))
  await record(first.seen(799, 1))
  await tell()
  await budget(35)
  await tell()
  expect(await told()).toEqual([])
  await record(first.seen(800, 2))
  await tell()
  await tell()
  const message = expect.stringContaining('wait until December 1')
  expect(await told()).toEqual([{ user_id: first.userId, type: 'payout_processed', message }])
  // So does a rider whose first post comes later.
  await record(second.seen(10, 3))
  await tell()
  expect(await told()).toMatchObject([{ user_id: first.userId }, { user_id: second.userId }])
  at('2026-12-01T00:00:00Z')
  await tell()
  expect(await told()).toHaveLength(2)
})

test('the ledger check finds a month that gave riders more than its budget, and wrong sums of months', async () => {
  const { budget, record, rider, db } = await world()
  const { seen } = await rider()
  await budget(100)
  await record(seen(1000, 1))
  await record(seen(1500, 2))
  await foldMonths(db)
  await foldMonths(db)
  expect(await db.selectFrom('views_by_month').selectAll().execute()).toEqual([
    expect.objectContaining({
      platform: 'youtube',
      views: 1500,
      gross_micros: 75_000_000,
      creator_micros: 52_500_000,
    }),
  ])
  expect(await faultsOf(db)).toEqual([])
  await db.updateTable('payout_budget_changes').set({ cents: 5249 }).execute()
  await db.updateTable('views_by_month').set({ views: 1499 }).execute()
  expect((await faultsOf(db)).map(f => f.detail)).toEqual([
    '2026-11-01 on youtube',
    '2026-11-01: 52500000, budget 52490000, before it 0',
  ])
})

const multipliers = planFacts.map(plan => planTermsOf(plan).planMultiplier)

test('a range is split where both parts are worth exactly the whole', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(...tiers),
      fc.integer({ min: -10, max: 400_000_000 }),
      (views, score, tier, left) => {
        const terms = termsOf(score, planOf(tier))
        const { planMultiplier, creatorPercent, ...price } = terms
        const plan = { planMultiplier, creatorPercent }
        const time = { sampledAt: new Date(1), since: new Date(0), before: plan, seen: plan }
        const whole = { segment: { ...price, ...time, from: 7, to: 7 + views } }
        const { fits, waits } = fitting([whole], micros(left), multipliers)
        const worth = (parts: typeof fits) =>
          parts.map(({ segment }) => earningsOf(segment.to - segment.from, terms))
        const [now, later] = [worth(fits), worth(waits)]
        const sum = (part: 'gross' | 'creator' | 'platform') => plus(...[...now, ...later].map(w => w[part]))
        const all = earningsOf(views, terms)
        expect([sum('gross'), sum('creator'), sum('platform')]).toEqual([
          all.gross,
          all.creator,
          all.platform,
        ])
        const posted = plus(...now.map(w => w.creator))
        if (fits.length > 0) expect(posted).toBeLessThanOrEqual(BigInt(left))
        const step = wholeViews(terms, multipliers)
        expect(step).toBeLessThanOrEqual(4)
        // No more would fit, except less than one step.
        if (waits.length > 0) expect(posted + earningsOf(step, terms).creator).toBeGreaterThan(BigInt(left))
      },
    ),
    { numRuns: Math.max(1000, propertyRuns) },
  )
})

const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('count' as const),
      video: fc.constantFrom(0, 1),
      views: fc.nat(400),
      lateHours: fc.constantFrom(0, 0, 3),
      viralScore: fc.constantFrom(null, 0, 0.3333, 1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('plan' as const), tier: fc.constantFrom(...tiers) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('budget' as const), cents: fc.integer({ min: 1, max: 2500 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ does: 'off' as const }) },
  { weight: 2, arbitrary: fc.constant({ does: 'post' as const }) },
  { weight: 1, arbitrary: fc.constant({ does: 'month' as const }) },
)

test(
  'with any budgets, what is posted and what waits add up to what there would be without them',
  async () => {
    const [limited, free] = [await world(), await world()]
    let time = Date.parse('2026-11-01T00:00:00Z')
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 14 }), async actions => {
        time = Date.UTC(new Date(time).getUTCFullYear(), new Date(time).getUTCMonth() + 1, 2)
        const videos = [randomUUID(), randomUUID()] as const
        const riders = [await makeCreator(limited.db), await makeCreator(free.db)] as const
        const since = new Date(time - 1)
        for (const one of actions) {
          time += 3600_000
          for (const each of [limited, free]) each.at(new Date(time))
          if (one.does === 'budget') {
            const { spent } = await limited.state()
            await limited.budget(Math.max(0.01, Math.round(spent * 100 + one.cents) / 100))
          } else if (one.does === 'off') await limited.budget(null)
          else if (one.does === 'post') await limited.post()
          else if (one.does === 'month') time += 31 * 24 * 3600_000
          else
            for (const [i, each] of [limited, free].entries()) {
              const userId = riders[i] as string
              if (one.does === 'plan')
                await each.db.transaction().execute(tx => notePlan(tx, userId, one.tier, new Date(time)))
              else
                await each.record(
                  sampleOf({
                    ...{ userId, views: one.views, viralScore: one.viralScore, since },
                    videoId: videos[one.video] as string,
                    sampledAt: new Date(time - one.lateHours * 3600_000),
                  }),
                )
            }
        }
        const waits = await limited.db
          .selectFrom('waiting_views')
          .selectAll()
          .where('viral_score', 'is not', null)
          .execute()
        const worth = waits.map(w => {
          const segment = asWaiting(w)
          const terms = termsOfSegment(segment)
          return terms ? earningsOf(segment.to - segment.from, terms).creator : zero
        })
        const unlimited = await pendingOf(free.db, riders[1])
        expect(plus(await pendingOf(limited.db, riders[0]), ...worth)).toBe(unlimited)
        await limited.budget(null)
        await limited.post()
        expect(await pendingOf(limited.db, riders[0])).toBe(unlimited)
      }),
      { numRuns: propertyRuns },
    )
    expect(await faultsOf(limited.db)).toEqual([])
    expect(await faultsOf(free.db)).toEqual([])
  },
  180_000 + propertyRuns * 1000,
)
