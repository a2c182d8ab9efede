import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { choose, openChooser, post, sessionsOf, signInAtProvider, whoAmI } from '#test/harness/accounts.ts'
import { startTestServer } from '#test/harness/server.ts'
import { rideLink } from '../../../scripts/lib/ride-link.ts'
import { roleOfVerified } from '../sign-in/store.ts'
import { withPerson } from './provider-routes.ts'

const email = 'rider@example.com'

test('signs in through the provider and returns to the requested page', async () => {
  const server = await startTestServer()
  const rider = await server.person()
  expect(
    await signInAtProvider(rider, { email: 'Rider@Example.com', name: 'Ria Der' }, '/upload?from=login#top'),
  ).toBe('/upload?from=login#top')
  const me = await whoAmI(rider)
  expect(me).toMatchObject({ email, emailVerified: true, firstName: 'Ria', lastName: 'Der', role: 'user' })

  const [identity] = await server.deps.db.selectFrom('identities').selectAll().execute()
  expect(identity).toMatchObject({
    user_id: me?.id,
    provider_id: 'sandbox',
    access_token: null,
    refresh_token: null,
    id_token: null,
  })

  const phone = await server.person()
  expect(await signInAtProvider(phone, { email })).toBe('/')
  expect((await whoAmI(phone))?.id).toBe(me?.id)
  expect(await server.deps.db.selectFrom('users').select('id').execute()).toHaveLength(1)
})

test('the request to the provider contains PKCE, state and nonce', async () => {
  const server = await startTestServer()
  const answer = await (await server.person()).call(api.login)
  const { origin, searchParams: asked } = new URL(answer.headers.get('location') as string)
  expect(origin).toBe(server.sandbox?.oidcIssuer)
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^.{32}$/),
    nonce: expect.stringMatching(/^.{32}$/),
    redirect_uri: `${server.url}/api/auth/callback/sandbox`,
    prompt: 'login',
  })
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('the link to a ride leads through the chooser, with its rider preselected but not yet signed in', async () => {
  const server = await startTestServer()
  const friend = await server.person()
  const id = '3f0f1c1e-7f0a-4f6e-9a52-0d8a1a7b9c11'
  const { response, url } = await friend.follow(rideLink(server.url, id, 'sam@trailcut.example'))
  const page = await response.text()
  const preselected = page.split('</li>').filter(person => person.includes('aria-current="true"'))
  expect(preselected).toHaveLength(1)
  expect(preselected[0]).toContain('sam@trailcut.example')
  expect(await whoAmI(friend)).toBeNull()
  const callback = await choose(friend, url, { email: 'sam@trailcut.example' })
  expect((await friend.call(callback)).headers.get('location')).toBe(`${server.url}/v/${id}`)
  expect(await whoAmI(friend)).toMatchObject({ email: 'sam@trailcut.example' })

  // Another address is put into the field for other addresses.
  const other = await friend.follow(rideLink(server.url, id, 'else@example.com'))
  expect(await other.response.text()).toContain('value="else@example.com"')
})

test('a rider at the shell signs in at the chooser, with a verified address', async () => {
  const server = await startTestServer()
  const shell = await server.person()
  await shell.signInAtChooser('sam@trailcut.example')
  expect(await whoAmI(shell)).toMatchObject({ email: 'sam@trailcut.example', emailVerified: true })
})

test('a real provider receives no preselected person', () => {
  const address = 'https://accounts.google.com/o/oauth2/v2/auth?state=s'
  expect(withPerson(address, { id: 'google' }, 'sam@trailcut.example')).toBe(address)
  expect(withPerson(address, { id: 'oidc' }, 'sam@trailcut.example')).toBe(address)
  expect(withPerson(address, { id: 'sandbox' }, undefined)).toBe(address)
})

test('no returnTo leads off this site', async () => {
  const server = await startTestServer()
  for (const returnTo of [
    'https://evil.example/',
    '//evil.example/x',
    '/\\evil.example',
    '/.//evil.example',
    '/api/logout',
  ]) {
    const rider = await server.person()
    expect(await signInAtProvider(rider, { email }, returnTo), returnTo).toBe('/')
  }
})

