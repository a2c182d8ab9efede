import path from 'node:path'
import { expect, test } from 'vitest'
import { type TokenScope, tokenScopes } from '#contract/api-constants.ts'
import { api } from '#contract/paths.ts'
import { allows, permissions, type Role, roles } from '#contract/permissions.ts'
import { signInAtProvider } from '#test/harness/accounts.ts'
import { drawnPage } from '#test/harness/drawn-page.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'
import { startTestServer } from './harness/server.ts'
import { makeClip, scratchFolder } from './media/make.ts'

const nobodysId = '3f0f1c1e-7f0a-4f6e-9a52-0d8a1a7b9c11'
const sample: Record<string, string> = {
  streamId: '0'.repeat(32),
  token: 'x.1.y',
  file: 'init.mp4',
  '*': 'none.js',
}
/** An address in the route's format that refers to nothing. */
const addressOf = (url: string, ids: Record<string, string> = {}) =>
  url.replace(/:([A-Za-z]+)|\*/g, (whole, name) => ids[name ?? whole] ?? sample[name ?? whole] ?? nobodysId)
// These end the session that the walk uses.
const endsSession: string[] = [api.logout, api.logoutCall]

test('every route answers each role according to its permission', async () => {
  // Includes routes that only some settings enable.
  const server = await startTestServer({ ROLE: 'web', SECURITY_CONTACT: 'security@trailcut.example' })
  const people: Partial<Record<Role | 'anonymous', ApiClient>> = { anonymous: await server.person() }
  for (const role of roles) {
    const client = await server.person()
    await signInAtProvider(client, {
      email: role === 'user' ? 'sam@trailcut.example' : `${role}@trailcut.example`,
    })
    expect(await client.json(api.user)).toMatchObject({ role })
    people[role] = client
  }
  const table = server.app.routeTable.filter(r => !endsSession.includes(r.url))
  expect(table.length).toBeGreaterThan(20)
  for (const [method, url] of [
    ['POST', api.mailedLink],
    ['GET', '/.well-known/security.txt'],
    ['GET', '/metrics'],
  ] as const)
    expect(
      table.some(r => r.url === url && r.methods.includes(method)),
      url,
    ).toBe(true)
  expect(new Set(table.map(r => r.permission)).size).toBeGreaterThan(4)
  for (const route of table)
    for (const method of route.methods.filter(m => m !== 'OPTIONS'))
      for (const [who, client] of Object.entries(people) as [Role | 'anonymous', ApiClient][]) {
        const response = await client.call(addressOf(route.url), { method })
        // The notification stream would never end.
        await response.body?.cancel()
        const { status } = response
        const label = `${who} ${method} ${route.url} (${route.permission}) → ${status}`
        expect(status, label).toBeLessThan(500)
        if (allows(route.permission, who)) expect([403].includes(status), label).toBe(false)
        else expect(status, label).toBe(who === 'anonymous' ? 401 : 403)
      }
  const tokens: { owner: Role; scopes: readonly TokenScope[]; client: ApiClient }[] = []
  for (const owner of roles)
    for (const scopes of [tokenScopes, ...tokenScopes.map(one => [one])]) {
      const body = { name: scopes.join(), scopes, expiresInDays: 7 }
      const made = await people[owner]?.post<{ token: string }>(api.createAccessToken, body)
      tokens.push({ owner, scopes, client: new ApiClient(server.url, made?.token) })
    }
  // A route opens to tokens by naming a scope; those that look up no session answer them like anybody.
  for (const route of table.filter(r => !['anyone', 'signed'].includes(r.permission)))
    for (const method of route.methods.filter(m => m !== 'OPTIONS'))
      for (const { owner, scopes, client } of tokens) {
        const response = await client.call(addressOf(route.url), { method })
        await response.body?.cancel()
        const { status } = response
        const label = `token of ${owner} for ${scopes} ${method} ${route.url} (${route.scope}) → ${status}`
        expect(status, label).toBeLessThan(500)
        const isOpen = route.scope !== null && scopes.includes(route.scope)
        expect(isOpen ? [401, 403].includes(status) : status !== 403, label).toBe(false)
      }
})

