/**
 * Ten simultaneous checkouts while every Stripe answer takes ten seconds, and their effect on others: p95 of
 * other calls with and without them, in pairs, so that a busy machine affects both.
 *   node bench/slow-stripe.ts
 */
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { PlansAnswer } from '#contract/money/subscriptions.ts'
import { api } from '#contract/paths.ts'
import { signInAtProvider } from '#test/harness/accounts.ts'
import { startServerProcess } from '#test/harness/server-process.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'

const checkouts = 10
const delayMs = 10_000
// More would hit the limit of 20 checkouts a minute per address.
const pairs = 2
const secondsEach = 15
const warmUp = 300
const limit = 1.2
/** Other clients, each with one request after another. */
const visitors = 4

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] as number

/** Calls that use the database but not Stripe. Milliseconds each. */
async function timesOf(
  clients: readonly ApiClient[],
  keepGoing: (done: number) => boolean,
): Promise<number[]> {
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

const server = await startServerProcess({ env: { LOG_LEVEL: 'error' } })
try {
  const person = async (name: string) => {
    const client = new ApiClient(server.url)
    await signInAtProvider(client, { email: `${name}@trailcut.example` })
    return client
  }
  const others: ApiClient[] = []
  for (let n = 0; n < visitors; n++) others.push(await person(`visitor${n}`))
  const control = (body: unknown) => (others[0] as ApiClient).json('/sandbox/stripe/control', post(body))
  const { plans } = await (others[0] as ApiClient).json<PlansAnswer>(api.plans)
  const priceId = plans.find(plan => plan.tier === 'premium')?.priceId as string
  await timesOf(others, done => done < warmUp)
  const all = { without: [] as number[], with: [] as number[] }
  for (let pair = 1; pair <= pairs; pair++) {
    const buyers: ApiClient[] = []
    for (let n = 0; n < checkouts; n++) buyers.push(await person(`buyer${pair}-${n}`))
    const measured = { without: 0, with: 0 }
    const measure = async (kind: 'without' | 'with') => {
      const until = performance.now() + secondsEach * 1000
      const times = await timesOf(others, () => performance.now() < until)
      measured[kind] = p95(times)
      all[kind].push(...times)
    }
    if (pair % 2) await measure('without')
    await control({ delayMs })
    const going = buyers.map(client => client.call(api.createSubscription, post({ priceId })))
    // By then all of them are waiting for Stripe.
    await pause(1000)
    await measure('with')
    await control({ delayMs: 0 })
    const statuses = (await Promise.all(going)).map(answer => answer.status)
    if (statuses.some(status => status !== 200 && status !== 503))
      throw new Error(`Checkouts answered ${statuses.join(', ')}`)
    if (!(pair % 2)) await measure('without')
    console.log(
      `pair ${pair}: p95 ${measured.without.toFixed(1)} ms alone, ${measured.with.toFixed(1)} ms beside ${checkouts} checkouts that wait`,
    )
  }
  const result = p95(all.with) / p95(all.without)
  console.log(
    `all pairs: p95 ${p95(all.without).toFixed(1)} ms alone, ${p95(all.with).toFixed(1)} ms while Stripe takes ${delayMs / 1000} s: × ${result.toFixed(2)} (limit ${limit})`,
  )
  if (result > limit) process.exitCode = 1
} finally {
  await server.stop()
}