test('canceling at the provider is reported and signs no one in', async () => {
  const server = await startTestServer()
  const rider = await server.person()
  const chooser = await openChooser(rider)
  const posted = await rider.call(`${chooser}/cancel`, { method: 'POST' })
  const resumed = await rider.call(posted.headers.get('location') as string)
  const answer = await rider.call(resumed.headers.get('location') as string)
  expect(answer.headers.get('location')).toBe('/?signInError=cancelled')
  expect(await whoAmI(rider)).toBeNull()
})

test("a provider's answer works once and only in the browser that asked", async () => {
  const server = await startTestServer()
  const rider = await server.person()
  const callback = await choose(rider, await openChooser(rider), { email })
  const victim = await server.person()
  expect((await victim.call(callback)).headers.get('location')).toBe('/?signInError=expired')
  expect(await whoAmI(victim)).toBeNull()

  expect((await rider.call(callback)).headers.get('location')).toBe(`${server.url}/`)
  expect((await rider.call(callback)).headers.get('location')).toBe('/?signInError=expired')
  expect(await sessionsOf(server.deps.db, email)).toHaveLength(1)
})

test('broken callbacks only say that sign-in failed', async () => {
  const server = await startTestServer()
  const rider = await server.person()
  const callback = new URL(await choose(rider, await openChooser(rider), { email }))
  const spoil = (change: (params: URLSearchParams) => void) => {
    const url = new URL(callback)
    change(url.searchParams)
    return url.href
  }
  const problems: [string, string][] = [
    ['/api/auth/callback/sandbox', 'expired'],
    ['/api/auth/callback/sandbox?state=x&code=y', 'expired'],
    ['/api/auth/callback/sandbox?error=%3Cscript%3E&error_description=Call+555', 'expired'],
    // Each of these has the right state, which the first one uses up.
    [spoil(p => p.set('code', 'forged')), 'failed'],
  ]
  for (const [address, problem] of problems)
    expect((await rider.call(address)).headers.get('location'), address).toBe(`/?signInError=${problem}`)
  const other = await server.person()
  const mixedUp = new URL(await choose(other, await openChooser(other), { email }))
  mixedUp.searchParams.set('iss', 'https://evil.example')
  expect((await other.call(mixedUp.href)).headers.get('location')).toBe('/?signInError=failed')
  expect([await whoAmI(rider), await whoAmI(other)]).toEqual([null, null])
})

test("only the sign-in engine's callback is reachable", async () => {
  const server = await startTestServer()
  const rider = await server.person(email)
  for (const [method, address] of [
    ['GET', '/api/auth/get-session'],
    ['GET', '/api/auth/list-sessions'],
    ['POST', '/api/auth/sign-in/social'],
    ['POST', '/api/auth/sign-in/magic-link'],
    ['GET', '/api/auth/magic-link/verify?token=x'],
    ['POST', '/api/auth/update-user'],
    ['POST', '/api/auth/sign-up/email'],
    ['POST', '/api/auth/delete-user'],
    ['GET', '/api/auth/error'],
    ['POST', '/api/auth/callback/sandbox'],
  ] as const)
    expect((await rider.call(address, { method })).status, address).toBe(404)
})

test('an address not verified by the provider creates no account and opens none', async () => {
  const server = await startTestServer()
  const stranger = await server.person()
  expect(await signInAtProvider(stranger, { email, verified: false })).toBe(
    '/?signInError=email_not_verified',
  )
  expect(await whoAmI(stranger)).toBeNull()
  expect(await server.deps.db.selectFrom('users').select('id').execute()).toEqual([])

  const unproven = await server.person(email)
  expect(await signInAtProvider(stranger, { email, verified: false })).toBe(
    '/?signInError=email_not_verified',
  )
  expect(await whoAmI(unproven)).toMatchObject({ email, emailVerified: false })

  const owner = await server.person()
  await signInAtProvider(owner, { email: 'owner@example.com' })
  await server.deps.db.deleteFrom('identities').execute()
  expect(await signInAtProvider(stranger, { email: 'owner@example.com', verified: false })).toBe(
    '/?signInError=email_not_verified',
  )
  expect(await whoAmI(stranger)).toBeNull()
  expect(await server.deps.db.selectFrom('identities').select('id').execute()).toEqual([])
})

