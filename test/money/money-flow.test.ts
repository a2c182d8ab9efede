import { randomUUID } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { CurrentUser } from '#contract/accounts.ts'
import type { EarningsReport, EarningsSeries, StatementSummary, Transaction } from '#contract/money.ts'
import { api } from '#contract/paths.ts'
import type { AdminPayout, Payout, PayoutSummary } from '#contract/payouts.ts'
import type { Notification, Video } from '#contract/videos.ts'
import { recordViews, type ViewSample } from '#server/earnings/index.ts'
import { balancesOf } from '#server/ledger/index.ts'
import { summaryOf } from '#server/payouts/summary.ts'
import { signInAtProvider, whoAmI } from '#test/harness/accounts.ts'
import type { ApiClient } from '../../scripts/lib/api-client.ts'
import { faultsOf, sampleOf } from '../harness/money.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

const json = (method: string, body?: unknown): RequestInit => ({
  method,
  ...(body === undefined
    ? {}
    : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
})
const refusalOf = async (response: Response) => ({
  status: response.status,
  message: ((await response.json()) as { message: string }).message,
})

async function rider(server: TestServer, email = 'sam@trailcut.example') {
  const client = await server.person()
  await signInAtProvider(client, { email })
  return { client, id: ((await whoAmI(client)) as CurrentUser).id }
}
const earn = (server: TestServer, ...samples: ViewSample[]) =>
  server.deps.db.transaction().execute(tx => recordViews(tx, server.deps.clock.now(), samples))
const soon = (minutes = 0) => new Date(Date.now() - 3600_000 + minutes * 60_000)

/** The rider says where the money goes, on the page that stands in for Stripe's. */
async function onboard(client: ApiClient) {
  const { url } = await client.json<{ url: string }>(api.payoutDestination, json('POST'))
  expect((await client.call(url)).status).toBe(200)
  const back = await client.call(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
  })
  expect(back.headers.get('location')).toBe(`${client.base}/earnings?destination=done`)
}
const until = <T>(client: ApiClient, address: string, wished: (answer: T) => boolean) =>
  client.until(() => client.json<T>(address), wished)

test('earn, reach the threshold, say where to, request, paid; everything adds up to the cent', async () => {
  const server = await startTestServer()
  const { client, id } = await rider(server)
  const videoId = randomUUID()
  const sample = (views: number, minutes: number) =>
    sampleOf({ userId: id, videoId, views, viralScore: 0.25, sampledAt: soon(minutes) })

  expect(await client.json(api.payoutSummary)).toMatchObject({
    pendingEarnings: 0,
    payoutThreshold: 50,
    payoutFrequency: 'monthly',
    progress: 0,
    canRequest: false,
    requestRefusal: 'Your balance of $0.00 has not reached your threshold of $50.00 yet.',
  })
  await earn(server, sample(900, 1))
  // 900 × 0.05 × 1.5 × 70 %
  expect(await client.json(api.payoutSummary)).toMatchObject({
    pendingEarnings: 47.25,
    progress: 94,
    canRequest: false,
  })
  const early = await refusalOf(await client.call(api.triggerPayout, json('POST')))
  expect(early).toEqual({
    status: 409,
    message: 'Your balance of $47.25 has not reached your threshold of $50.00 yet.',
  })

  await earn(server, sample(1001, 2))
  expect(await client.json(api.payoutSummary)).toMatchObject({
    pendingEarnings: 52.55,
    progress: 100,
    requestRefusal: 'Say first where your money should go.',
  })
  await onboard(client)
  const ready = await until<PayoutSummary>(client, api.payoutSummary, s => s.destination.ready)
  // 0.25 % of 52.55 is 0.13, and 0.25
  expect(ready).toMatchObject({ canRequest: true, availableEarnings: 52.55, fee: 0.38, netAmount: 52.17 })

  const asked = await client.json<Payout>(api.triggerPayout, json('POST'))
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
  const told = await client.json<Notification[]>(api.notifications)
  expect(told.map(n => n.title)).toEqual(['$52.17 is on its way to you'])

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
      '101 views of a deleted video on YouTube at $0.05 × 1.5 for viral potential came to $7.58, of which your 70% is $5.30.',
    ],
    [
      'view_revenue',
      47.25,
      '900 views of a deleted video on YouTube at $0.05 × 1.5 for viral potential came to $67.50, of which your 70% is $47.25.',
    ],
  ])
  expect(await faultsOf(server.deps.db)).toEqual([])
})

