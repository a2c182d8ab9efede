import { afterEach, expect, test, vi } from 'vitest'
import { api } from '#contract/paths.ts'
import { followLink, linkTo, post, whoAmI } from '#test/harness/accounts.ts'
import { testDatabase } from '#test/harness/database.ts'
import { startTestServer } from '#test/harness/server.ts'
import { check, forgive, type Limit, networkOf, take } from './limits.ts'

afterEach(() => {
  vi.useRealTimers()
})

const limit: Limit = { name: 't', free: 3, base: 5, cap: 30, forget: 3600 }
const start = Date.UTC(2026, 0, 1)
const at = (seconds: number) => new Date(start + seconds * 1000)
const refusal = (seconds: number) => ({ code: 'too_many_requests', retryAfterSeconds: seconds })

test('after the free tries each wait is twice as long, up to the cap, and an hour without tries resets it', async () => {
  const { db } = await testDatabase()
  const go = (seconds: number, whom = 'a') => take(db, limit, whom, at(seconds))
  for (const second of [0, 0, 1]) await go(second)
  await expect(go(2)).rejects.toMatchObject(refusal(4))
  // A refused try doesn't extend the wait.
  await expect(go(5)).rejects.toMatchObject(refusal(1))
  await go(6)
  await expect(go(15)).rejects.toMatchObject(refusal(1))
  await go(16)
  await go(36)
  // The next wait would be 40 seconds.
  await expect(go(65)).rejects.toMatchObject(refusal(1))
  await go(66)
  await expect(check(db, limit, 'a', at(67))).rejects.toMatchObject(refusal(29))
  await go(67, 'somebody else')
  for (const second of [4000, 4000, 4000]) await go(second)
  await expect(go(4000)).rejects.toMatchObject(refusal(5))
  await forgive(db, limit, 'a')
  await check(db, limit, 'a', at(4000))
  await go(4000)
})

test('of many simultaneous tries, no more pass than are free', async () => {
  const { db } = await testDatabase()
  const all = await Promise.allSettled(Array.from({ length: 12 }, () => take(db, limit, 'a', at(0))))
  expect(all.filter(a => a.status === 'fulfilled')).toHaveLength(3)
  const rows = await db.selectFrom('attempts').selectAll().execute()
  expect(rows).toMatchObject([{ count: 3, key: expect.not.stringContaining('a:a') }])
})

test("a network is one subscriber's address range", () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  const home = networkOf('2001:db8:12:3401::1')
  expect(networkOf('2001:0db8:0012:34ff:aaaa:bbbb:cccc:dddd')).toBe(home)
  expect(networkOf('2001:db8:12:3501::1')).not.toBe(home)
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0000:0000:00')
  expect(networkOf('::1')).toBe('0000:0000:0000:00')
})

test('emails to one address are slowed down for every sender, whether or not it has an account', async () => {
  const server = await startTestServer({ ROLE: 'web', TRUST_PROXY: '1' })
  const email = 'victim@example.com'
  await server.person(email)
  const ask = async (to: string, i: number) =>
    (
      await post(
        await server.person(),
        i % 2 ? api.signInLink : api.simpleSignup,
        { email: to },
        {
          'x-forwarded-for': `203.0.113.${i}`,
        },
      )
    ).status
  const answers = []
  for (let i = 0; i < 12; i++) answers.push(await ask(email, i))
  // The sign-up mailed the first.
  expect(answers).toEqual([...Array(9).fill(202), 429, 429, 429])
  const unknown = []
  for (let i = 0; i < 12; i++) unknown.push(await ask('nobody@example.com', 2 * i + 1))
  expect(unknown).toEqual([...Array(10).fill(202), 429, 429])
  await server.app.close()
  expect(await server.sandbox?.mails.list({ to: 'nobody@example.com' })).toEqual([])
  expect(await server.sandbox?.mails.list({ to: email })).toHaveLength(10)
})

test('a network that tries invalid links and credentials has to wait, even with a valid one', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const guesser = await server.person()
  await post(guesser, api.simpleSignup, { email: 'rider@example.com' })
  const other = await server.person()
  await post(other, api.simpleSignup, { email: 'rider@example.com' })
  const link = await linkTo(other, 'rider@example.com')
  for (let i = 0; i < 10; i++) {
    expect((await post(other, api.googleToken, { credential: 'x.y.z' })).status).toBe(401)
    expect((await other.call('/api/auth/link?token=x')).status).toBe(410)
  }
  const refused = await post(other, api.googleToken, { credential: 'x.y.z' })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await other.call(link)).status).toBe(429)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6000 })
  await followLink(other, link)
  expect(await whoAmI(other)).not.toBeNull()
})
