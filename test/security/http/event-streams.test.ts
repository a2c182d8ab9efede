import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { notify } from '#server/notifications/index.ts'
import { signedIn, whoAmI } from '#test/harness/accounts.ts'
import { eventData } from '#test/harness/events.ts'
import { ask } from '#test/harness/review.ts'
import { startTestServer, type TestServer } from '#test/harness/server.ts'
import type { ApiClient } from '../../../scripts/lib/api-client.ts'

const email = 'rider@example.com'

/** Opens the stream; each call of `next` returns the next event's data, or 'ended'. */
async function openStream(client: ApiClient, headers: Record<string, string> = {}) {
  const stop = new AbortController()
  const response = await client.call(api.notificationStream, { headers, signal: stop.signal })
  const { status } = response
  const iterator = eventData(response)
  const next = async (): Promise<string> => {
    const { done, value } = await iterator.next()
    return done ? 'ended' : value
  }
  return {
    status,
    retryAfter: response.headers.get('retry-after'),
    next,
    cancel: () => stop.abort(),
  }
}

const sendNotification = (server: TestServer, userId: string) =>
  server.deps.db.transaction().execute(tx =>
    notify(tx, {
      userId,
      videoId: null,
      type: 'clip_selected',
      title: 'Selected',
      message: 'Your clip was selected.',
      link: null,
      eventKey: 'one',
    }),
  )

interface Ending {
  server: TestServer
  rider: ApiClient
  id: string
  sessionId: string
}
const asAdmin = (server: TestServer) => signedIn(server, 'admin@trailcut.example')
const endings: [string, (given: Ending) => Promise<unknown>][] = [
  ['sign-out', ({ rider }) => rider.call(api.logoutCall, { method: 'POST' })],
  ['sign-out by the page', ({ rider }) => rider.call(api.logout)],
  [
    'the list of sessions',
    ({ rider, sessionId }) => rider.call(api.endSession(sessionId), { method: 'DELETE' }),
  ],
  [
    'suspension',
    async ({ server, id }) => (await asAdmin(server)).post(api.suspendUser(id), { reason: 'Copied videos.' }),
  ],
  [
    'a change of role',
    async ({ server, id }) => ask(await asAdmin(server), 'PATCH', api.userRole(id), { role: 'moderator' }),
  ],
  [
    'its idle end',
    ({ server, sessionId }) =>
      server.deps.db
        .updateTable('sessions')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where('id', '=', sessionId)
        .execute(),
  ],
  [
    'its absolute end',
    ({ server, sessionId }) =>
      server.deps.db
        .updateTable('sessions')
        .set({ created_at: new Date(Date.now() - 31 * 24 * 3600_000) })
        .where('id', '=', sessionId)
        .execute(),
  ],
]

test.each(endings)('after %s a stream ends before it sends anything more', async (_, end) => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await signedIn(server, email)
  const { id, sessionId } = (await whoAmI(rider)) as { id: string; sessionId: string }
  const stream = await openStream(rider)
  expect(await stream.next()).toBe('{"unread":0}')
  await end({ server, rider, id, sessionId })
  await sendNotification(server, id)
  expect(await stream.next()).toBe('ended')
})

test('the end of one session leaves the other streams open', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const [rider, phone] = [await signedIn(server, email), await signedIn(server, email)]
  const { id } = (await whoAmI(rider)) as { id: string }
  const [here, there] = [await openStream(rider), await openStream(phone)]
  for (const stream of [here, there]) expect(await stream.next()).toBe('{"unread":0}')
  await rider.call(api.logoutCall, { method: 'POST' })
  expect(await here.next()).toBe('ended')
  await sendNotification(server, id)
  expect(await there.next()).toBe('{"unread":1}')
  there.cancel()
})

test("a person's oldest stream is closed when they open one too many", async () => {
  const server = await startTestServer({ ROLE: 'web', STREAMS_PER_PERSON: '3' })
  const rider = await server.person(email)
  const streams = []
  for (let n = 0; n < 4; n++) {
    const stream = await openStream(rider)
    expect(await stream.next()).toBe('{"unread":0}')
    streams.push(stream)
  }
  expect(await streams[0]?.next()).toBe('ended')
  await sendNotification(server, (await whoAmI(rider))?.id as string)
  for (const stream of streams.slice(1)) expect(await stream.next()).toBe('{"unread":1}')
  for (const stream of streams) stream.cancel()
})

test('a network has a limited number of streams, whatever it sends as X-Forwarded-For', async () => {
  const server = await startTestServer({ ROLE: 'web', STREAMS_PER_NETWORK: '3', TRUST_PROXY: '1' })
  const from = (network: string, n = 0) => ({ 'x-forwarded-for': `203.0.113.${n}, ${network}` })
  const streams = []
  for (let n = 0; n < 3; n++) {
    const stream = await openStream(await server.person(`rider${n}@example.com`), from('198.51.100.7', n))
    expect([stream.status, await stream.next()]).toEqual([200, '{"unread":0}'])
    streams.push(stream)
  }
  const late = await server.person('late@example.com')
  const refused = await openStream(late, from('198.51.100.7', 9))
  expect([refused.status, refused.retryAfter]).toEqual([429, '60'])
  const elsewhere = await openStream(late, from('198.51.100.8'))
  expect(elsewhere.status).toBe(200)
  elsewhere.cancel()
  // Closing one makes room.
  streams[0]?.cancel()
  await expect
    .poll(async () => {
      const again = await openStream(late, from('198.51.100.7'))
      again.cancel()
      return again.status
    })
    .toBe(200)
  for (const stream of streams) stream.cancel()
})