test('statements: the lines add up to the totals, and these are the ledger to the millionth', async () => {
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
  await client.json(api.triggerPayout, json('POST'))
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
  expect(text).toContain('Trailcut earnings statement')
  expect(text).toContain(`$${(Math.round(Number(totals.Earnings) * 100) / 100).toFixed(2)}`)
  expect(text).toContain('A deleted video')
  // Nobody else's, and no month that is none.
  const other = await rider(server, 'kim@trailcut.example')
  expect((await (await other.client.call(csvUrl)).text()).split('\r\n')).toHaveLength(6)
  expect((await client.call(api.statementCsv('2026-13'))).status).toBe(422)
})

/** The words of a PDF whose fonts are the standard ones: hexadecimal strings in compressed streams. */
function textOfPdf(file: Buffer): string {
  const source = file.toString('latin1')
  return [...source.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)]
    .map(match => {
      try {
        return inflateSync(Buffer.from(match[1] as string, 'latin1')).toString('latin1')
      } catch {
        return '' // a stream that is no page
      }
    })
    .flatMap(page => [...page.matchAll(/\[(.*?)\] TJ/g)])
    .map(([, parts]) =>
      [...(parts as string).matchAll(/<([0-9a-f]+)>/g)]
        .map(([, hex]) => Buffer.from(hex as string, 'hex').toString('latin1'))
        .join(''),
    )
    .join('\n')
}

test('a video shows its views and what it earned its owner, also after a correction', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { client, id } = await rider(server)
  const { video } = await client.json<{ video: Video }>(
    api.uploadUrl,
    json('POST', { fileName: 'ride.mp4', fileSize: 1000 }),
  )
  const shown = async () => {
    const [listed] = await client.json<Video[]>(api.myVideosDetailed)
    const one = await client.json<Video>(api.video(video.id))
    expect([listed?.views, listed?.earnings]).toEqual([one.views, one.earnings])
    return { views: one.views, earnings: one.earnings }
  }
  expect(await shown()).toEqual({ views: 0, earnings: 0 })
  const sample = (views: number, minutes: number) =>
    sampleOf({ userId: id, videoId: video.id, views, sampledAt: soon(minutes) })
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
      'YouTube corrected its count for “ride”, so $35.00 for 1,000 views was taken back; views that still count are listed anew.',
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

test('preferences: 25 to 500 with two decimals, or a frequency; anything else is refused', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { client } = await rider(server)
  const patch = (body: unknown) => client.call(api.payoutPreferences, json('PATCH', body))
  expect(await (await patch({ payoutThreshold: '125.50' })).json()).toEqual({
    payoutThreshold: 125.5,
    payoutFrequency: 'monthly',
  })
  expect(await (await patch({ payoutFrequency: 'weekly' })).json()).toEqual({
    payoutThreshold: 125.5,
    payoutFrequency: 'weekly',
  })
  expect((await patch({ payoutThreshold: 25 })).status).toBe(200)
  expect((await patch({ payoutThreshold: 500 })).status).toBe(200)
  for (const wrong of [
    { payoutThreshold: 24.99 },
    { payoutThreshold: 500.01 },
    { payoutThreshold: 'x' },
    { payoutFrequency: 'daily' },
    {},
  ])
    expect((await patch(wrong)).status).toBe(422)
  expect(await client.json(api.payoutSummary)).toMatchObject({
    payoutThreshold: 500,
    payoutFrequency: 'weekly',
  })
})

test('an unproven address and a suspended account are not paid', async () => {
  const server = await startTestServer({ PAYOUT_METHOD: 'manual', ROLE: 'web' })
  const client = await server.person('new@riders.example')
  const { id } = (await whoAmI(client)) as CurrentUser
  await earn(server, sampleOf({ userId: id, videoId: randomUUID(), views: 5000, sampledAt: soon() }))
  const ask = async () => refusalOf(await client.call(api.triggerPayout, json('POST')))
  expect((await ask()).message).toContain('Prove your e-mail address')
  await server.deps.db
    .updateTable('users')
    .set({
      email_verified: true,
      email_verified_at: new Date(),
      suspended_at: new Date(),
      suspended_reason: 'test',
    })
    .where('id', '=', id)
    .execute()
  const summary = await server.deps.db.selectFrom('payouts').selectAll().execute()
  expect(summary).toEqual([])
  expect((await summaryOf(server.deps, id)).requestRefusal).toContain('suspended')
})

