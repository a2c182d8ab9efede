import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import type { Webhook, WebhookDelivery } from '#contract/api-access.ts'
import { mostWebhooks, webhookEvents } from '#contract/api-constants.ts'
import { api } from '#contract/paths.ts'
import { seal } from '#server/core/seal.ts'
import { markPublished } from '#server/review/index.ts'
import { signedIn } from '#test/harness/accounts.ts'
import { behindTls, startTestServer, type TestServer } from '#test/harness/server.ts'
import { makeClip, scratchFolder } from '#test/media/make.ts'
import type { ApiClient } from '../../scripts/lib/api-client.ts'
import { deliver, sendDue } from './deliver.ts'
import { queueWebhooks } from './index.ts'
import { failsForMs, retryAt } from './rules.ts'
import { createWebhook } from './store.ts'

const email = 'rider@example.com'

interface Received {
  headers: Record<string, string>
  body: string
}

/** A receiver on this machine that answers with these statuses, the last one again and again. */
async function receiver(...statuses: number[]) {
  const got: Received[] = []
  const server = http.createServer(async (request, response) => {
    const body = (await buffer(request)).toString()
    got.push({ headers: request.headers as Record<string, string>, body })
    response
      .writeHead(statuses[Math.min(got.length, statuses.length) - 1] ?? 200, { location: '/other' })
      .end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, got }
}

/** A receiver on this machine whose answers the test sends itself. */
async function patientReceiver() {
  const arrived: http.ServerResponse[] = []
  const waiting: ((response: http.ServerResponse) => void)[] = []
  const server = http.createServer((_request, response) => {
    const first = waiting.shift()
    if (first) first(response)
    else arrived.push(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const next = async (): Promise<(status: number) => void> => {
    const found =
      arrived.shift() ?? (await new Promise<http.ServerResponse>(resolve => waiting.push(resolve)))
    return status => void found.writeHead(status).end()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, asked: { next } }
}

const create = (person: ApiClient, url: string, events: readonly string[] = webhookEvents) =>
  person.post<Webhook & { secret: string }>(api.createWebhook, { url, events })

const deliveriesOf = (person: ApiClient, { id }: { id: string }) =>
  person.json<WebhookDelivery[]>(api.webhookDeliveries(id))

/** One event of a rider whose worker isn't running. @returns its delivery */
async function oneEvent(
  server: TestServer,
  person: ApiClient,
  webhook: Webhook,
  key = 'run',
): Promise<string> {
  const { id: userId } = await person.json<{ id: string }>(api.user)
  const videoId = '5d8c3f0e-6f0b-4c52-9a51-2f4f6a7b9c10'
  await queueWebhooks(server.deps.db, { userId, type: 'analysis.completed', key, data: { videoId } })
  const [newest] = await deliveriesOf(person, webhook)
  return newest?.id ?? ''
}

test("a ride's events arrive signed, each once, and can be sent again", async () => {
  const server = await startTestServer()
  const rider = await signedIn(server, email)
  const { url, got } = await receiver(200)
  const webhook = await create(rider, url)
  expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  const stored = await server.deps.db.selectFrom('webhooks').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(webhook.secret.slice(6))
  expect(await rider.json(api.webhooks)).toEqual([{ ...webhook, secret: undefined }])

  const file = await makeClip(path.join(await scratchFolder(), 'ride.mp4'))
  const { video, uploadUrl, size } = await rider.requestUpload(file)
  await rider.sendFile(file, uploadUrl, size)
  await rider.untilAnalyzed(video.id)
  await server.deps.db.transaction().execute(async tx => {
    const live = { link: 'https://www.youtube.com/watch?v=x', where: 'YouTube', now: new Date() }
    await markPublished(tx, video.id, live)
    await markPublished(tx, video.id, live)
  })
  await rider.until(
    () => deliveriesOf(rider, webhook),
    list => list.length === 3 && list.every(({ state }) => state === 'delivered'),
  )
  const messages = got.map(({ body, headers }) => new Verifier(webhook.secret).verify(body, headers))
  const about = { videoId: video.id, api: `${server.url}${api.video(video.id)}` }
  const page = `${server.url}${api.videoPage(video.id)}`
  expect(messages.sort((a, b) => String(Object(a).type).localeCompare(Object(b).type))).toEqual([
    {
      id: expect.any(String),
      type: 'analysis.completed',
      timestamp: expect.any(String),
      data: { ...about, page },
    },
    {
      id: expect.any(String),
      type: 'video.published',
      timestamp: expect.any(String),
      data: { ...about, page: 'https://www.youtube.com/watch?v=x' },
    },
    { id: expect.any(String), type: 'video.ready', timestamp: expect.any(String), data: { ...about, page } },
  ])
  const [first] = got
  if (!first) throw new Error('Nothing arrived')
  expect(() => new Verifier(webhook.secret).verify(`${first.body} `, first.headers)).toThrow()
  const wrong = `whsec_${Buffer.from('another secret').toString('base64')}`
  expect(() => new Verifier(wrong).verify(first.body, first.headers)).toThrow()

  const [delivery] = await deliveriesOf(rider, webhook)
  expect(delivery).toMatchObject({ attempts: 1, lastStatus: 200, lastProblem: null, nextAttemptAt: null })
  await rider.post(api.replayDelivery(webhook.id, delivery?.id ?? ''), {})
  await rider.until(
    async () => got.length,
    count => count === 4,
  )
  expect(got[3]?.headers['webhook-id']).toBe(delivery?.id)
  expect(got.slice(0, 3).map(one => [one.headers['webhook-id'], one.body])).toContainEqual([
    delivery?.id,
    got[3]?.body,
  ])
}, 60_000)

test('a failed delivery is tried again later, and its answers are listed', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await signedIn(server, email)
  const { url, got } = await receiver(500, 302, 204)
  const webhook = await create(rider, url, ['analysis.completed'])
  const id = await oneEvent(server, rider, webhook)
  const due = () => server.deps.db.updateTable('webhook_deliveries').set({ next_at: new Date() }).execute()

  await deliver(server.deps, id)
  const [failed] = await deliveriesOf(rider, webhook)
  expect(failed).toMatchObject({ state: 'waiting', attempts: 1, lastStatus: 500 })
  expect(Date.parse(failed?.nextAttemptAt ?? '')).toBeGreaterThan(Date.now() + 3000)
  expect((await rider.json<Webhook[]>(api.webhooks))[0]?.failingSince).not.toBeNull()
  // It isn't due yet.
  await deliver(server.deps, id)
  expect(got).toHaveLength(1)

  await due()
  await deliver(server.deps, id)
  expect((await deliveriesOf(rider, webhook))[0]).toMatchObject({
    state: 'waiting',
    attempts: 2,
    lastStatus: 302,
  })
  await due()
  await deliver(server.deps, id)
  expect((await deliveriesOf(rider, webhook))[0]).toMatchObject({
    state: 'delivered',
    attempts: 3,
    lastStatus: 204,
  })
  expect((await rider.json<Webhook[]>(api.webhooks))[0]?.failingSince).toBeNull()
  expect(new Set(got.map(one => one.headers['webhook-id']))).toEqual(new Set([id]))
})

test('attempts go on for about three days', () => {
  let at = new Date(0)
  let attempts = 1
  for (let next = retryAt(attempts, at); next; next = retryAt(++attempts, at)) at = next
  expect([attempts, Math.round(at.getTime() / 3600_000)]).toEqual([10, 76])
})

test.each([
  ['nothing arrived for days', 500, failsForMs],
  ['its receiver is gone', 410, 0],
])('a webhook is switched off when %s, and its owner told', async (_, status, ago) => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await signedIn(server, email)
  const { url, got } = await receiver(status, 200)
  const webhook = await create(rider, url)
  const first = await oneEvent(server, rider, webhook)
  await server.deps.db
    .updateTable('webhooks')
    .set({ failing_since: new Date(Date.now() - ago) })
    .execute()
  await deliver(server.deps, first)
  expect(await rider.json(api.webhooks)).toMatchObject([{ disabledAt: expect.any(String) }])
  expect(await deliveriesOf(rider, webhook)).toMatchObject([{ state: 'failed', nextAttemptAt: null }])
  const mails = await server.deps.db.selectFrom('mails').select('template').execute()
  expect(mails.filter(({ template }) => template === 'webhook_off')).toHaveLength(1)
  // Off: nothing is noted or sent again, until it is on.
  expect(await oneEvent(server, rider, webhook, 'later')).toBe(first)
  const replay = () => rider.post(api.replayDelivery(webhook.id, first), {})
  await expect(replay()).rejects.toThrow('409')
  expect(await rider.post(api.enableWebhook(webhook.id), {})).toMatchObject({ disabledAt: null })
  await replay()
  await deliver(server.deps, first)
  expect(got).toHaveLength(2)
  expect(await deliveriesOf(rider, webhook)).toMatchObject([{ state: 'delivered', lastStatus: 200 }])
})

test('an attempt that breaks off counts: nothing is tried without end', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await signedIn(server, email)
  const { url, got } = await receiver(200)
  const webhook = await create(rider, url)
  const id = await oneEvent(server, rider, webhook)
  // As after the server's SECRET was lost.
  const secret = seal(server.deps.secrets, 'another purpose', webhook.id, webhook.secret)
  await server.deps.db.updateTable('webhooks').set({ secret }).execute()
  await expect(deliver(server.deps, id)).rejects.toThrow()
  const [broken] = await deliveriesOf(rider, webhook)
  expect(broken).toMatchObject({ state: 'waiting', attempts: 1, lastStatus: null })
  expect(Date.parse(broken?.nextAttemptAt ?? '')).toBeGreaterThan(Date.now() + 3000)
  for (let attempts = 1; retryAt(attempts, new Date()); attempts++) {
    await server.deps.db.updateTable('webhook_deliveries').set({ next_at: new Date() }).execute()
    await expect(deliver(server.deps, id)).rejects.toThrow()
  }
  expect(await deliveriesOf(rider, webhook)).toMatchObject([{ state: 'failed', nextAttemptAt: null }])
  await deliver(server.deps, id)
  expect(got).toEqual([])
})

test('what one answer decides, an earlier message that is still under way does not undo', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await signedIn(server, email)
  const { url, asked } = await patientReceiver()
  const webhook = await create(rider, url)
  const stateOf = async (id: string) => (await deliveriesOf(rider, webhook)).find(one => one.id === id)?.state
  const under = async (key: string) => {
    const id = await oneEvent(server, rider, webhook, key)
    const done = deliver(server.deps, id)
    return { id, answer: await asked.next(), done }
  }

  // Something arrives at an address that had failed for days: it works, and stays on.
  await server.deps.db
    .updateTable('webhooks')
    .set({ failing_since: new Date(Date.now() - failsForMs) })
    .execute()
  const slow = await under('slow')
  const quick = await under('quick')
  quick.answer(200)
  await quick.done
  slow.answer(500)
  await slow.done
  expect(await rider.json(api.webhooks)).toMatchObject([{ disabledAt: null }])
  expect([await stateOf(quick.id), await stateOf(slow.id)]).toEqual(['delivered', 'waiting'])

  // The receiver is gone: it gets nothing more, also not what was under way.
  const late = await under('late')
  const last = await under('last')
  last.answer(410)
  await last.done
  late.answer(500)
  await late.done
  expect(await rider.json(api.webhooks)).toMatchObject([{ disabledAt: expect.any(String) }])
  for (const { id } of [slow, late, last]) expect(await stateOf(id)).toBe('failed')
})