test('a scope opens nothing but what riders see and do with their own videos and figures', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const open = server.app.routeTable.filter(route => route.scope !== null)
  expect(new Set(open.map(route => route.scope))).toEqual(new Set(tokenScopes))
  expect(new Set(open.map(route => route.permission))).toEqual(
    new Set(['public', 'video:own', 'earnings:own']),
  )
  // Money is only read.
  for (const { scope, permission, methods, url } of open) {
    expect((scope === 'earnings:read') === (permission === 'earnings:own'), url).toBe(true)
    if (scope?.endsWith(':read')) expect(methods.join().replace(',HEAD', ''), url).toMatch(/^(GET|HEAD)$/)
  }
})

test("no address refuses a person's browser with JSON", async () => {
  const server = await startTestServer({
    ROLE: 'web',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
  })
  const asPage = {
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'es-MX' },
  }
  const pages: string[] = []
  for (const client of [await server.person(), await server.person('rider@example.com')])
    for (const { url, methods } of server.app.routeTable) {
      if (!methods.includes('GET') || endsSession.includes(url)) continue
      const answer = await client.call(addressOf(url), asPage)
      const type = answer.headers.get('content-type') ?? ''
      if (answer.status < 400) {
        await answer.body?.cancel()
        continue
      }
      const text = await answer.text()
      if (!url.startsWith('/api/')) continue // a page of the app, or for programs
      expect([url, type]).toEqual([url, 'text/html; charset=utf-8'])
      expect(text, url).toContain('<a href="/"')
      pages.push(url)
    }
  for (const url of [api.login, api.exportData, api.ledgerCsv]) expect(pages).toContain(url)
  // The provider can't be reached from here.
  const login = await (await server.person()).call(api.login, asPage)
  expect([login.status, login.headers.get('content-language')]).toEqual([503, 'es-MX'])
  const text = await login.text()
  expect(text).toContain(`<a href="${api.login}">`)

  // A program, a fetch and a frame are answered as before.
  for (const headers of [{ accept: '*/*' }, {}, { ...asPage.headers, 'sec-fetch-dest': 'empty' }]) {
    const answer = await (await server.person()).call(api.exportData, { headers })
    expect([answer.status, await answer.json()]).toEqual([
      401,
      expect.objectContaining({ code: 'unauthorized' }),
    ])
  }
})

test("no route shows another rider's data or reveals that it exists", async () => {
  const server = await startTestServer()
  const owner = await server.person('owner@trailcut.example')
  const other = await server.person('other@trailcut.example')
  const file = await makeClip(path.join(await scratchFolder(), 'ride.mp4'))
  const { video, uploadUrl, size } = await owner.requestUpload(file)
  await owner.sendFile(file, uploadUrl, size)
  const { cfStreamId } = await owner.untilPlayable(video.id)
  const ids = { id: video.id, streamId: cfStreamId as string }
  // Routes that riders may not call at all always answer 403; the walk above covers them.
  const own = server.app.routeTable.filter(
    r => /:(id|streamId)\b/.test(r.url) && allows(r.permission, 'user'),
  )
  expect(own.length).toBeGreaterThan(8)
  for (const route of own)
    for (const method of route.methods.filter(m => m !== 'OPTIONS' && m !== 'HEAD')) {
      const ask = async (url: string) => {
        const answer = await other.call(url, bodyFor(method))
        const isPage = answer.headers.get('content-type')?.startsWith('text/html')
        const text = isPage ? (await drawnPage(other, url)).html : await answer.text()
        // A page repeats its own address.
        const plain = text
          .replace(/"requestId":"[^"]*"/, '')
          .replaceAll(new RegExp(Object.values(ids).join('|'), 'g'), nobodysId)
        return { status: answer.status, plain }
      }
      const theirs = await ask(addressOf(route.url, ids))
      const nothing = await ask(addressOf(route.url))
      const label = `${method} ${route.url}`
      // Exactly the answer for a missing object, except for the request id.
      expect(theirs.status, label).toBe(nothing.status)
      expect([400, 404, 422].includes(theirs.status), label).toBe(true)
      expect(theirs.plain, label).toBe(nothing.plain)
    }
  expect(await owner.json(api.video(video.id))).toMatchObject({ title: 'ride' })
})

/** A body that most routes accept, so that ownership is checked rather than the input. */
function bodyFor(method: string): RequestInit {
  if (method === 'GET' || method === 'DELETE') return { method }
  const body = JSON.stringify({ title: 'mine now', kind: 'highlight', index: 0 })
  return { method, body, headers: { 'content-type': 'application/json' } }
}

test('every permission is used by at least one route', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const used = new Set(server.app.routeTable.map(r => r.permission))
  expect([...used].sort()).toEqual(Object.keys(permissions).sort())
})
