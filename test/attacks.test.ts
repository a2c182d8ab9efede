import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { json } from '#server/core/db/json.ts'
import { mailsTo, post, signInAtProvider, whoAmI } from '#test/harness/accounts.ts'
import { makeVideo } from '#test/harness/review.ts'
import { behindTls, startTestServer } from './harness/server.ts'

// Attacks on sign-in itself are tested in
// server/accounts/{session,link,provider,token,id-token,limits}.test.ts.
const email = 'rider@example.com'

test('names stay text: they never end up in a header, path, mail header or markup', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person()
  const evil = 'Malloria\r\nSet-Cookie: x=1\r\nBcc: all@example.com\r\n\r\n<script>alert(1)</script>'
  const answer = await post(rider, api.simpleSignup, { email, displayName: evil })
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie().join()).not.toContain('x=1')
  await post(await server.person(), api.simpleSignup, { email, displayName: evil })
  const [mail] = await mailsTo(rider, email)
  expect(mail?.to).toBe(email)
  expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/Malloria|script|Bcc/i)

  for (const fileName of [
    '../../../../etc/passwd.mp4',
    '..\\..\\boot.mp4',
    'a\r\nx: y.mp4',
    '/abs/path.mp4',
    '.mp4',
  ]) {
    const opened = await post(rider, api.uploadUrl, { fileName })
    expect(opened.status, fileName).toBe(200)
    const { video } = (await opened.json()) as { video: Video }
    expect(video.fileName, fileName).not.toMatch(/[/\\\r\n]/)
  }
  // The file's path is built from the video's id, never from a name.
  const rows = await server.deps.db.selectFrom('videos').select(['original_key']).execute()
  expect(rows.every(r => r.original_key === null)).toBe(true)
  for (const path of [
    '/..%2f..%2fetc%2fpasswd',
    '/assets/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
    '/%5c..%5cpackage.json',
  ]) {
    const { status, headers } = await rider.call(path)
    const body = await (await rider.call(path)).text()
    expect(body, `${path} ${status} ${headers.get('content-type')}`).not.toMatch(/root:|"dependencies"/)
  }
})

test("a character that can't be stored is refused or removed in every field", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const admin = await server.person()
  await signInAtProvider(admin, { email: 'admin@trailcut.example' })
  const nul = 'a\u0000b'
  expect((await post(admin, api.profileUpdate, { biography: nul })).status).toBe(400)
  expect((await post(admin, api.profileUpdate, { equipment: JSON.stringify([nul]) })).status).toBe(200)
  expect((await admin.call(`${api.adminUsers}?search=%00`)).status).toBe(400)
  expect((await admin.call(api.endSession('%00'), { method: 'DELETE' })).status).toBe(400)
  expect(await whoAmI(admin)).toMatchObject({ biography: null, equipment: '["ab"]' })
})

test("someone who signed up with another person's address keeps nothing once the owner arrives: no session, no way in, no hidden data", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const attacker = await server.person(email)
  await attacker.post(api.uploadUrl, { fileName: 'bait.mp4' })
  // Two-step verification set up by the attacker would lock the owner out.
  expect((await post(attacker, api.twoFactorSetup, {})).status).toBe(403)
  const owner = await server.person()
  await signInAtProvider(owner, { email })
  expect(await whoAmI(attacker)).toBeNull()
  expect(await owner.json(api.myVideos)).toEqual([])
  expect(await whoAmI(owner)).not.toHaveProperty('twoFactor')
  expect(await owner.json(api.twoFactor)).toMatchObject({ enabled: false })
})

test('no session from before sign-in is valid after it (fixation), and each sign-in gets its own token', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const victim = await server.person()
  const planted = 'trailcut.session_token=planted.by%2Fsomebody'
  const answer = await fetch(server.url + api.simpleSignup, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: planted },
    body: JSON.stringify({ email }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] as string
  expect(cookie).not.toContain('planted')
  expect((await fetch(server.url + api.user, { headers: { cookie: planted } })).status).toBe(401)
  const tokens = new Set([cookie])
  for (let i = 0; i < 3; i++) {
    await signInAtProvider(victim, { email: 'b@example.com' })
    tokens.add(victim.cookieHeader)
  }
  expect(tokens.size).toBe(4)
  expect(await server.deps.db.selectFrom('sessions').select('id').execute()).toHaveLength(2)
})

