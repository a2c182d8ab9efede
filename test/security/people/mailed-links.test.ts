import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { linkOver } from '#server/accounts/sign-in/link-page.ts'
import { newLinkToken } from '#server/accounts/sign-in/link-token.ts'
import { linkTo, post, sessionsOf, signInAtProvider, whoAmI } from '#test/harness/accounts.ts'
import { startTestServer, type TestServer } from '#test/harness/server.ts'
import type { ApiClient } from '../../../scripts/lib/api-client.ts'

const email = 'rider@example.com'

/** A link requested by `asker` for an address that has an account. */
async function linkFor(server: TestServer, asker: ApiClient, address = email) {
  await post(await server.person(), api.simpleSignup, { email: address })
  expect((await post(asker, api.simpleSignup, { email: address })).status).toBe(202)
  const link = await linkTo(asker, address)
  return { link, token: new URL(link).searchParams.get('token') as string }
}

const press = (client: ApiClient, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  client.call(api.mailedLink, { method: 'POST', body: new URLSearchParams(fields), headers })

test("a scanner that opens a mailed link, even in a browser, doesn't use it up", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person()
  const { link, token } = await linkFor(server, rider)
  const scanner = await server.person()
  for (const method of ['HEAD', 'GET', 'GET']) {
    const answer = await scanner.call(link, { method })
    expect(answer.status, method).toBe(200)
    expect(answer.headers.getSetCookie()).toEqual([])
  }
  // It also presses every button it finds.
  expect((await press(scanner, { token })).status).toBe(422)
  expect(await whoAmI(scanner)).toBeNull()

  const page = await (await rider.call(link)).text()
  expect(page).toContain(email)
  expect(await whoAmI(rider)).toBeNull()
  const pressed = await press(rider, { token })
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/'])
  expect(await whoAmI(rider)).toMatchObject({ email, emailVerified: true })
  const again = await press(await server.person(), { token })
  expect([again.status, await again.text()]).toEqual([410, expect.stringContaining(String(linkOver.used))])
})

test("a link to an attacker's account signs no victim in", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const attacker = await server.person()
  const { link, token } = await linkFor(server, attacker, 'attacker@example.com')
  const victim = await server.person()
  const page = await (await victim.call(link)).text()
  expect(page).not.toContain('attacker@example.com')
  expect(page).toContain('name="email"')
  expect((await press(victim, { token })).status).toBe(422)
  expect((await press(victim, { token, email: 'victim@example.com' })).status).toBe(422)
  // Removing the attacker's signature, or replacing it with another link's, doesn't bind the link to another
  // browser.
  const { token: other } = await linkFor(server, victim, 'victim@example.com')
  const secret = token.split('.').slice(0, 2).join('.')
  for (const made of [secret, `${secret}.${other.split('.')[2]}`])
    expect((await press(victim, { token: made })).status).toBe(422)
  expect(await whoAmI(victim)).toBeNull()
  // A page of the attacker's that submits the form doesn't help either.
  for (const [name, value] of [
    ['origin', 'https://evil.example'],
    ['sec-fetch-site', 'cross-site'],
  ] as const)
    expect((await press(attacker, { token }, { [name]: value })).status).toBe(403)
  expect(await sessionsOf(server.deps.db, 'attacker@example.com')).toHaveLength(1)
  expect((await press(attacker, { token })).headers.get('location')).toBe('/')
})

test('another browser signs in by typing the right address, with few tries', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { token } = await linkFor(server, await server.person())
  const thief = await server.person()
  const statuses: number[] = []
  for (let i = 0; i < 11; i++)
    statuses.push((await press(thief, { token, email: `guess${i}@example.com` })).status)
  expect(statuses).toEqual([...Array(10).fill(422), 429])
  const { token: fresh } = await linkFor(server, await server.person())
  const phone = await server.person()
  const answer = await press(phone, { token: fresh, email: ' Rider@Example.com ' })
  expect(answer.headers.get('location')).toBe('/')
  expect(await whoAmI(phone)).toMatchObject({ email, emailVerified: true })
})

test('a signed-in person continues to the product; for another account the page says so first', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person()
  const { link, token } = await linkFor(server, rider)
  await signInAtProvider(rider, { email })
  const opened = await rider.call(link)
  expect([opened.status, opened.headers.get('location')]).toEqual([302, '/'])
  await signInAtProvider(rider, { email: 'second@example.com' })
  const page = await (await rider.call(link)).text()
  expect(page).toContain('second@example.com')
  await press(rider, { token })
  expect(await whoAmI(rider)).toMatchObject({ email })
  const used = await rider.call(link)
  expect([used.status, used.headers.get('location')]).toEqual([302, '/?signInLink=used'])
})

test('an unverified session verifies its address through the link, although it is signed in', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person(email)
  expect(await whoAmI(rider)).toMatchObject({ emailVerified: false })
  await post(rider, api.simpleSignup, { email })
  const link = await linkTo(rider, email)
  expect((await rider.call(link)).status).toBe(200)
  await press(rider, { token: new URL(link).searchParams.get('token') as string })
  expect(await whoAmI(rider)).toMatchObject({ emailVerified: true })
})

test('the page runs no script, reveals its address to no other site, and is stored by no cache', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { link } = await linkFor(server, await server.person())
  const answer = await fetch(link)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('referrer-policy')).toBe('strict-origin')
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(policy).toContain("form-action 'self'")
  const page = await answer.text()
  expect(page).not.toMatch(/<script(?! src="\/theme\.js"><\/script>)/)
  expect(page).not.toMatch(/\son\w+=|style="/)
})

test('a used or expired link shows a script-free page whose form mails a new one, for anyone', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person()
  const { link, token } = await linkFor(server, rider)
  await press(rider, { token })
  const phone = await server.person()
  const old = `/api/auth/link?token=${newLinkToken(new Date(Date.now() - 1000))}`
  for (const [address, sentence] of [
    [link, String(linkOver.used)],
    [old, linkOver.expired],
  ] as const) {
    const answer = await phone.call(address)
    const page = await answer.text()
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([410, 'no-store'])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page).toContain(sentence)
    expect(page).toContain(`<form method="post" action="${api.newMailedLink}">`)
    expect(page).not.toMatch(/<script(?! src="\/theme\.js"><\/script>)/)
    expect(page).not.toContain(email)
  }
  const ask = (address: string) =>
    phone.call(api.newMailedLink, { method: 'POST', body: new URLSearchParams({ email: address }) })
  const [known, unknown] = [await ask(` ${email} `), await ask('nobody@example.com')]
  expect([known.status, unknown.status]).toEqual([202, 202])
  const shown = (await known.text()).replace(/"\/sandbox\/mailbox[^"]*"/, '')
  expect(shown).toBe((await unknown.text()).replace(/"\/sandbox\/mailbox[^"]*"/, ''))
  expect(shown).toContain('If this address has an account')
  const wrong = await ask('<b>nobody')
  expect([wrong.status, await wrong.text()]).toEqual([422, expect.not.stringContaining('<b>nobody')])

  await expect.poll(() => linkTo(phone, email)).not.toBe(link)
  const next = await linkTo(phone, email)
  // This browser requested it, so no address has to be typed.
  const fresh = new URL(next).searchParams.get('token') as string
  expect((await press(phone, { token: fresh })).headers.get('location')).toBe('/')
  expect(await whoAmI(phone)).toMatchObject({ email })
  for (const status of [202, 202]) expect((await ask('more@example.com')).status).toBe(status)
  const wait = await ask('more@example.com')
  expect([wait.status, wait.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
  expect(await wait.text()).toContain('Too many attempts')
})
