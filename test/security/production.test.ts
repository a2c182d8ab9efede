import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { freePort } from '#server/platform/free-port.ts'
import { handleErrors } from '#server/platform/http/error-handler.ts'
import { metricsRoute } from '#server/platform/http/metrics.ts'
import { readConfig } from '#server/platform/settings/config.ts'
import { startTestServer } from '#test/harness/server.ts'

const production = {
  MODE: 'production',
  PAYOUT_METHOD: 'manual',
  SECRET: randomBytes(32).toString('hex'),
  DATABASE_URL: 'postgres://db.example/trailcut',
  PUBLIC_URL: 'https://trailcut.example',
  SMTP_URL: 'smtps://mail.example',
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
