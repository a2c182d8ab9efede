import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ChangePreview, PlansAnswer, SubscriptionStatus } from '#contract/money/subscriptions.ts'
import { api } from '#contract/paths.ts'
import { post, signedIn } from '#test/harness/accounts.ts'
import type { ApiClient } from '../../scripts/lib/api-client.ts'
import { faultsOf, invoicesIn, keepFailingCard } from '../harness/money.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

const status = (client: ApiClient) => client.json<SubscriptionStatus>(api.subscriptionStatus)
const invoices = ({ deps: { db } }: TestServer) => invoicesIn(db)
const quote = (client: ApiClient, priceId: string) =>
  client.post<ChangePreview>(api.previewPlanChange, { priceId })
const change = (client: ApiClient, body: unknown) => post(client, api.changePlan, body)
const messageOf = async (answer: Response) => ((await answer.json()) as { message: string }).message

async function premiumRider(server: TestServer, email: string) {
  const client = await signedIn(server, email)
  const { plans } = await client.json<PlansAnswer>(api.plans)
  const priceOf = (tier: string) => plans.find(p => p.tier === tier)?.priceId as string
  const { clientSecret } = await client.post<{ clientSecret: string }>(api.createSubscription, {
    priceId: priceOf('premium'),
  })
  await post(client, '/sandbox/stripe/confirm', { clientSecret, number: '4242424242424242' })
  await client.until(
    () => status(client),
    s => s.status === 'active',
  )
  return { client, premium: priceOf('premium'), pro: priceOf('pro') }
}

test('a proration date from the browser has no effect: without a quote nothing changes', async () => {
  const server = await startTestServer()
  const { client, pro } = await premiumRider(server, 'cheap@trailcut.example')
  const end = Math.floor(Date.parse((await status(client)).currentPeriodEnd as string) / 1000)
  const answer = await change(client, { priceId: pro, prorationDate: end })
  expect(answer.status).toBe(422)
  expect(await messageOf(answer)).toContain('Get the price of this change first')
  expect((await change(client, { priceId: pro })).status).toBe(422)
  expect(await status(client)).toMatchObject({ tier: 'premium' })
  expect(await invoices(server)).toHaveLength(1)

  // With a quote, the old field is ignored: the charge is the quote's.
  const { quoteId, dueNow } = await quote(client, pro)
  expect(dueNow).toBeGreaterThan(14)
  expect((await change(client, { priceId: pro, quoteId, prorationDate: end })).status).toBe(200)
  const paid = await client.until(
    () => invoices(server),
    list => list.length === 2,
  )
  expect(paid.map(i => i.amount).sort((a, b) => a - b)).toEqual([9.99, dueNow])
  expect(await faultsOf(server.deps.db)).toEqual([])
})

test('a quote is valid once, for 10 minutes, for its person and its plan', async () => {
  const server = await startTestServer()
  const { client, premium, pro } = await premiumRider(server, 'quoted@trailcut.example')
  const other = await premiumRider(server, 'other@trailcut.example')
  const first = await quote(client, pro)
  expect(Date.parse(first.expiresAt) - Date.now()).toBeGreaterThan(9 * 60_000)
  expect(Date.parse(first.expiresAt) - Date.now()).toBeLessThanOrEqual(10 * 60_000)
  const { quoteId } = first
  expect((await change(other.client, { priceId: pro, quoteId })).status).toBe(404)
  expect((await change(client, { priceId: premium, quoteId })).status).toBe(409)
  const late = await quote(client, pro)
  await sql`update plan_quotes set expires_at = now() - interval '1 second' where id = ${late.quoteId}`.execute(
    server.deps.db,
  )
  const refused = await change(client, { priceId: pro, quoteId: late.quoteId })
  expect(refused.status).toBe(409)
  expect(await messageOf(refused)).toContain('This price has expired')

  const both = await Promise.all([
    change(client, { priceId: pro, quoteId }),
    change(client, { priceId: pro, quoteId }),
  ])
  expect(both.map(a => a.status).sort()).toEqual([200, 409])
  expect(await status(client)).toMatchObject({ tier: 'pro' })
  // There and back again: the first quote isn't valid for the second change.
  const back = await quote(client, premium)
  expect((await change(client, { priceId: premium, quoteId: back.quoteId })).status).toBe(200)
  expect(await messageOf(await change(client, { priceId: pro, quoteId }))).toContain('already been used')
  expect(await status(client)).toMatchObject({ tier: 'premium' })
})

test('a quote is refused when the provider would now charge another amount', async () => {
  const server = await startTestServer()
  const { client, pro } = await premiumRider(server, 'credit@trailcut.example')
  const { quoteId } = await quote(client, pro)
  await sql`update plan_quotes set due_cents = 1, total_cents = 1 where id = ${quoteId}`.execute(
    server.deps.db,
  )
  const refused = await change(client, { priceId: pro, quoteId })
  expect(refused.status).toBe(409)
  expect(await messageOf(refused)).toContain('The price has changed')
  expect(await invoices(server)).toHaveLength(1)
  expect(await status(client)).toMatchObject({ tier: 'premium' })
})

test('a declined card uses the quote up, so the next try has a fresh price', async () => {
  const server = await startTestServer()
  const { client, pro } = await premiumRider(server, 'declined@trailcut.example')
  const plan = server.sandbox?.stripe?.control.state.all('subscription')[0]
  if (!plan || !server.deps.stripe) throw new Error('There is no plan')
  await keepFailingCard(server.deps.stripe, plan)
  const { quoteId } = await quote(client, pro)
  expect(await messageOf(await change(client, { priceId: pro, quoteId }))).toBe('Your card was declined.')
  expect(await messageOf(await change(client, { priceId: pro, quoteId }))).toContain('already been used')
  expect(await status(client)).toMatchObject({ tier: 'premium' })
})
