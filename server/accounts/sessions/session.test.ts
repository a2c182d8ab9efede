import { afterEach, expect, test, vi } from 'vitest'
import { api } from '#contract/paths.ts'
import { post, sessionCookie, sessionsOf, signInAtProvider, whoAmI } from '#test/harness/accounts.ts'
import { behindTls, startTestServer } from '#test/harness/server.ts'
import { sweepAccounts } from '../index.ts'

const email = 'rider@example.com'
const day = 24 * 3600_000

afterEach(() => {
  vi.useRealTimers()
})

test('x-user-token proves nothing and must not contradict the session', async () => {
  const server = await startTestServer()
  const rider = await server.person(email)
  const other = await server.person('other@example.com')
  const mine = (await whoAmI(rider))?.id as string
  const theirs = (await whoAmI(other))?.id as string
  const ask = (person: typeof rider, token: string, address: string = api.user) =>
    person.call(address, { headers: { 'x-user-token': token } })

  expect((await ask(rider, mine)).status).toBe(200)
  expect((await ask(rider, theirs)).status).toBe(401)
  expect((await ask(rider, '')).status).toBe(401)
  expect((await ask(rider, theirs, api.myVideos)).status).toBe(401)
  expect((await ask(await server.person(), mine)).status).toBe(401)
  expect((await post(rider, api.profileUpdate, { biography: 'x' }, { 'x-user-token': theirs })).status).toBe(
    401,
  )
})

test('a forged or foreign cookie identifies no one', async () => {
  const server = await startTestServer()
  const rider = await server.person(email)
  const [, value = ''] = rider.cookieHeader.split('=')
  const token = decodeURIComponent(value).split('.')[0] as string
  for (const cookie of [token, `${token}.AAAA`, value.replace(/^./, c => (c === 'a' ? 'b' : 'a')), ''])
    expect(
      (await fetch(server.url + api.user, { headers: { cookie: `${sessionCookie}=${cookie}` } })).status,
      cookie,
    ).toBe(401)
})

test('signing out ends the session on the server, in both ways', async () => {
  const server = await startTestServer()
  for (const way of ['call', 'page'] as const) {
    const rider = await server.person(`${way}@example.com`)
    const cookie = rider.cookieHeader
    if (way === 'call') {
      const answer = await post(rider, api.logoutCall, {})
      expect([answer.status, await answer.json()]).toEqual([200, { ok: true }])
      expect(answer.headers.getSetCookie().join()).toMatch(new RegExp(`${sessionCookie}=;[^,]*Max-Age=0`))
    } else {
      const answer = await rider.call(api.logout)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
    }
    expect((await fetch(server.url + api.user, { headers: { cookie } })).status).toBe(401)
    expect(await sessionsOf(server.deps.db, `${way}@example.com`)).toEqual([])
  }
})

test('signing out without a session, without a body or with a stale x-user-token works', async () => {
  const server = await startTestServer()
  const visitor = await server.person()
  expect((await post(visitor, api.logoutCall, {})).status).toBe(200)
  expect((await visitor.call(api.logoutCall, { method: 'POST' })).status).toBe(200)
  expect((await visitor.call(api.logout)).status).toBe(302)
  const rider = await server.person(email)
  expect((await post(rider, api.logoutCall, {}, { 'x-user-token': 'somebody else' })).status).toBe(200)
  expect(await sessionsOf(server.deps.db, email)).toEqual([])
})

test("another site can't make a browser act", async () => {
  const server = await startTestServer()
  const rider = await server.person(email)
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: server.url.replace('http:', 'https:').replace('127.0.0.1', 'evil.example') },
    { origin: `${server.url}.evil.example` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: server.url },
    { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
  ]
  for (const headers of foreign) {
    const label = JSON.stringify(headers)
    for (const [address, body] of [
      [api.profileUpdate, { biography: 'hacked' }],
      [api.logoutCall, {}],
      [api.simpleSignup, { email: 'mallory@example.com' }],
      [api.signInLink, { email }],
      [api.uploadUrl, { fileName: 'a.mp4' }],
    ] as const)
      expect((await post(rider, address, body, headers)).status, `${address} ${label}`).toBe(403)
  }
  expect(
    (await rider.call(api.logout, { headers: { 'sec-fetch-site': 'cross-site' } })).headers.get('location'),
  ).toBe('/')
  expect(await whoAmI(rider)).toMatchObject({ email, biography: null })

  const ownPages: Record<string, string>[] = [
    { origin: server.url },
    { 'sec-fetch-site': 'same-origin', origin: server.url },
    { 'sec-fetch-site': 'none' },
    {},
  ]
  for (const headers of ownPages)
    expect(
      (await post(rider, api.profileUpdate, { biography: 'mine' }, headers)).status,
      JSON.stringify(headers),
    ).toBe(200)
})

