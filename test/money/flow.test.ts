import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type {
  EarningsReport,
  EarningsSeries,
  StatementSummary,
  Transaction,
} from '#contract/money/earnings.ts'
import type { Payout, PayoutSummary } from '#contract/money/payouts.ts'
import type { Notification } from '#contract/notifications.ts'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { balancesOf } from '#server/ledger/index.ts'
import { ask } from '#test/harness/review.ts'
import { faultsOf, sampleOf } from '../harness/money.ts'
import { textOfPdf } from '../harness/pdf.ts'
import { startTestServer } from '../harness/server.ts'
import { earn, onboard, refusalOf, rider, soon, until } from './flow-setup.ts'

test('earn, reach the threshold, add a bank account, request, get paid; everything adds up to the cent', async () => {
  const server = await startTestServer()
  const { client, id } = await rider(server)
  const videoId = randomUUID()
  const sample = (views: number, order: number) =>
    sampleOf({ userId: id, videoId, views, viralScore: 0.25, sampledAt: soon(order) })

  expect(await client.json(api.payoutSummary)).toMatchObject({
    pendingEarnings: 0,
    payoutThreshold: 50,
    payoutFrequency: 'monthly',
    progress: 0,
    canRequest: false,
    requestRefusal: "Your balance of $0.00 hasn't reached your threshold of $50.00 yet.",
  })
  await earn(server, sample(900, 1))
  // 900 × 0.05 × 1.5 × 70%
  expect(await client.json(api.payoutSummary)).toMatchObject({
    pendingEarnings: 47.25,
    progress: 94,
    canRequest: false,
  })
  const early = await refusalOf(await ask(client, 'POST', api.triggerPayout))
  expect(early).toEqual({
    status: 409,
    message: "Your balance of $47.25 hasn't reached your threshold of $50.00 yet.",
  })

  await earn(server, sample(1001, 2))
  expect(await client.json(api.payoutSummary)).toMatchObject({
    pendingEarnings: 52.55,
    progress: 100,
    requestRefusal: 'Add your bank account first.',
  })
  await onboard(client)
  const ready = await until<PayoutSummary>(client, api.payoutSummary, s => s.destination.ready)
  // 0.25% of 52.55 is 0.13, plus 0.25
  expect(ready).toMatchObject({ canRequest: true, availableEarnings: 52.55, fee: 0.38, netAmount: 52.17 })

  const asked = await client.json<Payout>(api.triggerPayout, { method: 'POST' })
  expect(asked).toMatchObject({
    userId: id,
    amount: 52.55,
    fee: 0.38,
    netAmount: 52.17,
    method: 'stripe',
    status: 'pending',
  })
  const [paid] = await until<Payout[]>(client, api.payoutHistory, list => list[0]?.status === 'completed')
  expect(paid).toMatchObject({
    id: asked.id,
    reason: null,
    nextStep: '$52.17 is at Stripe, which sends it on to your bank.',
  })
  const transfers = server.sandbox?.stripe?.control.state.all('transfer') ?? []
  expect(transfers).toMatchObject([
    { amount: 5217, transfer_group: `payout:${asked.id}`, metadata: { payoutId: asked.id, userId: id } },
  ])
  expect((await balancesOf(server.deps.db, [id])).get(id)).toEqual({
    pending: 0n,
    payable: 2_500n,
    paid: 52_170_000n,
  })
  expect(await client.json(api.user)).toMatchObject({
    totalEarnings: 52.55,
    pendingEarnings: 0,
    payoutThreshold: 50,
    payoutFrequency: 'monthly',
  })
  const notified = await client.json<Notification[]>(api.notifications)
  expect(notified.map(n => n.title)).toEqual(['$52.17 is on its way to you'])

  const today = new Date().toISOString()
  const period = `startDate=${new Date(Date.now() - 30 * 86_400_000).toISOString()}&endDate=${today}`
  expect(await client.json<EarningsReport>(`${api.earningsReport}?${period}`)).toMatchObject({
    totalEarnings: 52.55,
    totalViews: 1001,
    premiumViews: 0,
    totalPayouts: 52.55,
    breakdown: { viewRevenue: 52.55, premiumViewRevenue: 0, subscriptionRevenue: 0 },
  })
  const series = await client.json<EarningsSeries>(`${api.earningsSeries}?${period}`)
  expect(series.days).toHaveLength(31)
  expect(series.days.at(-1)).toEqual({ date: today.slice(0, 10), earnings: 52.55, views: 1001 })
  expect(series.videos).toEqual([{ videoId, title: null, earnings: 52.55, views: 1001 }])

  const transactions = await client.json<Transaction[]>(api.transactions)
  expect(transactions.map(t => [t.type, t.creatorShare, t.description])).toEqual([
    ['payout', -52.55, 'Payout of $52.55 by Stripe, $52.17 after a fee of $0.38.'],
    [
      'view_revenue',
      5.3,
      '101 public views of a deleted video on YouTube at $0.05 × 1.5 for viral potential came to $7.58, of which your 70% is $5.30.',
    ],
    [
      'view_revenue',
      47.25,
      '900 public views of a deleted video on YouTube at $0.05 × 1.5 for viral potential came to $67.50, of which your 70% is $47.25.',
    ],
  ])
  expect(await faultsOf(server.deps.db)).toEqual([])
})

