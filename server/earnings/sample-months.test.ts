import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { planOf, tiers } from '#contract/money/constants.ts'
import type { Database } from '#server/core/db/database.ts'
import { plus, zero } from '#server/core/money.ts'
import { balancesOf } from '#server/ledger/index.ts'
import { personalTables, rowsOf } from '#server/privacy/personal-tables.ts'
import { notePlan } from '#server/subscriptions/index.ts'
import { testDatabase } from '#test/harness/database.ts'
import { faultsOf, makeCreator, propertyRuns, sampleOf } from '#test/harness/money.ts'
import { earningsOf, planTermsOf, type Terms, termsOf, viralTerms } from './policy.ts'
import { recordViews } from './record-views.ts'
import { type Sample, segmentsOf, termsOfSegment } from './rules.ts'
import { keepSampleMonths, makeSampleMonths } from './sample-months.ts'

const hourMs = 3600_000
const dayMs = 24 * hourMs
const clockAt = (now: Date) => ({ now: () => now })

const partitions = async (db: Database) =>
  (
    await sql<{ name: string }>`select relname as name from pg_inherits join pg_class on oid = inhrelid
      where inhparent = 'view_samples'::regclass order by 1`.execute(db)
  ).rows.map(row => row.name)
/** Where samples lie, by their time. */
const placesOf = async (db: Database) =>
  (
    await sql<{ at: string; place: string }>`
      select to_char(sampled_at at time zone 'utc', 'YYYY-MM-DD') as at, tableoid::regclass::text as place
      from view_samples where views > 0 order by 1`.execute(db)
  ).rows.map(({ at, place }) => `${at} ${place}`)
const pendingOf = async (db: Database, userId: string) =>
  (await balancesOf(db, [userId])).get(userId)?.pending ?? zero

test('samples of any month have a place, and get into their own one once it is there', async () => {
  const { db } = await testDatabase()
  const userId = await makeCreator(db)
  const days = ['1999-12-31', '2101-02-03', '2101-03-01', '2101-12-31', '2130-01-01']
  for (const day of days)
    await db.transaction().execute(tx =>
      recordViews(tx, new Date(`${day}T12:00:00Z`), [
        sampleOf({
          ...{ userId, videoId: randomUUID(), views: 10, since: new Date('1999-01-01') },
          sampledAt: new Date(`${day}T12:00:00Z`),
        }),
      ]),
    )
  const [first] = await partitions(db).then(all => all.filter(name => name.includes('_until_')))
  expect(await placesOf(db)).toEqual([
    `1999-12-31 ${first}`,
    ...days.slice(1).map(day => `${day} view_samples_default`),
  ])
  await makeSampleMonths(db, new Date('2101-02-28T23:59:59Z'))
  expect(await placesOf(db)).toEqual([
    `1999-12-31 ${first}`,
    '2101-02-03 view_samples_2101_02',
    '2101-03-01 view_samples_2101_03',
    '2101-12-31 view_samples_default',
    '2130-01-01 view_samples_default',
  ])
  expect(await faultsOf(db)).toEqual([])
})

test('months are made once, however many servers make them, and nothing is made where the first partition reaches', async () => {
  const { db } = await testDatabase()
  const before = await partitions(db)
  const [first] = before.filter(name => name.includes('_until_'))
  const end = new Date(`${(first as string).slice(-7).replace('_', '-')}-01T00:00:00Z`)
  const inMonth = (ahead: number) => new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + ahead, 15))
  const nameOf = (ahead: number) =>
    `view_samples_${inMonth(ahead).toISOString().slice(0, 7).replace('-', '_')}`
  await Promise.all([1, 2, 3].map(() => makeSampleMonths(db, inMonth(-1))))
  expect(await partitions(db)).toEqual([...before, nameOf(0), nameOf(1)].sort())
  await makeSampleMonths(db, inMonth(-1))
  await makeSampleMonths(db, inMonth(0))
  expect(await partitions(db)).toEqual([...before, nameOf(0), nameOf(1), nameOf(2)].sort())
})