test('every answer carries the security headers, including refusals', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  for (const path of ['/', '/api/auth/user', '/api/none', '/none', '/api/admin/users']) {
    const { headers } = await fetch(server.url + path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy, path).toContain("script-src 'self'")
    expect(policy, path).not.toMatch(/script-src[^;]*unsafe/)
    expect(policy, path).toContain("object-src 'none'")
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('referrer-policy'), path).toBe('no-referrer')
    expect(headers.get('x-powered-by'), path).toBeNull()
  }
})

test('behind TLS, browsers must stay on it (HSTS)', async () => {
  const server = await startTestServer({ ROLE: 'web', ...behindTls })
  const secured = await server.app.inject('/api/app')
  expect(secured.headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/)
  const plain = await startTestServer({ ROLE: 'web' })
  expect((await plain.app.inject('/api/app')).headers).not.toHaveProperty('strict-transport-security')
})

test("only the sign-in button's origin is allowed, and only when the button is enabled", async () => {
  const policyOf = async (env: Record<string, string>) => {
    const server = await startTestServer({ ROLE: 'web', ...env })
    const { headers } = await server.app.inject('/')
    const policy = String(headers['content-security-policy'])
    return { server, headers, foreign: [...policy.matchAll(/(https?:\S+?)[;\s]/g)].map(match => match[1]) }
  }
  const google = await policyOf({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' })
  const at = 'https://accounts.google.com/gsi/'
  expect(google.foreign).toEqual([`${at}client`, `${at}style`, at, at])
  expect(google.headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  expect(google.headers['referrer-policy']).toBe('strict-origin')
  expect((await google.server.app.inject('/api/app')).json()).toMatchObject({
    signIn: { origin: google.server.url, widget: { clientId: 'id', script: `${at}client` } },
  })

  const sandbox = await policyOf({})
  const { oidcIssuer } = sandbox.server.sandbox as { oidcIssuer: string }
  expect(new Set(sandbox.foreign.map(url => new URL(url as string).origin))).toEqual(new Set([oidcIssuer]))
  expect(sandbox.headers['referrer-policy']).toBe('no-referrer')

  const other = await policyOf({
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'c',
    OIDC_CLIENT_SECRET: 's',
  })
  expect(other.foreign).toEqual([])
  expect(other.headers['cross-origin-opener-policy']).toBe('same-origin')
  expect((await other.server.app.inject('/api/app')).json()).toMatchObject({ signIn: { widget: null } })
})

test("no cache keeps a person's API data, a clip, or a refusal", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db, objects } = server.deps
  const rider = await server.person(email)
  const { id } = await makeVideo(db, (await whoAmI(rider))?.id as string)
  const clipId = randomUUID()
  await objects.put('streams/a/clips/b.mp4', 'clip', 'video/mp4')
  const made = { duration_seconds: 3, digest: 'b', parts: json([]) }
  await db
    .insertInto('clips')
    .values({
      ...made,
      kind: 'highlight',
      format: 'wide',
      id: clipId,
      video_id: id,
      status: 'ready',
      object_key: 'streams/a/clips/b.mp4',
      size: 4,
    })
    .execute()
  expect(await (await rider.call(api.clipFile(id, clipId))).text()).toBe('clip')
  for (const path of [
    api.clipFile(id, clipId),
    api.user,
    api.myVideos,
    api.myVideosDetailed,
    api.notifications,
    api.projection,
    api.sessions,
    api.schedulingCalendar,
    api.subscriptionStatus,
    api.adminUsers,
  ]) {
    expect((await rider.call(path)).headers.get('cache-control'), path).toBe('no-store')
    expect((await fetch(server.url + path)).headers.get('cache-control'), path).toBe('no-store')
  }
})
