import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planFacts, planOf, type Tier, tiers } from '#contract/money/constants.ts'
import type { Database } from '#server/core/db/database.ts'
import { micros, zero } from '#server/core/money.ts'
import { balancesOf, systemBalance } from '#server/ledger/index.ts'
import { notePlan } from '#server/subscriptions/index.ts'
import { testDatabase } from '#test/harness/database.ts'
import { faultsOf, makeCreator, propertyRuns, sampleOf } from '#test/harness/money.ts'
import { inEnglish } from '#test/harness/notifications.ts'
import { earningsOf, termsOf } from './policy.ts'
import { recordViews, type ViewSample } from './record-views.ts'
import { transactionsOf } from './report.ts'
import { type Sample, segmentsOf } from './rules.ts'
import { foldSamples } from './sample-months.ts'

const now = new Date('2026-11-10T12:00:00Z')
const at = (hour: number) => new Date(Date.UTC(2026, 10, 1, hour))
const record = (db: Database, ...samples: ViewSample[]) =>
  db.transaction().execute(tx => recordViews(tx, now, samples))
const pendingOf = async (db: Database, userId: string) =>
  (await balancesOf(db, [userId])).get(userId)?.pending ?? zero
const entriesOf = (db: Database, userId: string) =>
  db
    .selectFrom('ledger_entries')
    .select(['type', 'views', 'creator_amount', 'facts'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

test('a view earns 0.05 × (1 + 2 × viral score) × plan multiplier', () => {
  const price = (score: number, tier: Tier) => earningsOf(1000, termsOf(score, planOf(tier))).gross
  expect(price(0, 'free')).toBe(50_000_000n)
  expect(price(1, 'free')).toBe(150_000_000n)
  expect(price(0.4, 'premium')).toBe(135_000_000n)
  expect(price(1, 'pro')).toBe(300_000_000n)
})

test("a plan's share is one line in its entry's facts; entries, corrections and sentences follow it", async () => {
  const { db } = await testDatabase()
  const plans = planFacts.map(plan => (plan.tier === 'pro' ? { ...plan, creatorShare: 0.8 } : plan))
  const userId = await makeCreator(db)
  await db.transaction().execute(tx => notePlan(tx, userId, 'pro', at(2)))
  const videoId = randomUUID()
  const count = (views: number, hour: number, inForce = plans) =>
    db
      .transaction()
      .execute(tx =>
        recordViews(tx, now, [sampleOf({ userId, videoId, views, sampledAt: at(hour) })], inForce),
      )
  await count(100, 1)
  await count(100, 2)
  await count(200, 3)
  // 100 × 0.05 at 70%, and 100 × 0.05 × 2 at 80%.
  expect(await pendingOf(db, userId)).toBe(3_500_000n + 8_000_000n)
  const [, sentence] = (await transactionsOf(db, userId, { limit: 10 }, 'en'))
    .map(t => t.description)
    .reverse()
  expect(sentence).toContain('of which your 80% is $8.00')
  // The policy changes back; earlier views keep their terms.
  await count(150, 4, [...planFacts])
  expect(await pendingOf(db, userId)).toBe(3_500_000n + 4_000_000n)
  await count(160, 5, [...planFacts])
  expect(await pendingOf(db, userId)).toBe(3_500_000n + 4_000_000n + 700_000n)
  expect(await faultsOf(db)).toEqual([])
})

test('views become entries that include their pricing, and count once', async () => {
  const { db } = await testDatabase()
  const userId = await makeCreator(db)
  await db.transaction().execute(tx => notePlan(tx, userId, 'pro', at(10)))
  const videoId = randomUUID()
  const first = sampleOf({ userId, videoId, views: 1000, viralScore: 0.4, sampledAt: at(1) })
  const second = sampleOf({ userId, videoId, views: 1500, viralScore: 0.4, sampledAt: at(11) })
  expect(await record(db, first)).toEqual({ samples: 1, entries: 2 })
  expect(await record(db, first)).toEqual({ samples: 0, entries: 0 })
  await record(db, { ...first, sampledAt: at(10) })
  expect(await record(db, second, first, second)).toMatchObject({ samples: 1 })
  // 1000 × 0.05 × 1.8 × 0.7 and 500 × 0.05 × 1.8 × 2 × 0.7
  expect(await pendingOf(db, userId)).toBe(63_000_000n + 63_000_000n)
  expect(await entriesOf(db, userId)).toMatchObject([
    { type: 'view_revenue', views: 1000, facts: { counter: 'public_views', postId: videoId } },
    {
      type: 'premium_view_revenue',
      views: 500,
      facts: {
        from: 1000,
        to: 1500,
        ratePerView: '0.05',
        viralScore: 0.4,
        viralMultiplier: 1.8,
        planMultiplier: 2,
        creatorPercent: 70,
      },
    },
  ])
  expect(await faultsOf(db)).toEqual([])
})

test('views between two counts earn by the lower of the two plans', async () => {
  const { db } = await testDatabase()
  const userId = await makeCreator(db)
  await db.transaction().execute(async tx => {
    await notePlan(tx, userId, 'pro', at(2))
    await notePlan(tx, userId, 'premium', at(6))
  })
  const videoId = randomUUID()
  const sample = (views: number, hour: number) => sampleOf({ userId, videoId, views, sampledAt: at(hour) })
  await record(db, sample(100, 1))
  // Bought after these came: a third of the way between the counts.
  await record(db, sample(200, 4))
  await record(db, sample(300, 5))
  await record(db, sample(400, 7))
  expect(await pendingOf(db, userId)).toBe(3_500_000n + 3_500_000n + 7_000_000n + 5_250_000n)
  expect((await entriesOf(db, userId)).at(-1)?.facts).toMatchObject({
    since: at(5).toISOString(),
    before: [20, 70],
    seen: [15, 70],
    planMultiplier: 1.5,
  })
  expect(await faultsOf(db)).toEqual([])
})

test('a falling counter reverses the newest views at their original price', async () => {
  const { db } = await testDatabase()
  const userId = await makeCreator(db)
  const videoId = randomUUID()
  const sample = (views: number, hour: number, viralScore = 0) =>
    sampleOf({ userId, videoId, views, viralScore, sampledAt: at(hour) })
  await record(db, sample(100, 1))
  await record(db, sample(300, 2, 1))
  await record(db, sample(250, 3))
  expect((await entriesOf(db, userId)).map(e => [e.type, e.views])).toEqual([
    ['view_revenue', 100],
    ['view_revenue', 200],
    ['view_correction', -200],
    ['view_revenue', 150],
  ])
  // 100 × 0.05 and 150 × 0.05 × 3, at 70%
  expect(await pendingOf(db, userId)).toBe(3_500_000n + 15_750_000n)
  await record(db, sample(0, 4))
  expect(await pendingOf(db, userId)).toBe(0n)
  await record(db, sample(10, 5))
  expect(await pendingOf(db, userId)).toBe(350_000n)
  expect(await systemBalance(db, 'view_revenue')).toBe(-500_000n)
  expect(await faultsOf(db)).toEqual([])
})

test("a late sample is priced by its own time; one older than the retention period doesn't count", async () => {
  const { db } = await testDatabase()
  const userId = await makeCreator(db)
  await db.transaction().execute(tx => notePlan(tx, userId, 'premium', at(2)))
  const videoId = randomUUID()
  const sample = (views: number, hour: number) =>
    sampleOf({ userId, videoId, views, since: at(0), sampledAt: at(hour) })
  await record(db, sample(200, 4))
  // The post went out before the plan.
  expect(await pendingOf(db, userId)).toBe(7_000_000n)
  // The last 80 of them came while the plan was in force.
  await record(db, sample(120, 2))
  expect(await pendingOf(db, userId)).toBe(4_200_000n + 4_200_000n)
  expect(
    await record(db, sampleOf({ userId, videoId, views: 5, sampledAt: new Date('2026-09-01') })),
  ).toEqual({
    samples: 0,
    entries: 0,
  })
  await foldSamples(db, new Date('2027-01-01'))
  await record(db, sample(260, 9))
  expect(await pendingOf(db, userId)).toBe(8_400_000n + 3_150_000n)
  expect(await faultsOf(db)).toEqual([])
})

test('each milestone is announced once, even when earnings fall and rise again', async () => {
  const { db } = await testDatabase()
  const userId = await makeCreator(db)
  const videoId = randomUUID()
  const notified = async () =>
    inEnglish(
      await db
        .selectFrom('notifications')
        .select('title')
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .execute(),
    ).map(n => n.title)
  const sample = (views: number, hour: number) => sampleOf({ userId, videoId, views, sampledAt: at(hour) })
  await record(db, sample(2857, 1))
  expect(await notified()).toEqual([])
  await record(db, sample(2858, 2))
  expect(await notified()).toEqual(['You have earned $100'])
  await record(db, sample(10, 3))
  await record(db, sample(15_000, 4))
  expect((await notified()).sort()).toEqual([
    'You have earned $100',
    'You have earned $250',
    'You have earned $500',
  ])
})

const priced = fc.record({
  views: fc.integer({ min: 0, max: 400 }),
  viralScore: fc.constantFrom(0, 0.3333, 1),
  tier: fc.constantFrom(...tiers),
})

test('samples count every view of the newest counter once, in any sequence', () => {
  fc.assert(
    fc.property(fc.array(priced, { minLength: 1, maxLength: 12 }), fc.nat(), (drawn, seed) => {
      const samples: Sample[] = drawn.map(({ views, viralScore, tier }, i) => ({
        ...termsOf(viralScore, planOf(tier)),
        views,
        sampledAt: new Date(i * 1000),
      }))
      const begun = { ...termsOf(0, planOf('free')), views: 0, sampledAt: new Date(-1000) }
      const segments = segmentsOf([], [begun, ...samples])
      expect(segments.reduce((n, s) => n + s.to - s.from, 0)).toBe(samples.at(-1)?.views)
      segments.forEach((s, i) => {
        expect(s.from).toBe(segments[i - 1]?.to ?? 0)
        expect(s.to).toBeGreaterThan(s.from)
      })
      const turned = samples
        .map((s, i) => ({ s, key: (i * 7919 + seed) % 101 }))
        .sort((a, b) => a.key - b.key)
      expect(segmentsOf([], [begun, ...turned.map(t => t.s)])).toEqual(segments)
      // The entries made from the first half replace its samples, except the last of them.
      const half = Math.floor(samples.length / 2)
      const first = [begun, ...samples.slice(0, half)]
      expect(segmentsOf(segmentsOf([], first), [first.at(-1) as Sample, ...samples.slice(half)])).toEqual(
        segments,
      )
    }),
    { numRuns: Math.max(1000, propertyRuns) },
  )
})

test(
  'samples repeated and in any order give the same balances, and the ledger stays consistent',
  async () => {
    const { db } = await testDatabase()
    const drawn = fc.array(
      fc.record({
        video: fc.constantFrom(0, 1),
        platform: fc.constantFrom('youtube', 'tiktok'),
        ...{ p: priced },
      }),
      { minLength: 1, maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(
        drawn.chain(d =>
          fc.tuple(
            fc.constant(d),
            fc.shuffledSubarray([...d.keys(), ...d.keys()], { minLength: d.length * 2 }),
          ),
        ),
        fc.integer({ min: 1, max: 3 }),
        async ([samples, order], batch) => {
          const play = async (indexes: number[], size: number) => {
            const userId = await makeCreator(db)
            const videos = [randomUUID(), randomUUID()] as const
            // Plans change in between: premium from hour 2, none from hour 5.
            await db.transaction().execute(async tx => {
              await notePlan(tx, userId, 'premium', at(2))
              await notePlan(tx, userId, 'free', at(5))
            })
            const all = indexes.map(i => {
              const s = samples[i] as (typeof samples)[number]
              return sampleOf({
                userId,
                videoId: videos[s.video] as string,
                platform: s.platform,
                views: s.p.views,
                viralScore: s.p.viralScore,
                since: at(-1),
                sampledAt: at(i),
              })
            })
            for (let i = 0; i < all.length; i += size) await record(db, ...all.slice(i, i + size))
            const totals = await db
              .selectFrom('earnings_by_user')
              .selectAll()
              .where('user_id', '=', userId)
              .executeTakeFirst()
            return { pending: await pendingOf(db, userId), views: totals?.views ?? 0 }
          }
          const straight = await play([...samples.keys()], 1)
          expect(await play(order, batch)).toEqual(straight)
          const newest = new Map(samples.map(s => [`${s.video} ${s.platform}`, s.p.views]))
          expect(straight.views).toBe([...newest.values()].reduce((a, b) => a + b, 0))
        },
      ),
      { numRuns: propertyRuns },
    )
    expect(await faultsOf(db)).toEqual([])
    expect(await systemBalance(db, 'views_clearing')).toBe(micros(0))
  },
  180_000 + propertyRuns * 1000,
)
