import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PayoutSummary } from '#contract/money/payouts.ts'
import { api } from '#contract/paths.ts'
import { recordViews } from '#server/earnings/index.ts'
import { sampleOf } from '../harness/money.ts'
import { startTestServer } from '../harness/server.ts'
import { rider } from './money-flow-setup.ts'

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
