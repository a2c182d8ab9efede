import { createHmac, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AdminPayout, Payout, PayoutSummary } from '#contract/money/payouts.ts'
import { api } from '#contract/paths.ts'
import { balancesOf } from '#server/ledger/index.ts'
import { refreshDestinations } from '#server/payouts/destination.ts'
import { post } from '#test/harness/accounts.ts'
import { inEnglish } from '#test/harness/notifications.ts'
import type { ApiClient } from '../../scripts/lib/api-client.ts'
import { faultsOf, sampleOf } from '../harness/money.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { earn, onboard, refusalOf, rider, soon, until } from './flow-setup.ts'

const controlOf = ({ sandbox }: TestServer) => {
  if (!sandbox?.stripe) throw new Error('no sandbox')
  return sandbox.stripe.control
}
const later = (server: TestServer) =>
  server.deps.db
    .updateTable('payout_destinations')
    .set({ updated_at: new Date(Date.now() - 3600_000) })
    .execute()

test('a rider returning from Stripe is shown as ready although no event arrived', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const stripe = controlOf(server)
  stripe.webhooks.hold()
  const { client } = await rider(server)
  await client.json(api.payoutDestination, { method: 'POST' })
  const [account] = stripe.state.all('account')
  const ready = async () => (await client.json<PayoutSummary>(api.payoutSummary)).destination.ready
  expect(await ready()).toBe(false)
  stripe.setRecipient(account?.id as string, 'active')
  await later(server)
  expect(await ready()).toBe(true)
})

test("checks unfinished accounts on a schedule; one that Stripe doesn't answer for stops none of the others", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const stripe = controlOf(server)
  stripe.webhooks.hold()
  for (const name of ['ann', 'ben', 'cid'])
    await (await rider(server, `${name}@trailcut.example`)).client.json(api.payoutDestination, {
      method: 'POST',
    })
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

test("a payout refused by the payee's bank stays in their account; they and admins see why until it arrives", async () => {
  const server = await startTestServer()
  const stripe = controlOf(server)
  const admin = await rider(server, 'admin@trailcut.example')
  const { client, id } = await rider(server)
  await onboard(client)
  await earn(server, sampleOf({ userId: id, videoId: randomUUID(), views: 2000, sampledAt: soon() }))
  await client.json(api.triggerPayout, { method: 'POST' })
  await until<Payout[]>(client, api.payoutHistory, list => list[0]?.status === 'completed')
  const account = stripe.state.all('account')[0]?.id as string
  const paid = (await balancesOf(server.deps.db, [id])).get(id)
  stripe.bankPayout(account, 6957, { code: 'account_closed', message: 'The bank account has been closed.' })
  const [refused] = await until<Payout[]>(
    client,
    api.payoutHistory,
    list => list[0]?.reasonCode === 'bank_refused',
  )
  expect(refused).toMatchObject({
    status: 'completed',
    whoMustAct: 'creator',
    reason: 'Your bank refused $69.57. The bank account has been closed.',
    nextStep: expect.stringContaining('is safe in your Stripe account'),
  })
  expect((await admin.client.json<AdminPayout[]>(api.adminPayouts))[0]?.reason).toBe(refused?.reason)
  const inSpanish = { headers: { 'accept-language': 'es-MX' } }
  expect((await client.json<Payout[]>(api.payoutHistory, inSpanish))[0]).toMatchObject({
    reasonCode: 'bank_refused',
    reason: 'Tu banco no aceptó USD\u00a069.57. La cuenta bancaria está cerrada.',
    nextStep: expect.stringMatching(/^USD\s\S+ siguen seguros en tu cuenta de Stripe/),
  })
  const notified = inEnglish(
    await server.deps.db
      .selectFrom('notifications')
      .select('title')
      .where('user_id', '=', admin.id)
      .execute(),
  )
  expect(notified.map(n => n.title)).toContain("A payee's bank refused $69.57")
  // Nothing came back to us.
  expect((await balancesOf(server.deps.db, [id])).get(id)).toEqual(paid)
  stripe.bankPayout(account, 6957)
  await until<Payout[]>(client, api.payoutHistory, list => list[0]?.reason === null)
  expect(await faultsOf(server.deps.db)).toEqual([])
})

test("each kind of event is accepted only with its own destination's secret", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { webhookSecret, thinSecret, connectSecret } = controlOf(server)
  const { client } = await rider(server)
  const tell = (object: 'event' | 'v2.core.event', secret: string, account?: string) => {
    const body = JSON.stringify({
      id: `evt_${object}${account ?? ''}`.replaceAll('.', '_'),
      object,
      type: 'payout.failed',
      account,
    })
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
  // Connected accounts' events have a separate destination and can't be passed off as ours.
  expect((await tell('event', webhookSecret, 'acct_1')).status).toBe(400)
  expect((await tell('event', connectSecret)).status).toBe(400)
  expect((await tell('event', connectSecret, 'acct_1')).status).toBe(200)
})

const choose = (client: ApiClient, country: string) =>
  client.post<{ url: string | null }>(api.payoutDestination, { country })
const destinationOf = async (client: ApiClient) =>
  (await client.json<PayoutSummary>(api.payoutSummary)).destination

test('a rider in Germany goes from the form to a payout that arrives in euros', async () => {
  const server = await startTestServer()
  const stripe = controlOf(server)
  const { client, id } = await rider(server)
  await earn(
    server,
    sampleOf({ userId: id, videoId: randomUUID(), views: 2000, viralScore: 0, sampledAt: soon(1) }),
  )
  const { url } = await choose(client, 'DE')
  const [account] = stripe.state.all('account')
  expect(account).toMatchObject({ identity: { country: 'de' }, defaults: { currency: 'eur' } })
  expect(await destinationOf(client)).toMatchObject({
    method: 'stripe',
    ready: false,
    country: 'DE',
    currency: 'EUR',
  })
  await client.call(url as string, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
  })
  await until<PayoutSummary>(client, api.payoutSummary, s => s.destination.ready)
  await client.json(api.triggerPayout, { method: 'POST' })
  await until<Payout[]>(client, api.payoutHistory, list => list[0]?.status === 'completed')
  expect(stripe.state.all('transfer')).toMatchObject([
    { destination: account?.id, currency: 'usd', amount: 6957 },
  ])
  const arrived = stripe.bankPayout(account?.id as string, 6000)
  expect(stripe.state.get('payout', arrived)).toMatchObject({ status: 'paid', currency: 'eur' })
})

