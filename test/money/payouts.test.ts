import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CurrentUser } from '#contract/accounts.ts'
import type { AdminPayout, Payout, PayoutSummary } from '#contract/money/payouts.ts'
import { api } from '#contract/paths.ts'
import { balancesOf } from '#server/ledger/index.ts'
import { summaryOf } from '#server/payouts/views/summary.ts'
import { whoAmI } from '#test/harness/accounts.ts'
import { ask } from '#test/harness/review.ts'
import { faultsOf, sampleOf } from '../harness/money.ts'
import { startTestServer } from '../harness/server.ts'
import { earn, onboard, refusalOf, rider, soon, until } from './flow-setup.ts'

test('preferences: 25 to 500 with two decimals, or a frequency; anything else is refused', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { client } = await rider(server)
  const patch = (body: unknown) => ask(client, 'PATCH', api.payoutPreferences, body)
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

test('a person with an unverified address or a suspended account is not paid', async () => {
  const server = await startTestServer({ PAYOUT_METHOD: 'manual', ROLE: 'web' })
  const client = await server.person('new@riders.example')
  const { id } = (await whoAmI(client)) as CurrentUser
  await earn(server, sampleOf({ userId: id, videoId: randomUUID(), views: 5000, sampledAt: soon() }))
  const refused = await ask(client, 'POST', api.triggerPayout)
  expect((await refusalOf(refused)).message).toContain('Confirm your email address')
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
  expect((await summaryOf(server.deps, id, 'en')).requestRefusal).toContain('suspended')
})

test('large payouts need a second person, manual ones need two; everything is in the audit log', async () => {
  const server = await startTestServer({
    PAYOUT_METHOD: 'manual',
    ROLE: 'web',
    ADMIN_EMAILS: 'second@trailcut.example',
  })
  const sam = await rider(server)
  const admin = await rider(server, 'admin@trailcut.example')
  const second = await rider(server, 'second@trailcut.example')
  await earn(server, sampleOf({ userId: sam.id, videoId: randomUUID(), views: 20_000, sampledAt: soon() }))
  const payout = await sam.client.json<Payout>(api.triggerPayout, { method: 'POST' })
  expect(payout).toMatchObject({
    amount: 700,
    fee: 0,
    method: 'manual',
    status: 'pending',
    reasonCode: 'approval_needed',
    whoMustAct: 'staff',
  })
  expect((await sam.client.call(api.adminPayouts)).status).toBe(403)
  const hook = { url: 'http://127.0.0.1:9/', events: ['payout.completed'] }
  await sam.client.post(api.createWebhook, hook)
  const act = (who: typeof admin, address: string, body?: unknown) => ask(who.client, 'POST', address, body)
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
  expect(await server.deps.db.selectFrom('webhook_deliveries').select(['type', 'data']).execute()).toEqual([
    { type: 'payout.completed', data: { payoutId: payout.id } },
  ])
  const [row] = await admin.client.json<AdminPayout[]>(`${api.adminPayouts}?id=${payout.id}`)
  expect(row).toMatchObject({
    email: 'sam@trailcut.example',
    status: 'completed',
    approvedBy: admin.id,
    amount: 700,
    netAmount: 700,
  })
  const log = await admin.client.json<{ action: string; actorId: string }[]>(
    `${api.audit}?objectType=payout&objectId=${payout.id}`,
  )
  expect(log.map(e => [e.action, e.actorId])).toEqual([
    ['payout.complete', second.id],
    ['payout.approve', admin.id],
    ['payout.hold', admin.id],
  ])
  // Staff can't decide on their own payout.
  await earn(server, sampleOf({ userId: admin.id, videoId: randomUUID(), views: 20_000, sampledAt: soon() }))
  const own = await admin.client.json<Payout>(api.triggerPayout, { method: 'POST' })
  expect((await act(admin, api.approvePayout(own.id))).status).toBe(409)
  expect(await faultsOf(server.deps.db)).toEqual([])
})

test('a transfer reversed by Stripe returns to the balance; a recipient stopped by Stripe is notified', async () => {
  const server = await startTestServer()
  const stripe = server.sandbox?.stripe?.control
  if (!stripe) throw new Error('no sandbox')
  const { client, id } = await rider(server)
  await onboard(client)
  await earn(server, sampleOf({ userId: id, videoId: randomUUID(), views: 2000, sampledAt: soon() }))
  await client.json(api.triggerPayout, { method: 'POST' })
  await until<Payout[]>(client, api.payoutHistory, list => list[0]?.status === 'completed')
  const [transfer] = stripe.state.all('transfer')
  await server.deps.stripe?.client.transfers.createReversal(transfer?.id as string)
  const [returned] = await until<Payout[]>(client, api.payoutHistory, list => list[0]?.status === 'failed')
  expect(returned).toMatchObject({ reasonCode: 'returned', whoMustAct: 'creator' })
  expect((await balancesOf(server.deps.db, [id])).get(id)).toMatchObject({ payable: 70_000_000n, paid: 0n })
  const [account] = stripe.state.all('account')
  // Stripe stops paying to it, and the event is lost.
  stripe.webhooks.hold()
  stripe.setRecipient(account?.id as string, 'restricted')
  await client.json(api.triggerPayout, { method: 'POST' })
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