test("a person's samples are exported from every month, the folded one too, and go with their counter", async () => {
  const { db } = await testDatabase()
  const [userId, other] = [await makeCreator(db), await makeCreator(db)]
  const now = new Date('2101-03-10T12:00:00Z')
  await makeSampleMonths(db, new Date('2101-02-01'))
  for (const days of [60, 32, 20, 0])
    for (const id of [userId, other]) {
      const at = new Date(now.getTime() - days * dayMs)
      const since = new Date('2100-12-31')
      const sample = sampleOf({ userId: id, videoId: id, views: 100 - days, since, sampledAt: at })
      await db.transaction().execute(tx => recordViews(tx, at, [sample]))
    }
  await keepSampleMonths({ db, clock: clockAt(now) })
  await sql`insert into view_samples select counter_id, '2130-01-01', views, rate_micros, viral_score, viral_multiplier,
    plan_multiplier, creator_percent from folded_samples`.execute(db)
  const held = async (table: 'folded_samples' | 'view_samples') => {
    const views: number[] = []
    for await (const row of rowsOf(db, table, personalTables[table], userId))
      views.push((row as { views: number }).views)
    return views.toSorted((a, b) => a - b)
  }
  expect(await placesOf(db)).toEqual(
    [
      '2101-02-18 view_samples_2101_02',
      '2101-03-10 view_samples_2101_03',
      '2130-01-01 view_samples_default',
    ].flatMap(place => [place, place]),
  )
  expect([await held('folded_samples'), await held('view_samples')]).toEqual([[68], [68, 80, 100]])
  await sql`delete from view_counters where user_id = ${userId}`.execute(db)
  expect([await held('folded_samples'), await held('view_samples')]).toEqual([[], []])
  expect((await placesOf(db)).length).toBe(3)
})

const step = fc.record({
  hours: fc.constantFrom(0.5, 6, 24, 24 * 12, 24 * 28, 24 * 45),
  /** how late the sample comes; most are of now */
  late: fc.constantFrom(0, 0, 0, 5 * hourMs, 9 * dayMs, 29 * dayMs),
  views: fc.integer({ min: 0, max: 400 }),
  score: fc.constantFrom(0, 0.3333, 1),
  tier: fc.constantFrom(...tiers),
})

test(
  'a rider earns what all samples together give, however early or late samples are folded',
  async () => {
    const { db } = await testDatabase()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async steps => {
        const userId = await makeCreator(db)
        const videoId = randomUUID()
        const since = new Date('2090-01-01T00:00:00Z')
        const model = new Map<number, Sample>([
          [since.getTime(), { ...terms(0, 'free'), views: 0, sampledAt: since }],
        ])
        const changes: { tier: (typeof tiers)[number]; at: Date }[] = []
        const tierAt = (at: Date) => changes.findLast(change => change.at <= at)?.tier ?? 'free'
        let now = since
        for (const { hours, late, views, score, tier } of steps) {
          now = new Date(now.getTime() + hours * hourMs)
          const at = now
          await db.transaction().execute(tx => notePlan(tx, userId, tier, at))
          changes.push({ tier, at })
          const sampledAt = new Date(now.getTime() - late)
          await db
            .transaction()
            .execute(tx =>
              recordViews(tx, at, [
                sampleOf({ userId, videoId, views, viralScore: score, since, sampledAt }),
              ]),
            )
          if (sampledAt > since && !model.has(sampledAt.getTime()))
            model.set(sampledAt.getTime(), { ...terms(score, tierAt(sampledAt)), views, sampledAt })
          await keepSampleMonths({ db, clock: clockAt(now) })
        }
        const expected = segmentsOf([], [...model.values()])
        const shares = expected.map(s => earningsOf(s.to - s.from, termsOfSegment(s) as Terms).creator)
        expect(await pendingOf(db, userId)).toBe(plus(...shares))
        const old = await sql`select from view_samples
          where sampled_at < ${new Date(now.getTime() - 30 * dayMs)}`.execute(db)
        expect(old.rows.length).toBe(0)
      }),
      { numRuns: propertyRuns },
    )
    expect(await faultsOf(db)).toEqual([])
    // Months that are over are gone.
    await keepSampleMonths({ db, clock: clockAt(new Date('2099-06-15')) })
    expect(await partitions(db)).toEqual([
      ...['view_samples_2099_06', 'view_samples_2099_07', 'view_samples_2099_08', 'view_samples_default'],
    ])
    expect(await faultsOf(db)).toEqual([])
  },
  180_000 + propertyRuns * 1000,
)

function terms(score: number, tier: (typeof tiers)[number]) {
  const { ratePerView } = termsOf(score, planOf(tier))
  return { ratePerView, ...viralTerms(score), ...planTermsOf(planOf(tier)) }
}
