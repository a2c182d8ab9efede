/**
 * A hundred riders change their plan at once while Stripe takes 0 to 4 seconds for every answer: whether every change
 * is answered, and p95 of other calls with and without them.
 *   node bench/plan-changes.ts
 */
import { performance } from 'node:perf_hooks'
import type { ChangePreview, PlansAnswer, SubscriptionStatus } from '#contract/money/subscriptions.ts'
import { api } from '#contract/paths.ts'
import { signInAtProvider } from '#test/harness/accounts.ts'
import { startServerProcess } from '#test/harness/server-process.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'

const riders = Number(process.env.RIDERS ?? 100)
const delays = [0, 300, 1000, 4000]
const limit = 1.2
/** Other clients, each with one request after another. */
const visitors = 4
const warmUp = 300

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] as number

/** Calls that use the database but not Stripe. Milliseconds each. */
async function timesOf(clients: readonly ApiClient[], keepGoing: (done: number) => boolean) {
  const times: number[] = []
  const calls = [api.user, api.payoutSummary, api.myVideosDetailed, api.subscriptionStatus]
  await Promise.all(
    clients.map(async client => {
      for (let n = 0; keepGoing(times.length); n++) {
        const begun = performance.now()
        await client.json(calls[n % calls.length] as string)
        times.push(performance.now() - begun)
      }
    }),
  )
  return times
}

// Every rider comes from an address of their own, as the proxy says: the limits per network are not what is measured.
const server = await startServerProcess({ env: { LOG_LEVEL: 'error', TRUST_PROXY: 'loopback' } })
let address = 0
async function person(name: string): Promise<ApiClient> {
  const client = new ApiClient(server.url)
  const from = `10.${address >> 8}.${address & 255}.1`
  address += 1
  const call = client.call.bind(client)
  client.call = (url, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-for', from)
    return call(url, { ...init, headers })
  }
  await signInAtProvider(client, { email: `${name}@trailcut.example` })
  return client
}

try {
  const others: ApiClient[] = []
  for (let n = 0; n < visitors; n++) others.push(await person(`visitor${n}`))
  const first = others[0] as ApiClient
  const control = (body: unknown) => first.json('/sandbox/stripe/control', post(body))
  const { plans } = await first.json<PlansAnswer>(api.plans)
  const priceOf = (tier: string) => plans.find(plan => plan.tier === tier)?.priceId as string
  const prices = [priceOf('premium'), priceOf('pro')]

  const people: ApiClient[] = []
  for (let n = 0; n < riders; n++) {
    const client = await person(`rider${n}`)
    const made = await client.json<{ clientSecret: string }>(
      api.createSubscription,
      post({ priceId: prices[0] }),
    )
    await client.call('/sandbox/stripe/confirm', post({ ...made, number: '4242424242424242' }))
    await client.until(
      () => client.json<SubscriptionStatus>(api.subscriptionStatus),
      s => s.status === 'active',
    )
    people.push(client)
  }
  await timesOf(others, done => done < warmUp)

  console.log(
    '| Stripe answers in | answers | slowest change | others alone, p95 | others beside, p95 | ratio |',
  )
  console.log('|---|---|---|---|---|---|')
  for (const [round, delayMs] of delays.entries()) {
    const priceId = prices[(round + 1) % 2] as string
    const quoted: { client: ApiClient; quoteId: string }[] = []
    for (const client of people) {
      const { quoteId } = await client.json<ChangePreview>(api.previewPlanChange, post({ priceId }))
      quoted.push({ client, quoteId })
    }
    const seconds = Math.max(5, (delayMs / 1000) * 8)
    const until = performance.now() + seconds * 1000
    const alone = await timesOf(others, () => performance.now() < until)
    await control({ delayMs })
    const begun = performance.now()
    let under = quoted.length
    let slowest = 0
    const statuses: number[] = []
    const going = quoted.map(async ({ client, quoteId }) => {
      const answer = await client.call(api.changePlan, post({ priceId, quoteId }))
      statuses.push(answer.status)
      slowest = Math.max(slowest, performance.now() - begun)
      under -= 1
    })
    const beside = await timesOf(others, () => under > 0)
    await Promise.all(going)
    await control({ delayMs: 0 })
    const ratio = p95(beside) / p95(alone)
    const good = statuses.filter(status => status === 200).length
    console.log(
      `| ${delayMs} ms | ${good} of ${quoted.length} | ${(slowest / 1000).toFixed(1)} s | ${p95(alone).toFixed(1)} ms | ${p95(beside).toFixed(1)} ms | ${ratio.toFixed(2)} (limit ${limit}) |`,
    )
    if (good < quoted.length || ratio > limit) process.exitCode = 1
  }
} finally {
  await server.stop()
}
