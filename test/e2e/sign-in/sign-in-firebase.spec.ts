import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, runOnOwnServer, test } from '../fixtures.ts'
import { base } from '../support.ts'

const projectId = 'trailcut-test'
const email = 'fire.rider@trailcut.example'

let keys: Server
let tokenFor: (claims: Record<string, unknown>, audience?: string) => Promise<string>

runOnOwnServer(async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const jwks = JSON.stringify({
    keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }],
  })
  keys = createServer((_request, response) => response.end(jwks)).listen(0, '127.0.0.1')
  await once(keys, 'listening')
  const { port } = keys.address() as AddressInfo
  tokenFor = (claims, audience = projectId) =>
    new SignJWT({ auth_time: Math.floor(Date.now() / 1000) - 5, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .setIssuer(`https://securetoken.google.com/${projectId}`)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey)
  return { FIREBASE_PROJECT_ID: projectId, FIREBASE_JWKS_URL: `http://127.0.0.1:${port}/jwks` }
})
test.afterAll(() => {
  keys.close()
})

test('a stored ID token signs its person in', async ({ page }) => {
  const token = await tokenFor({ sub: 'fire-1', email, email_verified: true, name: 'Fay Fire' })
  await page.goto(base())
  await page.evaluate(value => localStorage.setItem('firebaseToken', value), token)
  const synced = page.waitForRequest('**/api/auth/sync')
  await page.reload()
  const request = await synced
  expect(request.headers().authorization).toBe(`Bearer ${token}`)
  expect(request.postDataJSON()).toEqual({
    firebaseUid: 'fire-1',
    email,
    displayName: 'Fay Fire',
    photoURL: null,
  })
  await expect(page.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fay: account menu' })).toBeVisible()
  expect(await page.evaluate(() => ({ ...localStorage }))).toMatchObject({
    userEmail: email,
    firebaseToken: token,
  })

  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Start Creating Content' }).first()).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('firebaseToken')
})

test('an invalid ID token, or one for another project, signs nobody in and is discarded', async ({
  page,
}) => {
  await page.goto(base())
  const foreign = await tokenFor({ sub: 'fire-2', email, email_verified: true }, 'another-project')
  for (const token of [foreign, 'no token', 'a.b.c']) {
    await page.evaluate(value => localStorage.setItem('firebaseToken', value), token)
    await page.reload()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('firebaseToken'))).toBeNull()
    await expect(page.getByRole('button', { name: 'Start Creating Content' }).first()).toBeVisible()
  }
})
