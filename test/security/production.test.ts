import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { freePort } from '#server/core/free-port.ts'
import { handleErrors } from '#server/core/http/error-handler.ts'
import { metricsRoute } from '#server/core/http/metrics.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { behindTls, startTestServer, type TestServer } from '#test/harness/server.ts'

const production = {
  MODE: 'production',
  PAYOUT_METHOD: 'manual',
  SECRET: randomBytes(32).toString('hex'),
  DATABASE_URL: 'postgres://db.trailcut.app/trailcut',
  PUBLIC_URL: 'https://rides.trailcut.app',
  SMTP_URL: 'smtps://mail.trailcut.app',
  MAIL_FROM: 'Trailcut <hello@trailcut.app>',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'client',
}
const token = 'a token of our own'

test.each([
  'x'.repeat(64),
  'abc123'.repeat(10),
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'changeme-changeme-changeme-changeme',
  'our very secret words for the server',
  '00000000000000000000000000000000001f',
  '0123456789abcdef0123456789abcdef',
  'short-b7d1',
])('production refuses a guessable SECRET: %s', secret => {
  expect(() => readConfig({ ...production, SECRET: secret })).toThrow(/SECRET/)
})

test('production accepts the output of common generators', () => {
  for (let n = 0; n < 300; n++)
    for (const secret of [
      randomBytes(32).toString('hex'),
      randomBytes(32).toString('base64'),
      randomBytes(24).toString('base64url'),
    ])
      expect(readConfig({ ...production, SECRET: secret }).secret).toBe(secret)
})

test('production requires https for its own address, unless a private network is named', () => {
  const plain = { ...production, PUBLIC_URL: 'http://trailcut.lan' }
  expect(() => readConfig(plain)).toThrow(
    /https: PUBLIC_URL=http:\/\/trailcut\.lan.*ALLOW_HTTP_IN_PRIVATE_NETWORK/,
  )
  expect(readConfig({ ...plain, ALLOW_HTTP_IN_PRIVATE_NETWORK: '1' }).publicUrl).toBe('http://trailcut.lan')
})

test.each([
  'YOUTUBE_API_URL',
  'YOUTUBE_TOKEN_URL',
  'TIKTOK_API_URL',
  'STRIPE_API_BASE',
  'FIREBASE_JWKS_URL',
  'OIDC_ISSUER',
])('production requires https for %s, in any network', name => {
  const plain = {
    ...production,
    [name]: 'http://vendor.example',
    OIDC_CLIENT_ID: 'c',
    OIDC_CLIENT_SECRET: 's',
  }
  const whole = { OIDC_ISSUER: 'https://id.example', ...plain, ALLOW_HTTP_IN_PRIVATE_NETWORK: '1' }
  expect(() => readConfig(whole)).toThrow(new RegExp(`needs https: ${name}`))
})

test('the metrics are visible only with the token', async () => {
  const server = await startTestServer({ ROLE: 'web', METRICS_TOKEN: token })
  const ask = async (authorization?: string) =>
    (await fetch(`${server.url}/metrics`, { headers: authorization ? { authorization } : {} })).status
  expect(await ask()).toBe(401)
  expect(await ask(`Bearer ${token}x`)).toBe(401)
  expect(await ask(token)).toBe(401)
  expect(await ask(`Bearer ${token}`)).toBe(200)
})

test('without a token or a port, production shows the metrics to no one', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  expect((await fetch(`${server.url}/metrics`)).status).toBe(200)
  for (const [env, status] of [
    [{}, 404],
    [{ METRICS_TOKEN: token }, 401],
  ] as const) {
    const app = Fastify()
    handleErrors(app)
    metricsRoute(app, { config: readConfig({ ...production, ...env }), queues: async () => [] }, [])
    expect((await app.inject('/metrics')).statusCode).toBe(status)
    await app.close()
  }
})

test('with a separate port, the metrics are available there and not here', async () => {
  const port = await freePort()
  const server = await startTestServer({ ROLE: 'web', METRICS_PORT: String(port) })
  expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain(
    'http_request_duration_seconds',
  )
  expect((await fetch(`http://127.0.0.1:${port}/api/app`)).status).toBe(404)
  expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain('http_request_duration_seconds')
})

