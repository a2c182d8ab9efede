import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#server/core/clock.ts'
import { secretsFrom } from '#server/core/secrets.ts'
import { testDatabase } from '#test/harness/database.ts'
import { buildEngine } from '../sign-in/engine.ts'

const publicUrl = 'http://127.0.0.1:9'
const email = 'owner@example.com'

/** What the token endpoint returns: an ID token, or none at all. */
type Mint = (claims: JWTPayload, issuer: string) => Promise<string | undefined>

const keys = await generateKeyPair('RS256', { extractable: true })
const otherKeys = await generateKeyPair('RS256')
const signed = (
  claims: JWTPayload,
  key: typeof keys.privateKey | Uint8Array = keys.privateKey,
  header: Record<string, string> = {},
) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header }).sign(key)

/** An issuer that claims anything: the sign-in has to detect it. */
async function dishonestIssuer(mint: Mint) {
  let claims: JWTPayload = {}
  const server = createServer(async (request, response) => {
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const answers: Record<string, () => Promise<unknown>> = {
      '/.well-known/openid-configuration': async () => ({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/me`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ['RS256'],
      }),
      '/jwks': async () => ({
        keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }],
      }),
      '/token': async () => ({
        access_token: 'a',
        token_type: 'Bearer',
        id_token: await mint(claims, issuer),
      }),
      '/me': async () => claims,
    }
    const answer = answers[request.url ?? '']
    response
      .writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify((await answer?.()) ?? {}))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise(resolve => server.close(() => resolve())))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { issuer, willClaim: (given: JWTPayload) => (claims = given) }
}

/** Signs in through such an issuer. @returns where it ends and who has a session */
async function signInWith(mint: Mint) {
  const { db } = await testDatabase()
  const { issuer, willClaim } = await dishonestIssuer(mint)
  const deps = {
    db,
    publicUrl,
    clock: systemClock,
    secrets: secretsFrom('test'),
    log: pino({ level: 'silent' }),
    mailer: { send: async () => undefined },
  }
  const engine = buildEngine(
    deps,
    { id: 'sandbox', issuer, clientId: 'me', clientSecret: 's' },
    { adminEmails: [], moderatorEmails: [] },
  )
  // Another person's unverified account with the same address, with a session: only a valid token may affect
  // it.
  await engine.api.signUpWithEmail({ body: { email, name: 'x' }, headers: new Headers() })

  const { response, headers } = await engine.api.signInSocial({
    body: {
      provider: 'sandbox',
      callbackURL: `${publicUrl}/in`,
      errorCallbackURL: `${publicUrl}/`,
      disableRedirect: true,
    },
    headers: new Headers(),
    returnHeaders: true,
  })
  const asked = new URL(response.url as string).searchParams
  const now = Math.floor(Date.now() / 1000)
  willClaim({
    iss: issuer,
    aud: 'me',
    sub: '1',
    iat: now,
    exp: now + 300,
    nonce: asked.get('nonce') as string,
    email,
    email_verified: true,
  })
  const cookie = headers
    .getSetCookie()
    .map(c => c.split(';')[0])
    .join('; ')
  const callback = `${publicUrl}/api/auth/callback/sandbox?code=c&state=${asked.get('state')}`
  const answer = await engine.handler(new Request(callback, { headers: { cookie } }))
  const { email_verified } = await db.selectFrom('users').select('email_verified').executeTakeFirstOrThrow()
  return {
    location: answer.headers.get('location') ?? '',
    taken: email_verified,
    identities: (await db.selectFrom('identities').select('id').execute()).length,
    sessions: (await db.selectFrom('sessions').select('id').execute()).length,
  }
}

test('a valid ID token takes over the account', async () => {
  expect(await signInWith(claims => signed(claims))).toEqual({
    location: `${publicUrl}/in`,
    taken: true,
    identities: 1,
    sessions: 1,
  })
})

const bad: [string, Mint][] = [
  ['for another client', claims => signed({ ...claims, aud: 'other' })],
  ['of another issuer', claims => signed({ ...claims, iss: 'https://accounts.google.com' })],
  ['past its end', claims => signed({ ...claims, iat: 1, exp: 2 })],
  ['of another sign-in', claims => signed({ ...claims, nonce: 'another' })],
  ['without a nonce', ({ nonce: _, ...claims }) => signed(claims)],
  ['signed by another key', claims => signed(claims, otherKeys.privateKey)],
  ['signed by a key that is not published', claims => signed(claims, otherKeys.privateKey, { kid: 'k2' })],
  ['that is not signed (alg none)', async claims => new UnsecuredJWT(claims).encode()],
  [
    'signed with the public key as a secret (HS256)',
    async claims =>
      signed(claims, new TextEncoder().encode(await exportSPKI(keys.publicKey)), { alg: 'HS256' }),
  ],
  ['that is no token', async () => 'x.y.z'],
  ['that is missing', async () => undefined],
  ['that does not say that the address is verified', ({ email_verified: _, ...claims }) => signed(claims)],
  ['that says that it is not verified', claims => signed({ ...claims, email_verified: false })],
  ['that says verified as a text', claims => signed({ ...claims, email_verified: 'true' })],
  ['without an address', ({ email: _, ...claims }) => signed(claims)],
]
test.each(bad)('an ID token %s signs no one in and changes nothing', async (_, mint) => {
  const { location, ...state } = await signInWith(mint)
  expect(location).toMatch(/^http:\/\/127\.0\.0\.1:9\/\?error=\w+/)
  expect(state).toEqual({ taken: false, identities: 0, sessions: 1 })
})