test("webhooks are their owner's, few, and confirmed people's", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await signedIn(server, email)
  const other = await signedIn(server, 'other@example.com')
  const { url, got } = await receiver(200)
  const webhook = await create(rider, url)
  const delivery = await oneEvent(server, rider, webhook)
  for (const [address, method] of [
    [api.webhookDeliveries(webhook.id), 'GET'],
    [api.replayDelivery(webhook.id, delivery), 'POST'],
    [api.enableWebhook(webhook.id), 'POST'],
    [api.deleteWebhook(webhook.id), 'DELETE'],
  ] as const)
    expect((await other.call(address, { method })).status, address).toBe(404)
  expect(await other.json(api.webhooks)).toEqual([])
  const theirs = await create(other, url)
  expect((await other.call(api.replayDelivery(theirs.id, delivery), { method: 'POST' })).status).toBe(404)
  for (let i = 1; i < mostWebhooks; i++) await create(rider, url)
  await expect(create(rider, url)).rejects.toThrow('409')
  await expect(create(await server.person('new@example.com'), url)).rejects.toThrow('403')

  // A suspended account's events are neither noted nor sent.
  const { id: userId } = await rider.json<{ id: string }>(api.user)
  const suspended = { suspended_at: new Date(), suspended_reason: 'Spam' }
  await server.deps.db.updateTable('users').set(suspended).where('id', '=', userId).execute()
  expect(await oneEvent(server, rider, webhook, 'later')).toBe(delivery)
  await deliver(server.deps, delivery)
  await sendDue(server.deps)
  expect(got).toEqual([])
  expect((await other.call(api.deleteWebhook(theirs.id), { method: 'DELETE' })).status).toBe(200)
  expect(await other.json(api.webhooks)).toEqual([])
})