test('a server can disable the API reference', async () => {
  const server = await startTestServer({ ROLE: 'web', API_DOCS: '0' })
  for (const address of ['/api/docs', '/api/docs/', '/api/openapi.json'])
    expect((await fetch(server.url + address)).status, address).toBe(404)
  const open = await startTestServer({ ROLE: 'web' })
  expect((await fetch(`${open.url}/api/openapi.json`)).status).toBe(200)
})

test('a sandbox answers only under its own names, so that no page can get hold of it by DNS rebinding', async () => {
  const statusAt = async (server: TestServer, host: string, url = '/sandbox/mailbox', headers = {}) =>
    (await server.app.inject({ url, headers: { host, ...headers } })).statusCode
  const local = await startTestServer({ ROLE: 'web' })
  const { port } = new URL(local.url)
  for (const host of [`localhost:${port}`, '127.0.0.1', `127.1.2.3:${port}`, `[::1]:${port}`])
    expect([host, await statusAt(local, host)]).toEqual([host, 200])
  for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example', '192.168.1.5', 'a b'])
    for (const url of ['/sandbox/mailbox', '/', api.app, api.simpleSignup, '/nowhere'])
      expect([host, url, await statusAt(local, host, url)]).toEqual([host, url, 403])
  expect(await statusAt(local, 'evil.example', '/', { 'x-forwarded-host': 'localhost' })).toBe(403)

  const network = await startTestServer({ ROLE: 'web', HOST: '0.0.0.0', ...behindTls })
  for (const host of ['trailcut.example', '192.168.1.5', '[fd00::1]:3000', 'localhost'])
    expect([host, await statusAt(network, host, api.app)]).toEqual([host, 200])
  for (const host of ['evil.example', 'other.trailcut.example'])
    expect([host, await statusAt(network, host, api.app)]).toEqual([host, 403])
})

test('with a password, every page of the sandbox asks for it', async () => {
  const password = 'correct horse battery'
  const server = await startTestServer({ ROLE: 'web', SANDBOX_PASSWORD: password })
  const doors = server.app.routeTable.filter(({ url }) => url.startsWith('/sandbox'))
  expect(doors.length).toBeGreaterThan(5)
  expect(doors.filter(({ permission }) => permission !== 'sandbox:use')).toEqual([])
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  const ask = (url: string, method: string, authorization?: string) =>
    fetch(server.url + url, {
      method,
      headers: { accept: 'application/json', ...(authorization ? { authorization } : {}) },
    })
  for (const { url, methods } of doors)
    for (const method of methods.filter(name => name !== 'OPTIONS')) {
      const answer = await ask(url.replace(/:\w+/g, 'x').replace('*', 'x'), method)
      expect([url, answer.status]).toEqual([url, 401])
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /)
    }
  for (const wrong of [
    basic(''),
    basic(`trailcut:${password}x`),
    basic('trailcut:'),
    password,
    `Bearer ${password}`,
  ])
    expect((await ask('/sandbox/mailbox', 'GET', wrong)).status, wrong).toBe(401)
  for (const right of [basic(`trailcut:${password}`), basic(`:${password}`)]) {
    const mails = await ask('/sandbox/mailbox?to=sam@trailcut.example', 'GET', right)
    expect([mails.status, await mails.json()]).toEqual([200, []])
  }
  // The chooser listens on this machine only: there is none, and nobody is sent to it.
  expect((await fetch(`${server.url}/api/login`, { redirect: 'manual' })).status).toBe(503)
  expect((await server.app.inject('/api/app')).json()).toMatchObject({ signIn: { widget: null } })
  // The product itself doesn't ask for it, and the sandboxes of vendors listen on this machine only.
  expect((await fetch(`${server.url}/api/app`)).status).toBe(200)
  const { sandbox } = server
  const places = [
    sandbox?.oidcIssuer,
    sandbox?.smtpUrl,
    sandbox?.stripe?.apiBase,
    ...Object.values(sandbox?.social ?? {}).map(one => one.url),
  ]
  for (const place of places) expect(new URL(place ?? '').hostname).toBe('127.0.0.1')
})
