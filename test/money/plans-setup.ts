import { expect } from 'vitest'
import type {
  ChangePreview,
  Invoice,
  PlansAnswer,
  SubscriptionStatus,
} from '#contract/money/subscriptions.ts'
import { api } from '#contract/paths.ts'
import { plus } from '#server/core/money.ts'
import { systemBalance } from '#server/ledger/index.ts'
import { post } from '#test/harness/accounts.ts'
import { proved } from '#test/harness/review.ts'
import type { ApiClient } from '../../scripts/lib/api-client.ts'
import { invoicesIn } from '../harness/money.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

export const email = 'sam@trailcut.example'

export async function setUp(env: Record<string, string> = {}) {
  const server = await startTestServer(env)
  const stripe = server.sandbox?.stripe?.control
  if (!stripe) throw new Error('The sandbox has no Stripe')
  const { client, id } = await proved(server, email)
  const { plans } = await client.json<PlansAnswer>(api.plans)
  const priceOf = (tier: string) => plans.find(p => p.tier === tier)?.priceId as string
  return { server, stripe, client, id, premium: priceOf('premium'), pro: priceOf('pro') }
}

/** Like the card form: the number goes to Stripe, never to the product. */
export const confirm = (client: ApiClient, clientSecret: string, number: string) =>
  post(client, '/sandbox/stripe/confirm', { clientSecret, number })

export const create = (client: ApiClient, priceId: string) =>
  client.post<{ clientSecret: string; intent: string }>(api.createSubscription, { priceId })

export const status = (client: ApiClient) => client.json<SubscriptionStatus>(api.subscriptionStatus)

export const untilStatus = (client: ApiClient, wanted: (s: SubscriptionStatus) => boolean) =>
  client.until(() => status(client), wanted)

export const untilInvoices = (
  client: ApiClient,
  { deps: { db } }: TestServer,
  wanted: (list: Invoice[]) => boolean,
) => client.until(() => invoicesIn(db), wanted)

export async function subscribed(client: ApiClient, priceId: string) {
  const { clientSecret } = await create(client, priceId)
  expect((await confirm(client, clientSecret, '4242424242424242')).status).toBe(200)
  return untilStatus(client, s => s.status === 'active')
}

/** Changes the plan at the quoted price. */
export async function changeTo(client: ApiClient, priceId: string): Promise<Response> {
  const { quoteId } = await client.post<ChangePreview>(api.previewPlanChange, { priceId })
  return post(client, api.changePlan, { priceId, quoteId })
}

/** Income from plans: earned by days that have passed, and still owed. */
export const income = async ({ deps: { db } }: TestServer) =>
  plus(await systemBalance(db, 'subscription_revenue'), await systemBalance(db, 'deferred_revenue'))