test('statements: the lines add up to the totals, which match the ledger to the millionth', async () => {
  const server = await startTestServer({ PAYOUT_METHOD: 'manual', ROLE: 'web' })
  const { client, id } = await rider(server)
  const [one, two] = [randomUUID(), randomUUID()]
  await earn(
    server,
    sampleOf({ userId: id, videoId: one, views: 12_345, viralScore: 0.1234, sampledAt: soon(1) }),
    sampleOf({ userId: id, videoId: two, platform: 'tiktok', views: 777, viralScore: 1, sampledAt: soon(1) }),
  )
  await earn(
    server,
    sampleOf({ userId: id, videoId: two, platform: 'tiktok', views: 770, viralScore: 1, sampledAt: soon(2) }),
  )
  await client.json(api.triggerPayout, { method: 'POST' })
  const [summary] = await client.json<StatementSummary[]>(api.statements)
  const { csvUrl, pdfUrl, month } = summary as StatementSummary
  const csv = await client.call(csvUrl)
  expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="trailcut-${month}.csv"`)
  const rows = (await csv.text()).trim().split('\r\n')
  const amounts = rows.slice(1, -4).map(row => BigInt((row.split(',').at(-1) as string).replace('.', '')))
  const totals = Object.fromEntries(rows.slice(-4).map(r => [r.split(',')[3], r.split(',').at(-1)]))
  const { rows: ledger } = {
    rows: await server.deps.db
      .selectFrom('ledger_accounts')
      .select(['kind', 'balance'])
      .where('user_id', '=', id)
      .execute(),
  }
  const unpaid = ledger.filter(a => a.kind !== 'creator_paid').reduce((sum, a) => sum + BigInt(a.balance), 0n)
  expect(amounts.reduce((a, b) => a + b, 0n)).toBe(unpaid)
  expect(BigInt((totals['Closing balance'] as string).replace('.', ''))).toBe(unpaid)
  expect(totals['Opening balance']).toBe('0.000000')
  expect(Number(totals.Earnings) + Number(totals.Payouts)).toBeCloseTo(Number(totals['Closing balance']), 6)
  expect(Number(totals.Earnings).toFixed(2)).toBe(summary?.earnings.toFixed(2))

  const pdf = await client.call(pdfUrl)
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  const text = textOfPdf(Buffer.from(await pdf.arrayBuffer()))
  expect(text).toContain('Earnings statement')
  expect(text).toContain(`$${(Math.round(Number(totals.Earnings) * 100) / 100).toFixed(2)}`)
  expect(text).toContain('Deleted video')
  // No one else's statement, and no invalid month.
  const other = await rider(server, 'kim@trailcut.example')
  expect((await (await other.client.call(csvUrl)).text()).split('\r\n')).toHaveLength(6)
  expect((await client.call(api.statementCsv('2026-13'))).status).toBe(422)
})

test('a video shows its owner its views and earnings, also after a correction', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { client, id } = await rider(server)
  const { video } = await client.post<{ video: Video }>(api.uploadUrl, {
    fileName: 'ride.mp4',
    fileSize: 1000,
  })
  const shown = async () => {
    const [listed] = await client.json<Video[]>(api.myVideosDetailed)
    const one = await client.json<Video>(api.video(video.id))
    expect([listed?.views, listed?.earnings]).toEqual([one.views, one.earnings])
    return { views: one.views, earnings: one.earnings }
  }
  expect(await shown()).toEqual({ views: 0, earnings: 0 })
  const sample = (views: number, order: number) =>
    sampleOf({ userId: id, videoId: video.id, views, sampledAt: soon(order) })
  await earn(server, sample(1000, 1), { ...sample(200, 1), platform: 'tiktok' })
  expect(await shown()).toEqual({ views: 1200, earnings: 42 })
  await earn(server, sample(900, 2))
  expect(await shown()).toEqual({ views: 1100, earnings: 38.5 })
  expect(await client.json(api.user)).toMatchObject({
    totalViews: 1100,
    totalEarnings: 38.5,
    pendingEarnings: 38.5,
  })
  const [correction] = (await client.json<Transaction[]>(api.transactions)).slice(1)
  expect(correction).toMatchObject({
    type: 'view_correction',
    creatorShare: -35,
    description:
      'YouTube corrected its count for “ride”, so $35.00 for 1,000 views was taken back; views that still count are listed again.',
  })
})

test('ten transactions, then more by cursor', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { client, id } = await rider(server)
  const videoId = randomUUID()
  for (let i = 1; i <= 23; i++)
    await earn(server, sampleOf({ userId: id, videoId, views: i * 10, sampledAt: soon(i) }))
  const first = await client.json<Transaction[]>(api.transactions)
  expect(first).toHaveLength(10)
  const second = await client.json<Transaction[]>(`${api.transactions}?cursor=${first.at(-1)?.id}`)
  const third = await client.json<Transaction[]>(`${api.transactions}?cursor=${second.at(-1)?.id}`)
  expect(third).toHaveLength(3)
  const ids = [...first, ...second, ...third].map(t => Number(t.id))
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
  expect(new Set(ids).size).toBe(23)
  expect((await client.call(`${api.transactions}?cursor=x`)).status).toBe(422)
  const backwards = await client.call(`${api.earningsReport}?startDate=2026-02-01&endDate=2026-01-01`)
  expect(backwards.status).toBe(422)
  expect((await client.call(`${api.earningsReport}?startDate=soon&endDate=2026-01-01`)).status).toBe(422)
})
