import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PayoutSummary } from '#contract/money/payouts.ts'
import { api } from '#contract/paths.ts'
import { refreshDestinations } from '#server/payouts/destination.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { json, rider } from './money-flow-setup.ts'

const controlOf = ({ sandbox }: TestServer) => {
  if (!sandbox?.stripe) throw new Error('no sandbox')
  return sandbox.stripe.control
}
const later = (server: TestServer) =>
  server.deps.db
    .updateTable('payout_destinations')
    .set({ updated_at: new Date(Date.now() - 3600_000) })
    .execute()

test('who comes back from Stripe is seen as ready although no news of it came', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const stripe = controlOf(server)
  stripe.webhooks.hold()
  const { client } = await rider(server)
  await client.json(api.payoutDestination, json('POST'))
  const [account] = stripe.state.all('account')
  const ready = async () => (await client.json<PayoutSummary>(api.payoutSummary)).destination.ready
  expect(await ready()).toBe(false)
  stripe.setRecipient(account?.id as string, 'active')
  await later(server)
  expect(await ready()).toBe(true)
})

test('unfinished accounts are looked up by a schedule; one that Stripe does not answer about stops no other', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const stripe = controlOf(server)
  stripe.webhooks.hold()
  for (const name of ['ann', 'ben', 'cid'])
    await (await rider(server, `${name}@trailcut.example`)).client.json(api.payoutDestination, json('POST'))
  const accounts = stripe.state.all('account')
  for (const { id } of accounts) stripe.setRecipient(id, 'active')
  await later(server)
  // The client itself tries three times.
  stripe.faults.add({ match: `GET /v2/core/accounts/${accounts[0]?.id}`, kind: 'error_500', times: 3 })
  const rows = () =>
    server.deps.db.selectFrom('payout_destinations').select(['account_id', 'ready']).execute()
  await refreshDestinations(server.deps)
  expect((await rows()).filter(r => !r.ready).map(r => r.account_id)).toEqual([accounts[0]?.id])
  await later(server)
  await refreshDestinations(server.deps)
  expect((await rows()).every(r => r.ready)).toBe(true)
})

test("each style of event is taken with its own destination's secret only", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { webhookSecret, thinSecret } = controlOf(server)
  const { client } = await rider(server)
  const tell = (object: 'event' | 'v2.core.event', secret: string) => {
    const body = JSON.stringify({ id: `evt_${object}`, object, type: 'invoice.paid' })
    const t = Math.floor(Date.now() / 1000)
    const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
    return client.call(api.stripeWebhook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${t},v1=${v1}` },
      body,
    })
  }
  expect((await tell('event', thinSecret)).status).toBe(400)
  expect((await tell('v2.core.event', webhookSecret)).status).toBe(400)
  expect((await tell('event', webhookSecret)).status).toBe(200)
  expect((await tell('v2.core.event', thinSecret)).status).toBe(200)
})