test('a server reached by another of its names accepts its own pages', async () => {
  const server = await startTestServer()
  const { port } = new URL(server.url)
  const answer = await fetch(`http://localhost:${port}${api.simpleSignup}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `http://localhost:${port}` },
    body: JSON.stringify({ email }),
  })
  expect(answer.status).toBe(200)
  const login = await fetch(`http://localhost:${port}${api.login}?returnTo=/upload`, { redirect: 'manual' })
  expect(login.headers.get('location')).toBe(`${server.url}${api.login}?returnTo=/upload`)
})

test('a session ends after 7 days without use, and use extends it', async () => {
  const server = await startTestServer()
  const used = await server.person(email)
  const unused = await server.person('unused@example.com')
  const start = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: start + 5 * day })
  const answer = await used.call(api.user)
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie().join()).toMatch(new RegExp(`${sessionCookie}=[^;]+; Max-Age=604800`))
  vi.setSystemTime(start + 7 * day + 1000)
  expect(await whoAmI(unused)).toBeNull()
  vi.setSystemTime(start + 11 * day)
  expect(await whoAmI(used)).not.toBeNull()
})

test('a session ends after 30 days, however much it is used', async () => {
  const server = await startTestServer()
  const rider = await server.person(email)
  const start = Date.now()
  for (const days of [6, 12, 18, 24, 29]) {
    vi.useFakeTimers({ toFake: ['Date'], now: start + days * day })
    expect(await whoAmI(rider), `day ${days}`).not.toBeNull()
  }
  vi.setSystemTime(start + 30 * day + 1000)
  expect(await whoAmI(rider)).toBeNull()
  expect(await sessionsOf(server.deps.db, email)).toEqual([])
})

test('cookies for a public https address are Secure', async () => {
  const server = await startTestServer(behindTls)
  const answer = await server.app.inject({ method: 'POST', url: api.simpleSignup, payload: { email } })
  expect(answer.statusCode).toBe(200)
  expect(String(answer.headers['set-cookie'])).toMatch(
    /^__Secure-trailcut\.session_token=.*; HttpOnly; Secure; SameSite=Lax/,
  )
  const asked = await server.app.inject({ method: 'POST', url: api.signInLink, payload: { email } })
  expect(String(asked.headers['set-cookie'])).toMatch(
    /^__Host-trailcut\.link=[^;]+; Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})

test('a session records the address it came from, which no header can set', async () => {
  const server = await startTestServer()
  await post(
    await server.person(),
    api.simpleSignup,
    { email },
    { 'x-forwarded-for': '1.2.3.4', 'x-trailcut-address': '5.6.7.8', 'user-agent': 'Rider/1' },
  )
  const phone = await server.person()
  await signInAtProvider(phone, { email: 'b@example.com' })
  const rows = await server.deps.db
    .selectFrom('sessions')
    .select(['ip_address', 'user_agent'])
    .orderBy('created_at')
    .execute()
  expect(rows.map(r => r.ip_address)).toEqual(['127.0.0.1', '127.0.0.1'])
  expect(rows[0]?.user_agent).toBe('Rider/1')
})

test("sync returns the session's person and believes nothing in its input", async () => {
  const server = await startTestServer()
  const rider = await server.person(email)
  const claim = { firebaseUid: 'abc', email: 'boss@example.com', displayName: 'Boss', photoURL: null }
  expect((await post(await server.person(), api.sync, claim)).status).toBe(401)
  const answer = await post(rider, api.sync, claim)
  expect(answer.status).toBe(200)
  expect(await whoAmI(rider)).toMatchObject((await answer.json()) as object)
  expect(await whoAmI(rider)).toMatchObject({ email, firstName: null })
})

test("deletes what has expired and keeps what hasn't", async () => {
  const server = await startTestServer()
  const { db } = server.deps
  const rider = await server.person(email)
  await server.person('other@example.com')
  await post(await server.person(), api.simpleSignup, { email })
  // Two that confirm, which are mailed a moment later, and one that signs in.
  await expect.poll(() => db.selectFrom('verifications').select('id').execute()).toHaveLength(3)
  expect(await sweepAccounts(db, new Date())).toBe(0)
  // The links' 15 minutes are over, the sessions' time isn't.
  expect(await sweepAccounts(db, new Date(Date.now() + 3600_000))).toBe(3)
  expect(await whoAmI(rider)).not.toBeNull()
  await db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() + 60 * day) })
    .where('id', 'in', await sessionsOf(db, email))
    .execute()
  expect(await sweepAccounts(db, new Date(Date.now() + 8 * day))).toBe(1)
  expect(await sessionsOf(db, 'other@example.com')).toEqual([])
  expect(await sweepAccounts(db, new Date(Date.now() + 30 * day))).toBe(1)
})
