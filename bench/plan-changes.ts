/**
 * A hundred riders change their plan at once while Stripe takes 0 to 4 seconds for every answer: whether every change
 * is answered, and p95 of other calls with and without them. The stand-in for Stripe has a process of its own, as Stripe
 * has; other calls come at a set rate, whether or not earlier ones are answered.
 *   node bench/plan-changes.ts
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { fastify } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { pino } from 'pino'
import type { ChangePreview, PlansAnswer, SubscriptionStatus } from '#contract/money/subscriptions.ts'
import { api } from '#contract/paths.ts'
import { settingsFor, startStripe } from '#sandbox/stripe/index.ts'
import { freePort } from '#server/core/free-port.ts'
import { readConfig, type StripeSettings } from '#server/core/settings/config.ts'
import { startServer } from '#server/server.ts'
import { signInAtProvider } from '#test/harness/accounts.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'
import { serverEnv } from '../scripts/setup.mjs'

const riders = Number(process.env.RIDERS ?? 100)
const delays = [0, 300, 1000, 4000]
const limit = 1.2
/** Other clients, who take turns with a call each `everyMs`. */
const visitors = 4
const everyMs = 40
const log = pino({ level: 'error' })

/** The stand-in for Stripe, and its pages at an address of their own. */
async function runStripe(publicUrl: string): Promise<void> {
  const stripe = await startStripe({ folder: null, publicUrl, secret: 'plan-changes', log })
  stripe.setBalance(10_000_000)
  const pages = fastify()
  pages.setValidatorCompiler(validatorCompiler)
  pages.setSerializerCompiler(serializerCompiler)
  stripe.routes(pages)
  const control = await pages.listen({ port: 0, host: '127.0.0.1' })
  process.once('disconnect', () => process.exit())
  process.send?.({ control, settings: settingsFor(stripe) })
}

/** The whole product, with the stand-in of the other process in place of Stripe. */
async function runServer(stripe: StripeSettings): Promise<void> {
  const server = await startServer({ ...readConfig(process.env), stripe }, log)
  process.once('disconnect', async () => {
    await server.close()
    process.exit()
  })
  process.send?.('ready')
}

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] as number

/** Calls that use the database but not Stripe, at a set rate. Milliseconds each. */
async function timesOf(clients: readonly ApiClient[], keepGoing: () => boolean) {
  const calls = [api.user, api.payoutSummary, api.myVideosDetailed, api.subscriptionStatus]
  const times: Promise<number>[] = []
  const began = performance.now()
  while (keepGoing()) {
    const n = times.length
    const client = clients[n % clients.length] as ApiClient
    const begun = performance.now()
    const call = client.json(calls[Math.floor(n / clients.length) % calls.length] as string)
    times.push(call.then(() => performance.now() - begun))
    await pause(Math.max(0, began + (n + 1) * everyMs - performance.now()))
  }
  return await Promise.all(times)
}

let address = 0
/** Everyone comes from an address of their own, as the proxy says: limits per network are not what is measured. */
async function person(url: string, name: string): Promise<ApiClient> {
  const client = new ApiClient(url)
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

async function measure(url: string, control: string): Promise<void> {
  const others: ApiClient[] = []
  for (let n = 0; n < visitors; n++) others.push(await person(url, `visitor${n}`))
  const first = others[0] as ApiClient
  const atStripe = async (page: string, body: unknown) => {
    const answer = await fetch(`${control}/sandbox/stripe/${page}`, post(body))
    if (!answer.ok) throw new Error(`The stand-in answered ${answer.status}: ${await answer.text()}`)
  }
  const { plans } = await first.json<PlansAnswer>(api.plans)
  const priceOf = (tier: string) => plans.find(plan => plan.tier === tier)?.priceId as string
  const prices = [priceOf('premium'), priceOf('pro')]

  const people: ApiClient[] = []
  for (let n = 0; n < riders; n++) {
    const client = await person(url, `rider${n}`)
    const made = await client.json<{ clientSecret: string }>(
      api.createSubscription,
      post({ priceId: prices[0] }),
    )
    await atStripe('confirm', { clientSecret: made.clientSecret, number: '4242424242424242' })
    await client.until(
      () => client.json<SubscriptionStatus>(api.subscriptionStatus),
      s => s.status === 'active',
    )
    people.push(client)
  }
  const warm = performance.now() + 10_000
  await timesOf(others, () => performance.now() < warm)

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
    await atStripe('control', { delayMs })
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
    await atStripe('control', { delayMs: 0 })
    const ratio = p95(beside) / p95(alone)
    const good = statuses.filter(status => status === 200).length
    console.log(
      `| ${delayMs} ms | ${good} of ${quoted.length} | ${(slowest / 1000).toFixed(1)} s | ${p95(alone).toFixed(1)} ms | ${p95(beside).toFixed(1)} ms | ${ratio.toFixed(2)} (limit ${limit}) |`,
    )
    if (good < quoted.length || ratio > limit) process.exitCode = 1
  }
}

/** This file in a process of its own, which ends with this one. @returns its first message */
async function start<T>(part: string[], env = process.env): Promise<{ child: ChildProcess; said: T }> {
  const child = fork(import.meta.filename, part, { env })
  const first = Promise.withResolvers<T>()
  child.once('message', said => first.resolve(said as T))
  child.once('exit', code => first.reject(new Error(`${part[0]} ended with code ${code}`)))
  return { child, said: await first.promise }
}

const [part, argument = ''] = process.argv.slice(2)
if (part === 'stripe') await runStripe(argument)
else if (part === 'server') await runServer(JSON.parse(argument) as StripeSettings)
else {
  const { PATH, HOME } = process.env
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'trailcut-plans-'))
  const stripe = await start<{ control: string; settings: StripeSettings }>(['stripe', url])
  const server = await start(['server', JSON.stringify(stripe.said.settings)], {
    ...{ PATH, HOME, ...serverEnv },
    ...{ DATA_DIR: dataDir, PORT: port, PUBLIC_URL: url, LOG_LEVEL: 'error', TRUST_PROXY: 'loopback' },
  })
  try {
    await measure(url, stripe.said.control)
  } finally {
    server.child.disconnect()
    await once(server.child, 'exit')
    stripe.child.disconnect()
    await rm(dataDir, { recursive: true, force: true })
  }
}