test('someone who used the address first is signed out when its owner signs in at the provider', async () => {
  const server = await startTestServer()
  const attacker = await server.person(email)
  const made = await whoAmI(attacker)
  // An identity that the attacker could have linked to the account while it was theirs.
  await server.deps.db
    .insertInto('identities')
    .values({ id: 'planted', user_id: made?.id as string, provider_id: 'sandbox', account_id: 'attacker' })
    .execute()

  const owner = await server.person()
  expect(await signInAtProvider(owner, { email, name: 'Real Owner' })).toBe('/')
  expect(await whoAmI(owner)).toMatchObject({ id: made?.id, email, emailVerified: true })
  expect(await whoAmI(attacker)).toBeNull()
  expect(await sessionsOf(server.deps.db, email)).toHaveLength(1)
  const identities = await server.deps.db.selectFrom('identities').select('account_id').execute()
  expect(identities.map(i => i.account_id)).not.toContain('attacker')
  const { email_verified_at, created_at } = await server.deps.db
    .selectFrom('users')
    .select(['email_verified_at', 'created_at'])
    .executeTakeFirstOrThrow()
  expect((email_verified_at as Date).getTime()).toBeGreaterThan(created_at.getTime())
})

test('signing in as another person in the same browser ends the previous session', async () => {
  const server = await startTestServer()
  const rider = await server.person()
  await signInAtProvider(rider, { email })
  const before = rider.cookieHeader
  await signInAtProvider(rider, { email: 'other@example.com' })
  expect(await whoAmI(rider)).toMatchObject({ email: 'other@example.com' })
  expect((await fetch(server.url + api.user, { headers: { cookie: before } })).status).toBe(401)
})

test('roles come from the settings, only for verified addresses, and are never removed by them', async () => {
  const server = await startTestServer({
    ADMIN_EMAILS: 'Boss@Example.com',
    MODERATOR_EMAILS: 'mod@example.com, lead@example.com',
  })
  const roleAfter = async (address: string) => {
    const person = await server.person()
    await signInAtProvider(person, { email: address })
    return (await whoAmI(person))?.role
  }
  const impostor = await server.person('boss@example.com')
  const unproven = await whoAmI(impostor)
  expect(unproven).toMatchObject({ role: 'user', emailVerified: false })
  expect(await roleOfVerified(server.deps.db, unproven?.id as string)).toBeUndefined()
  expect(await roleAfter('boss@example.com')).toBe('admin')
  expect(await whoAmI(impostor)).toBeNull()
  expect(await roleAfter('mod@example.com')).toBe('moderator')
  expect(await roleAfter('nobody@example.com')).toBe('user')
  expect(await roleAfter('admin@trailcut.example')).toBe('admin')
  expect(await roleAfter('moderator@trailcut.example')).toBe('moderator')
  expect(await roleAfter('sam@trailcut.example')).toBe('user')

  await server.deps.db
    .updateTable('users')
    .set({ role: 'admin' })
    .where('email', '=', 'mod@example.com')
    .execute()
  expect(await roleAfter('mod@example.com')).toBe('admin')

  // The same by a mailed link.
  await post(await server.person(), api.simpleSignup, { email: 'lead@example.com' })
  const lead = await server.person('lead@example.com')
  expect(await whoAmI(lead)).toMatchObject({ role: 'moderator', emailVerified: true })
})

test('with Google in the settings, the sandbox names no staff and sign-in goes to Google', async () => {
  const server = await startTestServer({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' })
  const person = await server.person()
  // Tests can't reach Google, so this is the answer for an unreachable provider.
  expect((await person.call(api.login)).status).toBe(503)
  await post(person, api.simpleSignup, { email: 'admin@trailcut.example' })
  const admin = await server.person('admin@trailcut.example')
  expect(await whoAmI(admin)).toMatchObject({ role: 'user', emailVerified: true })
})
