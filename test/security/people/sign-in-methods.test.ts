import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { followLink, linkTo, post, signInAtProvider, whoAmI } from '#test/harness/accounts.ts'
import { cloneDatabase } from '#test/harness/database.ts'
import { startTestServer, type TestServer } from '#test/harness/server.ts'
import type { ApiClient } from '../../../scripts/lib/api-client.ts'

const email = 'rider@example.com'
const keys = await generateKeyPair('RS256', { extractable: true })
const now = () => Math.floor(Date.now() / 1000)

/** A server that accepts Firebase tokens of a project; the test publishes its keys. */
async function withFirebase(project: string, env: Record<string, string> = {}) {
  const published = createServer(async (_request, response) => {
    const key = { ...(await exportJWK(keys.publicKey)), kid: 'f1', alg: 'RS256', use: 'sig' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [key] }))
  })
  await new Promise<void>(resolve => published.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void published.close())
  return startTestServer({
    ROLE: 'web',
    FIREBASE_PROJECT_ID: project,
    FIREBASE_JWKS_URL: `http://127.0.0.1:${(published.address() as AddressInfo).port}/jwk`,
    ...env,
  })
}

/** Signs in with a Firebase token. @returns the status, or the person's id */
async function sync(client: ApiClient, project: string, claims: JWTPayload): Promise<number | string> {
  const token = await new SignJWT({
    iss: `https://securetoken.google.com/${project}`,
    aud: project,
    iat: now(),
    exp: now() + 3600,
    auth_time: now(),
    email_verified: true,
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'f1' })
    .sign(keys.privateKey)
  const told = { firebaseUid: 'x', email: 'x@example.com' }
  const answer = await post(client, api.sync, told, { authorization: `Bearer ${token}` })
  return answer.ok ? ((await answer.json()) as { id: string }).id : answer.status
}

const mailed = async (server: TestServer) =>
  (await server.deps.db.selectFrom('mails').select('template').orderBy('created_at').execute()).map(
    m => m.template,
  )

/** Makes the accounts look older. */
const age = (server: TestServer) =>
  server.deps.db
    .updateTable('users')
    .set({ email_verified_at: new Date(Date.now() - 24 * 3600_000) })
    .where('email_verified', '=', true)
    .execute()

test('a credential signs in once, even if its unused bits change (10.5.1)', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const answer = await fetch(`${server.sandbox?.oidcIssuer}/credential`, {
    method: 'POST',
    body: JSON.stringify({ email, verified: 'on' }),
  })
  const { credential } = (await answer.json()) as { credential: string }
  expect((await post(await server.person(), api.googleToken, { credential })).status).toBe(200)
  const signature = credential.slice(credential.lastIndexOf('.') + 1)
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const bytes = (text: string) => Buffer.from(text, 'base64url').toString('hex')
  const same = [...alphabet]
    .map(sign => signature.slice(0, -1) + sign)
    .filter(other => other !== signature && bytes(other) === bytes(signature))
  expect(same.length).toBeGreaterThan(2)
  const start = credential.slice(0, credential.lastIndexOf('.') + 1)
  for (const written of [...same, `${signature}=`, `${signature}==`]) {
    const thief = await server.person()
    const replay = await post(thief, api.googleToken, { credential: start + written })
    expect([replay.status, await whoAmI(thief)], written.slice(-4)).toEqual([401, null])
  }
})

test('the same subject from another issuer is another person (6.8.1)', async () => {
  const DATABASE_URL = await cloneDatabase()
  const first = await withFirebase('project-one', { DATABASE_URL })
  const rider = await first.person()
  const id = await sync(rider, 'project-one', { sub: 'uid1', email })
  expect(await whoAmI(rider)).toMatchObject({ id, email })
  await first.close()

  const second = await withFirebase('project-two', { DATABASE_URL })
  const stranger = await second.person()
  const other = await sync(stranger, 'project-two', { sub: 'uid1', email: 'stranger@example.com' })
  expect(await whoAmI(stranger)).toMatchObject({ id: other, email: 'stranger@example.com' })
  expect(other).not.toBe(id)
  await second.close()

  // Back at the first issuer, each person is who they were.
  const third = await withFirebase('project-one', { DATABASE_URL })
  const again = await third.person()
  expect(await sync(again, 'project-one', { sub: 'uid1', email: 'renamed@example.com' })).toBe(id)
})

