import { afterEach, expect, test, vi } from 'vitest'
import { api } from '#contract/paths.ts'
import { followLink, linkTo, post, sessionsOf, signInAtProvider, whoAmI } from '#test/harness/accounts.ts'
import { startTestServer, type TestServer } from '#test/harness/server.ts'
import type { ApiClient } from '../../../scripts/lib/api-client.ts'

const email = 'rider@example.com'

afterEach(() => {
  vi.useRealTimers()
})

/** An account, and a mailed but unopened link for it. */
async function withLink(server: TestServer) {
  const rider = await server.person()
  await post(rider, api.simpleSignup, { email })
  const asked = await post(await server.person(), api.simpleSignup, { email })
  expect(asked.status).toBe(202)
  return { rider, link: await linkTo(rider, email) }
}

/** Opens the link and presses its button. @returns where it leads */
const goesTo = (client: ApiClient, link: string) => followLink(client, link, email)

test('a link signs in once, verifies the address, and says so when opened again', async () => {
  const server = await startTestServer()
  const { link } = await withLink(server)
  const phone = await server.person()
  expect(await goesTo(phone, link)).toBe('/')
  expect(await whoAmI(phone)).toMatchObject({ email, emailVerified: true })
  expect(await goesTo(await server.person(), link)).toBe('used')
})

test('of many simultaneous uses one signs in', async () => {
  const server = await startTestServer()
  const { link } = await withLink(server)
  const people = await Promise.all(Array.from({ length: 6 }, () => server.person()))
  const ends = await Promise.all(people.map(p => goesTo(p, link)))
  expect(ends.filter(e => e === '/')).toHaveLength(1)
  expect(ends.filter(e => e === 'used')).toHaveLength(5)
  expect(await sessionsOf(server.deps.db, email)).toHaveLength(1)
})

test('a link ends after 15 minutes', async () => {
  const server = await startTestServer()
  const { link } = await withLink(server)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 + 1000 })
  const late = await server.person()
  expect(await goesTo(late, link)).toBe('expired')
  expect(await whoAmI(late)).toBeNull()
})

test('the stored expiry counts, not the one in the token', async () => {
  const server = await startTestServer()
  const { link } = await withLink(server)
  await server.deps.db
    .updateTable('verifications')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute()
  const late = await server.person()
  expect(await goesTo(late, link)).toBe('used')
  expect(await whoAmI(late)).toBeNull()
})

test('made-up tokens sign no one in', async () => {
  const server = await startTestServer()
  const { link } = await withLink(server)
  const { searchParams } = new URL(link)
  const token = searchParams.get('token') as string
  const flipped = (token[0] === 'A' ? 'B' : 'A') + token.slice(1)
  const later = token.replace(/\.[0-9a-z]+\./, '.zzzzzz.')
  const stranger = await server.person()
  for (const made of [flipped, later])
    expect(await goesTo(stranger, `/api/auth/link?token=${made}`)).toBe('used')
  for (const made of ['', 'x', '%00', 'a'.repeat(199)])
    expect(await goesTo(stranger, `/api/auth/link?token=${made}`)).toBe('expired')
  expect((await stranger.call(`/api/auth/link?token=${'a'.repeat(201)}`)).status).toBe(422)
  expect(await whoAmI(stranger)).toBeNull()
  expect(await goesTo(stranger, link)).toBe('/')
})

test("a HEAD doesn't use a link up", async () => {
  const server = await startTestServer()
  const { link } = await withLink(server)
  const scanner = await server.person()
  await scanner.call(link, { method: 'HEAD' })
  expect(await whoAmI(scanner)).toBeNull()
  expect(await goesTo(await server.person(), link)).toBe('/')
})

test('the database contains no usable token', async () => {
  const server = await startTestServer()
  const { link } = await withLink(server)
  const token = new URL(link).searchParams.get('token') as string
  const stored = () => server.deps.db.selectFrom('verifications').selectAll().execute()
  // And the one that the sign-up mails.
  await expect.poll(stored).toHaveLength(2)
  const rows = await stored()
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(JSON.stringify(rows)).not.toContain(token.split('.')[0])
})

test('requesting a link gets the same answer for known and unknown addresses, and mails only the known', async () => {
  const server = await startTestServer()
  const rider = await server.person(email)
  const asker = await server.person()
  const known = await post(asker, api.signInLink, { email: 'RIDER@example.com' })
  const unknown = await post(asker, api.signInLink, { email: 'nobody@example.com' })
  expect([known.status, unknown.status]).toEqual([202, 202])
  expect(await known.json()).toEqual(await unknown.json())
  const link = await vi.waitFor(
    async () => {
      const first = await linkTo(rider, email)
      expect(first).not.toBe('')
      return first
    },
    { timeout: 45_000 },
  )
  expect(await goesTo(asker, link)).toBe('/')
  await server.app.close() // waits for every requested link
  expect((await server.sandbox?.mails.list())?.map(m => m.to)).toEqual([email, email])
})

test('delays the sixth link in a minute', async () => {
  const server = await startTestServer()
  const asker = await server.person()
  const answers: number[] = []
  for (let i = 0; i < 6; i++)
    answers.push((await post(asker, api.signInLink, { email: `r${i}@example.com` })).status)
  expect(answers).toEqual([202, 202, 202, 202, 202, 429])
})

test('someone who used the address first is signed out when its owner opens the mailed link', async () => {
  const server = await startTestServer()
  const { rider: attacker, link } = await withLink(server)
  expect(await whoAmI(attacker)).toMatchObject({ email })
  const owner = await server.person()
  await followLink(owner, link, email)
  expect(await whoAmI(owner)).toMatchObject({ email, emailVerified: true })
  expect(await whoAmI(attacker)).toBeNull()
  expect(await sessionsOf(server.deps.db, email)).toHaveLength(1)
})

test('a link opened after the owner signed in at the provider ends nothing of theirs', async () => {
  const server = await startTestServer()
  const { link } = await withLink(server)
  const owner = await server.person()
  await signInAtProvider(owner, { email })
  const phone = await server.person()
  await followLink(phone, link, email)
  expect(await whoAmI(phone)).toMatchObject({ email })
  expect(await whoAmI(owner)).toMatchObject({ email })
  // And the identity is still theirs.
  const again = await server.person()
  await signInAtProvider(again, { email })
  expect((await whoAmI(again))?.id).toBe((await whoAmI(owner))?.id)
})