test('a rider in a country without Stripe payouts is paid manually, sees why, and can change the country', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { client, id } = await rider(server)
  await earn(
    server,
    sampleOf({ userId: id, videoId: randomUUID(), views: 2000, viralScore: 0, sampledAt: soon(1) }),
  )
  expect(await choose(client, 'BR')).toEqual({ url: null })
  expect(controlOf(server).state.all('account')).toEqual([])
  expect(await destinationOf(client)).toEqual({
    method: 'manual',
    ready: true,
    country: 'BR',
    currency: null,
    message:
      "Stripe can't pay to bank accounts in Brazil for us yet, so our staff send your payouts by bank transfer. We'll email you for your account details.",
  })
  expect(await client.json(api.triggerPayout, { method: 'POST' })).toMatchObject({
    method: 'manual',
    fee: 0,
    whoMustAct: 'staff',
  })
  expect((await choose(client, 'PT')).url).toContain('/sandbox/stripe/onboarding/')
  expect(await destinationOf(client)).toMatchObject({ method: 'stripe', ready: false, country: 'PT' })
  expect((await post(client, api.payoutDestination, { country: 'KP' })).status).toBe(422)
})

test('a country that Stripe closed switches to manual payouts', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  controlOf(server).state.closedCountries.add('HU')
  const { client } = await rider(server)
  expect(await choose(client, 'HU')).toEqual({ url: null })
  expect(await destinationOf(client)).toMatchObject({ method: 'manual', country: 'HU', ready: true })
  // Choosing again makes no call to Stripe.
  expect(await choose(client, 'HU')).toEqual({ url: null })
})

test('an account is ready only when it can both receive transfers and pay them out', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const stripe = controlOf(server)
  stripe.webhooks.hold()
  const { client } = await rider(server)
  await choose(client, 'FR')
  const [account] = stripe.state.all('account')
  const ready = async () => {
    await later(server)
    return (await destinationOf(client)).ready
  }
  stripe.setRecipient(account?.id as string, 'active', ['stripe_transfers'])
  expect(await ready()).toBe(false)
  stripe.setRecipient(account?.id as string, 'active', ['payouts'])
  expect(await ready()).toBe(true)
  // The country of an account in use can't change.
  const moved = await post(client, api.payoutDestination, { country: 'CA' })
  expect(await refusalOf(moved)).toMatchObject({
    status: 409,
    message: 'Your account at Stripe is in France. Contact us to move it to another country.',
  })
})
