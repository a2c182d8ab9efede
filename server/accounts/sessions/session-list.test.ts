import { expect, test } from 'vitest'
import type { Session } from '#contract/accounts.ts'
import { api } from '#contract/paths.ts'
import { signInAtProvider, whoAmI } from '#test/harness/accounts.ts'
import { startTestServer } from '#test/harness/server.ts'

const email = 'rider@example.com'

test('a person sees their sessions and ends them one by one or all others', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const [desk, phone, tablet] = [await server.person(), await server.person(), await server.person()]
  for (const browser of [desk, phone, tablet]) await signInAtProvider(browser, { email })
  const list = () => desk.json<Session[]>(api.sessions)
  const all = await list()
  expect(all).toHaveLength(3)
  expect(all.filter(s => s.current)).toHaveLength(1)
  expect(all[0]).toMatchObject({ ipAddress: '127.0.0.1', userAgent: expect.any(String) })
  expect(JSON.stringify(all)).not.toMatch(/token/i)

  const phones = (await phone.json<Session[]>(api.sessions)).find(s => s.current)?.id as string
  expect((await desk.call(api.endSession(phones), { method: 'DELETE' })).status).toBe(200)
  expect(await whoAmI(phone)).toBeNull()
  expect((await desk.call(api.endSession(phones), { method: 'DELETE' })).status).toBe(404)
  expect(await whoAmI(tablet)).not.toBeNull()

  expect(await desk.post(api.endOtherSessions, {})).toEqual({ count: 1 })
  expect(await whoAmI(tablet)).toBeNull()
  expect((await list()).map(s => s.current)).toEqual([true])
})

test("another person's session is neither listed nor ended", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person(email)
  const mallory = await server.person('mallory@example.com')
  const [theirs] = await rider.json<Session[]>(api.sessions)
  expect((await mallory.call(api.endSession(theirs?.id as string), { method: 'DELETE' })).status).toBe(404)
  expect(await mallory.json<Session[]>(api.sessions)).toHaveLength(1)
  expect(await mallory.post(api.endOtherSessions, {})).toEqual({ count: 0 })
  expect(await whoAmI(rider)).not.toBeNull()
})