test('no webhook reaches a private network, and this machine only where nobody else is served', async () => {
  const { url, got } = await receiver(200)
  const sandbox = await startTestServer({ ROLE: 'web' })
  const rider = await signedIn(sandbox, email)
  for (const address of ['https://169.254.169.254/', 'http://10.0.0.1/', 'http://example.com/', 'x'])
    await expect(create(rider, address), address).rejects.toThrow('422')

  const open = await startTestServer({ ROLE: 'web', ...behindTls })
  const { db } = open.deps
  const userId = 'u_1'
  const proved = { email_verified: true, email_verified_at: new Date() }
  await db
    .insertInto('users')
    .values({ id: userId, email, name: 'Rider', ...proved })
    .execute()
  const by = { actorId: userId, actorRole: 'user', requestId: null }
  await expect(createWebhook(open.deps, by, userId, { url, events: ['video.ready'] })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  const named = url.replace('http://127.0.0.1', 'https://localhost')
  await createWebhook(open.deps, by, userId, { url: named, events: ['video.ready'] })
  await queueWebhooks(db, { userId, type: 'video.ready', key: 'x', data: {} })
  const { id } = await db.selectFrom('webhook_deliveries').select('id').executeTakeFirstOrThrow()
  await deliver(open.deps, id)
  expect(await db.selectFrom('webhook_deliveries').selectAll().execute()).toMatchObject([
    { state: 'waiting', attempts: 1, last_status: null, last_problem: 'refused_address' },
  ])
  expect(got).toEqual([])
})