test('large payouts wait for a second person; by hand they take two; everything is in the log', async () => {
  const server = await startTestServer({
    PAYOUT_METHOD: 'manual',
    ROLE: 'web',
    ADMIN_EMAILS: 'second@trailcut.example',
  })
  const sam = await rider(server)
  const admin = await rider(server, 'admin@trailcut.example')
  const second = await rider(server, 'second@trailcut.example')
  await earn(server, sampleOf({ userId: sam.id, videoId: randomUUID(), views: 20_000, sampledAt: soon() }))
  const payout = await sam.client.json<Payout>(api.triggerPayout, json('POST'))
  expect(payout).toMatchObject({
    amount: 700,
    fee: 0,
    method: 'manual',
    status: 'pending',
    reasonCode: 'approval_needed',
    whoMustAct: 'staff',
  })
  expect((await sam.client.call(api.adminPayouts)).status).toBe(403)
  const act = (who: typeof admin, address: string, body?: unknown) =>
    who.client.call(address, json('POST', body))
  const complete = api.completePayout(payout.id)
  expect((await act(admin, complete, { reference: 'ACH 1' })).status).toBe(409)
  expect((await act(admin, api.holdPayout(payout.id), { reason: 'Odd views' })).status).toBe(200)
  expect((await sam.client.json<Payout[]>(api.payoutHistory))[0]).toMatchObject({
    reasonCode: 'held',
    reason: 'Odd views',
  })
  expect((await act(admin, api.approvePayout(payout.id))).status).toBe(200)
  expect(await refusalOf(await act(admin, complete, { reference: 'ACH 1' }))).toMatchObject({ status: 409 })
  const answers = await Promise.all([
    act(second, complete, { reference: 'ACH 1' }),
    act(second, complete, { reference: 'ACH 2' }),
  ])
  expect(answers.map(a => a.status).sort()).toEqual([200, 409])
  const [row] = await admin.client.json<AdminPayout[]>(api.adminPayouts)
  expect(row).toMatchObject({
    email: 'sam@trailcut.example',
    status: 'completed',
    approvedBy: admin.id,
    amount: 700,
    netAmount: 700,
  })
  const log = await admin.client.json<{ action: string; actorId: string }[]>(
    `${api.audit}?objectId=${payout.id}`,
  )
  expect(log.map(e => [e.action, e.actorId])).toEqual([
    ['payout.complete', second.id],
    ['payout.approve', admin.id],
    ['payout.hold', admin.id],
  ])
  // One's own is decided by somebody else.
  await earn(server, sampleOf({ userId: admin.id, videoId: randomUUID(), views: 20_000, sampledAt: soon() }))
  const own = await admin.client.json<Payout>(api.triggerPayout, json('POST'))
  expect((await act(admin, api.approvePayout(own.id))).status).toBe(409)
  expect(await faultsOf(server.deps.db)).toEqual([])
})

test('a transfer that Stripe takes back returns to the balance; a recipient that Stripe stops is told so', async () => {
  const server = await startTestServer()
  const stripe = server.sandbox?.stripe?.control
  if (!stripe) throw new Error('no sandbox')
  const { client, id } = await rider(server)
  await onboard(client)
  await earn(server, sampleOf({ userId: id, videoId: randomUUID(), views: 2000, sampledAt: soon() }))
  await client.json(api.triggerPayout, json('POST'))
  await until<Payout[]>(client, api.payoutHistory, list => list[0]?.status === 'completed')
  const [transfer] = stripe.state.all('transfer')
  await server.deps.stripe?.client.transfers.createReversal(transfer?.id as string)
  const [returned] = await until<Payout[]>(client, api.payoutHistory, list => list[0]?.status === 'failed')
  expect(returned).toMatchObject({ reasonCode: 'returned', whoMustAct: 'creator' })
  expect((await balancesOf(server.deps.db, [id])).get(id)).toMatchObject({ payable: 70_000_000n, paid: 0n })
  const [account] = stripe.state.all('account')
  // Stripe stops paying to it, and the news of it is lost.
  stripe.webhooks.hold()
  stripe.setRecipient(account?.id as string, 'restricted')
  await client.json(api.triggerPayout, json('POST'))
  const [failed] = await until<Payout[]>(
    client,
    api.payoutHistory,
    list => list[0]?.status === 'failed' && list.length === 2,
  )
  expect(failed).toMatchObject({
    reasonCode: 'insufficient_capabilities_for_transfer',
    whoMustAct: 'creator',
  })
  await stripe.webhooks.release()
  await until<PayoutSummary>(client, api.payoutSummary, s => !s.destination.ready)
  expect(await faultsOf(server.deps.db)).toEqual([])
})
