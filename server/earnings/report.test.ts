import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { notePlan } from '#server/subscriptions/index.ts'
import { testDatabase } from '#test/harness/database.ts'
import { makeCreator, sampleOf } from '#test/harness/money.ts'
import { recordViews } from './record-views.ts'
import { periodOf, reportOf, seriesOf } from './report.ts'
import { statementContents, statementOf, statementsOf } from './statement/statement.ts'

/** A hundred views at each of these times, $3.50 for the rider. */
async function viewsAt(db: Database, times: string[]): Promise<string> {
  const userId = await makeCreator(db)
  const videoId = randomUUID()
  let views = 0
  for (const at of times.map(time => new Date(time))) {
    views += 100
    const sample = sampleOf({ userId, videoId, views, sampledAt: at })
    await db.transaction().execute(tx => recordViews(tx, at, [sample]))
  }
  return userId
}
const daysOf = async (db: Database, userId: string, from: string, to: string, zone: string) => {
  const { days } = await seriesOf(db, userId, periodOf({ startDate: from, endDate: to }, zone))
  return Object.fromEntries(days.map(({ date, views }) => [date, views]))
}

test("a day is the viewer's day, from Auckland to Pago Pago", async () => {
  const { db } = await testDatabase()
  // In Auckland (UTC+13) the 21st at 00:30 and 23:30; in Pago Pago (UTC−11) the 20th except its first half
  // hour.
  const userId = await viewsAt(db, ['2026-11-20T11:30:00Z', '2026-11-21T10:30:00Z'])
  expect(await daysOf(db, userId, '2026-11-19', '2026-11-21', 'Pacific/Auckland')).toEqual({
    '2026-11-19': 0,
    '2026-11-20': 0,
    '2026-11-21': 200,
  })
  expect(await daysOf(db, userId, '2026-11-19', '2026-11-21', 'Pacific/Pago_Pago')).toEqual({
    '2026-11-19': 0,
    '2026-11-20': 200,
    '2026-11-21': 0,
  })
  expect(await daysOf(db, userId, '2026-11-19', '2026-11-21', 'UTC')).toEqual({
    '2026-11-19': 0,
    '2026-11-20': 100,
    '2026-11-21': 100,
  })
})

test('days with a clock change have 25 or 23 hours, and every hour belongs to one day', async () => {
  const { db } = await testDatabase()
  // Denver leaves daylight saving time on 2026-11-01, at 2:00 in the morning; the day ends at 07:00 UTC.
  const fall = await viewsAt(
    db,
    Array.from({ length: 27 }, (_, hour) =>
      new Date(Date.UTC(2026, 10, 1, 5, 30) + hour * 3600_000).toISOString(),
    ),
  )
  expect(await daysOf(db, fall, '2026-10-31', '2026-11-02', 'America/Denver')).toEqual({
    '2026-10-31': 100,
    '2026-11-01': 2500,
    '2026-11-02': 100,
  })
  const spring = await viewsAt(
    db,
    Array.from({ length: 25 }, (_, hour) =>
      new Date(Date.UTC(2026, 2, 8, 6, 30) + hour * 3600_000).toISOString(),
    ),
  )
  expect(await daysOf(db, spring, '2026-03-07', '2026-03-09', 'America/Denver')).toEqual({
    '2026-03-07': 100,
    '2026-03-08': 2300,
    '2026-03-09': 100,
  })
})

test("a period's totals equal those of its days in every zone", async () => {
  const { db } = await testDatabase()
  const userId = await viewsAt(
    db,
    Array.from({ length: 60 }, (_, n) =>
      new Date(Date.UTC(2026, 9, 30, 0, 10) + n * 97 * 60_000).toISOString(),
    ),
  )
  for (const zone of ['UTC', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Denver']) {
    for (const [startDate, endDate] of [
      ['2026-10-31', '2026-10-31'],
      ['2026-10-30', '2026-11-02'],
      ['2026-11-01', '2026-11-30'],
    ] as const) {
      const period = periodOf({ startDate, endDate }, zone)
      const { totalViews, totalEarnings } = await reportOf(db, userId, period)
      const { days } = await seriesOf(db, userId, period)
      expect(totalViews).toBe(days.reduce((sum, day) => sum + day.views, 0))
      expect(totalEarnings).toBeCloseTo(
        days.reduce((sum, day) => sum + day.earnings, 0),
        6,
      )
    }
  }
})

test("a plan's extra earnings are shown separately, and the parts add up to the total", async () => {
  const { db } = await testDatabase()
  const userId = await makeCreator(db)
  const videoId = randomUUID()
  const record = (views: number, at: string) =>
    db.transaction().execute(async tx => {
      await recordViews(tx, new Date(at), [sampleOf({ userId, videoId, views, sampledAt: new Date(at) })])
    })
  await record(1001, '2026-11-02T00:00:00Z')
  await db.transaction().execute(tx => notePlan(tx, userId, 'premium', new Date('2026-11-03T00:00:00Z')))
  await record(1001, '2026-11-03T00:00:00Z')
  await record(1501, '2026-11-04T00:00:00Z')
  // The platform reverses 200 of them.
  await record(1301, '2026-11-05T00:00:00Z')
  const report = await reportOf(
    db,
    userId,
    periodOf({ startDate: '2026-11-01', endDate: '2026-11-30' }, 'UTC'),
  )
  // 1,001 × 0.05 × 70%; 300 of them at 1.5 times: 10.50 for the views, 5.25 from the plan.
  expect(report.breakdown).toEqual({
    viewRevenue: 35.04,
    premiumViewRevenue: 10.5,
    subscriptionRevenue: 5.25,
  })
  expect(report.totalEarnings).toBe(50.79)
})

test('a month starts and ends in the zone, and its table adds up to the earnings', async () => {
  const { db } = await testDatabase()
  // In Auckland this is already November 1.
  const userId = await viewsAt(db, ['2026-10-31T09:00:00Z', '2026-10-31T11:30:00Z', '2026-11-30T10:30:00Z'])
  const months = async (zone: string) =>
    (await statementsOf(db, userId, zone)).map(({ month, views, shown }) => [month, views, shown.earnings])
  expect(await months('Pacific/Auckland')).toEqual([
    ['2026-11', 200, 700n],
    ['2026-10', 100, 350n],
  ])
  expect(await months('UTC')).toEqual([
    ['2026-11', 100, 350n],
    ['2026-10', 200, 700n],
  ])
  const november = await statementOf(db, userId, '2026-11', 'Pacific/Auckland')
  expect(november.shown).toEqual({ opening: 350n, earnings: 700n, payouts: 0n, closing: 1050n })
  const { rows } = await statementContents(db, userId, november)
  expect(rows).toMatchObject([
    { title: null, platform: 'YouTube', cents: 700n, views: 200, creatorPercent: 70 },
  ])
})
