import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { freePort } from '#server/core/free-port.ts'
import { post, sessionsOf, signInAtProvider, whoAmI } from '#test/harness/accounts.ts'
import { startTestServer, type TestServer } from '#test/harness/server.ts'

const email = 'owner@example.com'
const now = () => Math.floor(Date.now() / 1000)
const otherKeys = await generateKeyPair('RS256')

/** A credential as the widget gives it to the page, made by the sandbox's issuer. */
async function credentialFor(server: TestServer, claims: Record<string, string>): Promise<string> {
  const answer = await fetch(`${server.sandbox?.oidcIssuer}/credential`, {
    method: 'POST',
    body: JSON.stringify(claims),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { credential: string }).credential
}

/** The issuer's own key, as an attacker would need it to forge tokens. */
async function issuersKey(server: TestServer) {
  const file = path.join(server.dataDir, 'sandbox', 'google', 'keys.json')
  const { signing } = JSON.parse(await readFile(file, 'utf8'))
  const { n, e, kid } = signing
  const publicJwk = { kty: 'RSA' as const, n, e }
  return { kid: kid as string, key: await importJWK(signing, 'RS256'), publicJwk }
}
type Key = Awaited<ReturnType<typeof issuersKey>>

const signed = (claims: JWTPayload, { key, kid }: Pick<Key, 'key' | 'kid'>, header = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(key)

const publicPem = async ({ publicJwk }: Key) =>
  new TextEncoder().encode(await exportSPKI(await importJWK(publicJwk, 'RS256', { extractable: true })))

test('a credential from the widget signs in once, as the same person as the redirect', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person()
  const credential = await credentialFor(server, { email, name: 'Ona Der', verified: 'on' })
  const answer = await post(rider, api.googleToken, { credential })
  expect(answer.status).toBe(200)
  const me = await whoAmI(rider)
  expect(await answer.json()).toEqual({ id: me?.id, email })
  expect(me).toMatchObject({ email, emailVerified: true, firstName: 'Ona' })

  const thief = await server.person()
  const again = await post(thief, api.googleToken, { credential })
  expect([again.status, await whoAmI(thief)]).toEqual([401, null])

  const phone = await server.person()
  await signInAtProvider(phone, { email })
  expect((await whoAmI(phone))?.id).toBe(me?.id)
})

test('a credential and its nonce belong together', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person()
  const make = () => credentialFor(server, { email, verified: 'on', nonce: 'n1' })
  for (const nonce of ['n2', undefined])
    expect((await post(rider, api.googleToken, { credential: await make(), nonce })).status).toBe(401)
  const without = await credentialFor(server, { email, verified: 'on' })
  expect((await post(rider, api.googleToken, { credential: without, nonce: 'n1' })).status).toBe(401)
  expect(await whoAmI(rider)).toBeNull()
  expect((await post(rider, api.googleToken, { credential: await make(), nonce: 'n1' })).status).toBe(200)
})

