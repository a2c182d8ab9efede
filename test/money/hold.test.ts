import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PayoutSummary } from '#contract/money/payouts.ts'
import { api } from '#contract/paths.ts'
import { recordViews } from '#server/earnings/index.ts'
import { lockCreators } from '#server/ledger/index.ts'
import { balancesAfterHold, releaseHolds } from '#server/payouts/release.ts'
import { testDatabase } from '../harness/database.ts'
import { faultsOf, makeCreator, propertyRuns, sampleOf } from '../harness/money.ts'
import { startTestServer } from '../harness/server.ts'
import { rider } from './flow-setup.ts'

test('shows money on hold separately from payable money, with the days it is released', async () => {
  const server = await startTestServer({ PAYOUT_HOLD_DAYS: '7', ROLE: 'web' })
  const { client, id } = await rider(server)
  const videoId = randomUUID()
  const dayMs = 24 * 3600_000
  const count = async (views: number, daysAgo: number) => {
    const at = new Date(Date.now() - daysAgo * dayMs)
    const sample = sampleOf({ userId: id, videoId, views, sampledAt: at })
    await server.deps.db.transaction().execute(tx => recordViews(tx, at, [sample]))
    return at
  }
  expect(await client.json(api.payoutSummary)).toMatchObject({ onHold: null })
  await count(1000, 10)
  const first = await count(1500, 5)
  const last = await count(1600, 2)
  expect(await client.json<PayoutSummary>(api.payoutSummary)).toMatchObject({
    pendingEarnings: 56,
    availableEarnings: 35,
    onHold: {
      amount: 21,
      from: new Date(first.getTime() + 7 * dayMs).toISOString(),
      until: new Date(last.getTime() + 7 * dayMs).toISOString(),
    },
    progress: 100,
    canRequest: false,
  })
})

const holdDays = 7
const day = 24 * 3600_000
/** The views that nobody took back since they were old enough. */
const matureOf = (counts: readonly { at: number; views: number }[], now: number): number => {
  const old = counts.findLastIndex(({ at }) => at <= now - holdDays * day)
  return old < 0 ? 0 : Math.min(...counts.slice(old).map(({ views }) => views))
}

test('no correction makes young money payable, whatever is counted, corrected and released', async () => {
  const { db } = await testDatabase()
  const step = fc.record({
    days: fc.integer({ min: 1, max: 9 }),
    video: fc.nat(1),
    views: fc.nat(3000),
    release: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async steps => {
      const userId = await makeCreator(db)
      const videos = [randomUUID(), randomUUID()]
      const counts: { at: number; views: number }[][] = [[], []]
      let at = Date.UTC(2026, 8, 1)
      for (const { days, video, views, release } of steps) {
        at += days * day
        const now = new Date(at)
        await db.transaction().execute(async tx => {
          const sample = { userId, videoId: videos[video] as string, views, sampledAt: now }
          await recordViews(tx, now, [sampleOf(sample)])
        })
        counts[video]?.push({ at, views })
        const mature = counts.reduce((sum, one) => sum + matureOf(one, at), 0)
        const balances = await balancesAfterHold(db, userId, now, holdDays)
        expect(Number(balances.payable)).toBe(mature * 35_000)
        if (release)
          await db.transaction().execute(async tx => {
            await lockCreators(tx, [userId])
            await releaseHolds(tx, [[userId, balances]], now, holdDays)
          })
      }
    }),
    { numRuns: propertyRuns },
  )
  expect(await faultsOf(db)).toEqual([])
})