test('an address passed on to another person at the provider opens no account of its first owner (6.8.1)', async () => {
  const server = await withFirebase('project')
  const rider = await server.person()
  expect(await sync(rider, 'project', { sub: 'uid1', email })).toBe((await whoAmI(rider))?.id)
  const successor = await server.person()
  expect(await sync(successor, 'project', { sub: 'uid2', email })).toBe(403)
  expect(await whoAmI(successor)).toBeNull()
  // The same holds for the other provider's redirect, once it knows the person.
  expect(await signInAtProvider(await server.person(), { email })).toBe('/')
  await server.deps.db
    .updateTable('identities')
    .set({ account_id: 'another' })
    .where('provider_id', '=', 'sandbox')
    .execute()
  expect(await signInAtProvider(successor, { email })).toBe('/?signInError=other_identity')
  expect(await whoAmI(successor)).toBeNull()
})

test('mails once about a sign-in from a new browser, and never to an unverified address', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person()
  await signInAtProvider(rider, { email })
  expect(await mailed(server)).toEqual([])
  await rider.call(api.logoutCall, { method: 'POST' })
  await signInAtProvider(rider, { email })
  expect(await mailed(server)).toEqual([])
  const phone = await server.person()
  await signInAtProvider(phone, { email })
  expect(await mailed(server)).toEqual(['new_device'])
  await phone.call(api.logoutCall, { method: 'POST' })
  await signInAtProvider(phone, { email })
  // For a person who later uses the same browser, it is a new one.
  await signInAtProvider(phone, { email: 'guest@example.com' })
  expect(await mailed(server)).toEqual(['new_device'])
  for (let n = 0; n < 2; n++) {
    await server.deps.db.deleteFrom('users').where('email', '=', 'typed@example.com').execute()
    await server.person('typed@example.com')
  }
  expect(await mailed(server)).toEqual(['new_device'])
  const kept = await server.deps.db.selectFrom('known_devices').select('device').execute()
  expect(kept.length).toBeGreaterThan(2)
  expect(kept.every(({ device }) => /^[0-9a-f]{64}$/.test(device))).toBe(true)
})

test('mails about a new way to sign in; for staff it is in the audit log', async () => {
  const server = await withFirebase('project', { ADMIN_EMAILS: 'boss@example.com' })
  const boss = await server.person()
  await signInAtProvider(boss, { email: 'boss@example.com' })
  expect(await mailed(server)).toEqual([])
  await age(server)
  expect(await sync(boss, 'project', { sub: 'uid9', email: 'boss@example.com' })).toBe(
    (await whoAmI(boss))?.id,
  )
  expect(await mailed(server)).toEqual(['new_sign_in_method'])
  const entries = await server.deps.db
    .selectFrom('audit_log')
    .select(['object_id', 'after'])
    .where('action', '=', 'user.sign_in_method')
    .execute()
  expect(entries).toEqual([{ object_id: (await whoAmI(boss))?.id, after: { provider: 'firebase' } }])
  // The identity is known now.
  expect(await sync(boss, 'project', { sub: 'uid9', email: 'boss@example.com' })).toBe(
    (await whoAmI(boss))?.id,
  )
  expect(await mailed(server)).toEqual(['new_sign_in_method'])
})

test.each([
  [
    'by a mailed link',
    async (server: TestServer, owner: ApiClient) => {
      await post(owner, api.simpleSignup, { email })
      expect(await followLink(owner, await linkTo(owner, email))).toBe('/')
      expect(await server.deps.db.selectFrom('known_devices').select('device').execute()).toHaveLength(1)
    },
  ],
  ['at the provider', (_: TestServer, owner: ApiClient) => signInAtProvider(owner, { email })],
])('what was written into a profile before the address was verified %s is gone', async (_, prove) => {
  const server = await startTestServer({ ROLE: 'web' })
  const typist = await server.person()
  await post(typist, api.simpleSignup, { email, displayName: 'Mal Lory' })
  const written = {
    biography: 'Visit evil.example',
    location: 'Nowhere',
    ridingStyle: 'racing',
    experienceLevel: 'expert',
    equipment: '["A stolen quad"]',
    socialLinks: '["https://evil.example/"]',
  }
  expect(await (await post(typist, api.profileUpdate, written)).json()).toMatchObject(written)
  const owner = await server.person()
  await prove(server, owner)
  expect(await whoAmI(owner)).toMatchObject({
    email,
    emailVerified: true,
    firstName: null,
    lastName: null,
    biography: null,
    location: null,
    ridingStyle: null,
    experienceLevel: null,
    equipment: '[]',
    socialLinks: '[]',
    profileImageUrl: null,
  })
})

test('a NUL in a filter is refused as invalid input, even when the answer is a stream', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const admin = await server.person()
  await signInAtProvider(admin, { email: 'admin@trailcut.example' })
  for (const filter of ['actor', 'action', 'objectType', 'objectId'])
    for (const address of [api.auditCsv, api.audit])
      expect((await admin.call(`${address}?${filter}=a%00b`)).status, `${address} ${filter}`).toBe(400)
})