const badCredentials: [string, (claims: JWTPayload, key: Key) => Promise<string>, status?: number][] = [
  ['for another client', (claims, key) => signed({ ...claims, aud: 'other' }, key)],
  [
    'for several clients, issued to another',
    (c, key) => signed({ ...c, aud: [c.aud as string, 'x'], azp: 'x' }, key),
  ],
  ['of another issuer', (claims, key) => signed({ ...claims, iss: 'https://accounts.google.com' }, key)],
  ['past its end', (claims, key) => signed({ ...claims, iat: now() - 7200, exp: now() - 60 }, key)],
  ['without an end', ({ exp: _, ...claims }, key) => signed(claims, key)],
  ['not valid yet', (claims, key) => signed({ ...claims, nbf: now() + 600 }, key)],
  ['of long ago that never ends', (c, key) => signed({ ...c, iat: now() - 90_000, exp: now() + 1e6 }, key)],
  ['without a subject', ({ sub: _, ...claims }, key) => signed(claims, key)],
  ['with an empty subject', (claims, key) => signed({ ...claims, sub: '' }, key)],
  ['signed by another key', (claims, { kid }) => signed(claims, { key: otherKeys.privateKey, kid })],
  ['of an unknown key', claims => signed(claims, { key: otherKeys.privateKey, kid: 'unknown' })],
  [
    'that brings its own key',
    async (claims, { kid }) =>
      signed(claims, { key: otherKeys.privateKey, kid }, { jwk: await exportJWK(otherKeys.publicKey) }),
  ],
  ['that is not signed (alg none)', async claims => new UnsecuredJWT(claims).encode()],
  [
    'signed with the public key as a secret (HS256)',
    async (claims, key) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: key.kid }).sign(await publicPem(key)),
  ],
  ['that is no token', async () => 'x.y.z'],
  [
    'that does not say that the address is verified',
    ({ email_verified: _, ...c }, key) => signed(c, key),
    403,
  ],
  ['that says verified as a text', (c, key) => signed({ ...c, email_verified: 'true' }, key), 403],
  ['without an address', ({ email: _, ...claims }, key) => signed(claims, key), 403],
]
test('a slightly invalid credential signs no one in and changes nothing', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  // Another person's unverified account with the same address: only a valid token may affect it.
  const typist = await server.person(email)
  const key = await issuersKey(server)
  const { oidcIssuer: iss, clientId: aud } = server.sandbox as { oidcIssuer: string; clientId: string }
  const good = () => ({ iss, aud, sub: '1', iat: now(), exp: now() + 300, email, email_verified: true })
  for (const [what, make, status = 401] of badCredentials) {
    const client = await server.person()
    const answer = await post(client, api.googleToken, { credential: await make(good(), key) })
    expect(answer.status, what).toBe(status)
    expect(answer.headers.getSetCookie(), what).toEqual([])
    expect(await whoAmI(typist), what).toMatchObject({ emailVerified: false })
  }
  expect(await server.deps.db.selectFrom('identities').select('id').execute()).toEqual([])
  // The same claims, properly signed, do take it over.
  const owner = await server.person()
  expect((await post(owner, api.googleToken, { credential: await signed(good(), key) })).status).toBe(200)
  expect(await whoAmI(owner)).toMatchObject({ email, emailVerified: true })
  expect(await whoAmI(typist)).toBeNull()
})

const project = 'trailcut-test'
const firebaseKeys = await generateKeyPair('RS256', { extractable: true })

/** A server that accepts Firebase tokens; the test publishes their keys. */
async function withFirebase() {
  const keys = createServer(async (_request, response) => {
    const key = { ...(await exportJWK(firebaseKeys.publicKey)), kid: 'f1', alg: 'RS256', use: 'sig' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [key] }))
  })
  await new Promise<void>(resolve => keys.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void keys.close())
  return startTestServer({
    ROLE: 'web',
    FIREBASE_PROJECT_ID: project,
    FIREBASE_JWKS_URL: `http://127.0.0.1:${(keys.address() as AddressInfo).port}/jwk`,
  })
}
const firebaseToken = (change: JWTPayload = {}, keys = firebaseKeys, kid = 'f1') =>
  signed(
    {
      iss: `https://securetoken.google.com/${project}`,
      aud: project,
      sub: 'uid1',
      iat: now(),
      exp: now() + 3600,
      auth_time: now(),
      email,
      email_verified: true,
      name: 'Ona Der',
      ...change,
    },
    { key: keys.privateKey, kid },
  )
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const claimed = { firebaseUid: 'somebody', email: 'boss@example.com', displayName: 'Boss', photoURL: null }

