import { createHash, randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { scratchFolder } from '#test/media/make.ts'
import { startIssuer } from './issuer.ts'

const log = pino({ level: 'silent' })
const publicUrl = 'http://127.0.0.1:9'
const redirectUri = `${publicUrl}/callback`

async function issuerIn(folder: string) {
  const issuer = await startIssuer({ folder, publicUrl, redirectUri, log })
  onTestFinished(() => issuer.close())
  return issuer
}

const verifier = randomBytes(32).toString('base64url')
const authorization = (issuer: { issuer: string; clientId: string }, change: Record<string, string> = {}) =>
  `${issuer.issuer}/auth?${new URLSearchParams({
    client_id: issuer.clientId,
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: redirectUri,
    state: 's',
    nonce: 'n',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...change,
  })}`

/** A browser at the issuer: one cookie jar; redirects are not followed. */
function browser() {
  const jar = new Map<string, string>()
  return async (url: string, init: RequestInit = {}) => {
    const cookie = [...jar].map(([k, v]) => `${k}=${v}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return { response, location: new URL(response.headers.get('location') ?? '', url).href }
  }
}

async function codeFor(issuer: { issuer: string; clientId: string }, choice: Record<string, string>) {
  const go = browser()
  const { location: chooser } = await go(authorization(issuer))
  const { location: resume } = await go(chooser, { method: 'POST', body: new URLSearchParams(choice) })
  const { location: callback } = await go(resume)
  return new URL(callback).searchParams
}

const exchange = (
  issuer: { issuer: string; clientId: string; clientSecret: string },
  code: string,
  change: Record<string, string> = {},
) =>
  fetch(`${issuer.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      client_id: issuer.clientId,
      client_secret: issuer.clientSecret,
      ...change,
    }),
  })

async function idTokenFor(issuer: Awaited<ReturnType<typeof issuerIn>>, choice: Record<string, string>) {
  const params = await codeFor(issuer, choice)
  const answer = (await (await exchange(issuer, params.get('code') as string)).json()) as { id_token: string }
  const keys = createRemoteJWKSet(new URL(`${issuer.issuer}/jwks`))
  return (await jwtVerify(answer.id_token, keys, { issuer: issuer.issuer, audience: issuer.clientId }))
    .payload
}

describe('the issuer', () => {
  test('puts the chosen person into the ID token, with a stable subject', async () => {
    const issuer = await issuerIn(await scratchFolder())
    const sam = await idTokenFor(issuer, { email: 'sam@trailcut.example', verified: 'on' })
    expect(sam).toMatchObject({
      email: 'sam@trailcut.example',
      email_verified: true,
      name: 'Sam Rivers',
      nonce: 'n',
    })
    expect((await idTokenFor(issuer, { email: 'Sam@Trailcut.example', verified: 'on' })).sub).toBe(sam.sub)
    const kim = await idTokenFor(issuer, { email: 'kim@example.com', name: 'Kim Woods' })
    expect(kim).toMatchObject({ email: 'kim@example.com', email_verified: false, name: 'Kim Woods' })
    expect(kim.sub).not.toBe(sam.sub)
  })

  test('keeps its keys across restarts, readable only by their owner', async () => {
    const folder = await scratchFolder()
    const keyIds = async () => {
      const issuer = await startIssuer({ folder, publicUrl, redirectUri, log })
      const { keys } = (await (await fetch(`${issuer.issuer}/jwks`)).json()) as {
        keys: { kid: string; d?: string }[]
      }
      await issuer.close()
      expect(keys[0]?.d).toBeUndefined()
      return { kid: keys[0]?.kid, secret: issuer.clientSecret }
    }
    const first = await keyIds()
    expect(await keyIds()).toEqual(first)
    expect((await stat(path.join(folder, 'keys.json'))).mode & 0o777).toBe(0o600)
  })

  test('exchanges a code once, and only for the client with the secret and the verifier', async () => {
    const issuer = await issuerIn(await scratchFolder())
    const code = async () =>
      (await codeFor(issuer, { email: 'a@example.com', verified: 'on' })).get('code') as string
    expect((await exchange(issuer, await code(), { client_secret: 'wrong' })).status).toBe(401)
    expect(
      (await exchange(issuer, await code(), { code_verifier: randomBytes(32).toString('base64url') })).status,
    ).toBe(400)
    expect((await exchange(issuer, await code(), { redirect_uri: 'http://evil.example/' })).status).toBe(400)
    const good = await code()
    expect((await exchange(issuer, good)).status).toBe(200)
    expect((await exchange(issuer, good)).status).toBe(400)
  })

  test('refuses unregistered redirect addresses and requests without PKCE', async () => {
    const issuer = await issuerIn(await scratchFolder())
    const elsewhere = await browser()(authorization(issuer, { redirect_uri: 'http://evil.example/' }))
    expect([elsewhere.response.status, elsewhere.response.headers.get('location')]).toEqual([400, null])
    const plain = await browser()(authorization(issuer, { code_challenge: '', code_challenge_method: '' }))
    expect(plain.location).toContain('error=invalid_request')
  })
})

describe('the chooser', () => {
  test('offers an admin, a moderator, two riders, and any other address', async () => {
    const issuer = await issuerIn(await scratchFolder())
    const go = browser()
    const { location } = await go(authorization(issuer))
    const { response } = await go(location)
    expect(response.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*form-action 'self' http:\/\/127\.0\.0\.1:9;/,
    )
    const html = await response.text()
    expect([...html.matchAll(/class="role">(\w+)</g)].map(m => m[1])).toEqual([
      'Admin',
      'Moderator',
      'Rider',
      'Rider',
    ])
    for (const name of ['admin', 'moderator', 'sam', 'lee'])
      expect(html).toContain(`${name}@trailcut.example`)
    expect(html).toContain('type="email"')
  })

  test('says what is wrong with an address and keeps what was typed', async () => {
    const issuer = await issuerIn(await scratchFolder())
    const go = browser()
    const { location } = await go(authorization(issuer))
    const { response } = await go(location, {
      method: 'POST',
      body: new URLSearchParams({ email: '"><script>alert(1)</script>' }),
    })
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(html).toContain('role="alert"')
    expect(html).not.toContain('<script>')
    expect(html).toContain('&quot;&gt;&lt;script&gt;')
  })

  test("answers an outdated page, another browser's page, and an oversized form with a sentence", async () => {
    const issuer = await issuerIn(await scratchFolder())
    const go = browser()
    const { location } = await go(authorization(issuer))
    const stranger = await browser()(location)
    expect(stranger.response.status).toBe(400)
    expect(await stranger.response.text()).toContain('has ended')
    const huge = await go(location, {
      method: 'POST',
      body: new URLSearchParams({ email: 'a@example.com', name: 'x'.repeat(20_000) }),
    })
    expect(huge.response.status).toBe(400)
    const missing = await fetch(`${issuer.issuer}/nothing`)
    expect(missing.status).toBe(404)
  })
})