test('a Firebase token makes a session through sync, and identifies its person by itself', async () => {
  const server = await withFirebase()
  const token = await firebaseToken()
  const ask = (headers: Record<string, string>, address: string = api.user) =>
    fetch(server.url + address, { headers })
  // The person is still unknown.
  expect((await ask(bearer(token))).status).toBe(401)

  const rider = await server.person()
  const answer = await post(rider, api.sync, claimed, bearer(token))
  expect(answer.status).toBe(200)
  // The token determines the person, not the body.
  expect(await answer.json()).toMatchObject({ email, firstName: 'Ona', emailVerified: true, role: 'user' })
  const me = await whoAmI(rider)
  expect(me).toMatchObject({ email })

  expect(await (await ask(bearer(token))).json()).toMatchObject({ id: me?.id })
  expect((await ask(bearer(token), api.myVideos)).status).toBe(200)
  expect((await ask({ ...bearer(token), 'x-user-token': me?.id as string })).status).toBe(200)
  expect((await ask({ ...bearer(token), 'x-user-token': 'another' })).status).toBe(401)
  // Repeating it makes no second session.
  await post(rider, api.sync, claimed, bearer(token))
  expect(await sessionsOf(server.deps.db, email)).toHaveLength(1)
})

test('a slightly invalid Firebase token identifies no one', async () => {
  const server = await withFirebase()
  await post(await server.person(), api.sync, claimed, bearer(await firebaseToken()))
  const bad: [string, string, number?][] = [
    ['of another project', await firebaseToken({ aud: 'other' })],
    ['of another issuer', await firebaseToken({ iss: 'https://securetoken.google.com/other' })],
    ['past its end', await firebaseToken({ iat: now() - 7200, exp: now() - 60 })],
    ['without a time of sign-in', await firebaseToken({ auth_time: undefined })],
    ['with an empty subject', await firebaseToken({ sub: '' })],
    ['of another key', await firebaseToken({}, otherKeys as typeof firebaseKeys)],
    ['of an unknown key', await firebaseToken({}, firebaseKeys, 'f2')],
    ['that is not signed', new UnsecuredJWT({ aud: project, sub: 'uid1', exp: now() + 60 }).encode()],
  ]
  for (const [what, token] of bad) {
    const client = await server.person()
    expect((await client.call(api.user, { headers: bearer(token) })).status, what).toBe(401)
    expect((await post(client, api.sync, claimed, bearer(token))).status, what).toBe(401)
    expect(await whoAmI(client), what).toBeNull()
  }
  const unproven = await firebaseToken({ sub: 'uid2', email_verified: false })
  expect((await post(await server.person(), api.sync, claimed, bearer(unproven))).status).toBe(403)
})

test('without a configured Firebase project, its tokens mean nothing', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const token = await firebaseToken()
  const client = await server.person()
  expect((await client.call(api.user, { headers: bearer(token) })).status).toBe(401)
  expect((await post(client, api.sync, claimed, bearer(token))).status).toBe(401)
})

test('unreachable keys and issuers are reported as such, and no one is signed in', async () => {
  const nowhere = `http://127.0.0.1:${await freePort()}`
  const server = await startTestServer({
    ROLE: 'web',
    FIREBASE_PROJECT_ID: project,
    FIREBASE_JWKS_URL: nowhere,
    OIDC_ISSUER: nowhere,
    OIDC_CLIENT_ID: 'me',
    OIDC_CLIENT_SECRET: 's',
  })
  const client = await server.person()
  const headers = bearer(await firebaseToken())
  expect((await post(client, api.sync, claimed, headers)).status).toBe(503)
  expect((await client.call(api.user, { headers })).status).toBe(503)
  expect((await client.call('/api/app', { headers })).status).toBe(200)
  expect((await client.call(api.login)).status).toBe(503)
})

test('any configured OpenID Connect provider replaces Google', async () => {
  // The sandbox issuer of another server, known to this one only through the three settings.
  const other = await startTestServer({ ROLE: 'web' })
  const { oidcIssuer, clientId, clientSecret } = other.sandbox as NonNullable<TestServer['sandbox']>
  const server = await startTestServer({
    ROLE: 'web',
    OIDC_ISSUER: `${oidcIssuer}/`,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
  })
  const answer = await (await server.person()).call(api.login)
  const asked = new URL(answer.headers.get('location') as string)
  expect(asked.origin).toBe(oidcIssuer)
  expect(asked.searchParams.get('redirect_uri')).toBe(`${server.url}/api/auth/callback/oidc`)
  // Google's widget is not available.
  expect((await post(await server.person(), api.googleToken, { credential: 'x.y.z' })).status).toBe(503)
})
