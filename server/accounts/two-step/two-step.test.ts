import { afterEach, expect, test, vi } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { api } from '#contract/paths.ts'
import { post, sessionsOf, signedIn, whoAmI } from '#test/harness/accounts.ts'
import { codeOf } from '#test/harness/authenticator.ts'
import { startTestServer } from '#test/harness/server.ts'
import type { ApiClient } from '../../../scripts/lib/api-client.ts'
import { factorStep } from '../rules.ts'

const admin = 'admin@trailcut.example'
const start = Date.now()

afterEach(() => {
  vi.useRealTimers()
})
/** This many steps of 30 seconds later. */
const later = (steps: number) => vi.useFakeTimers({ toFake: ['Date'], now: start + steps * 30_000 })

/** Sets up two-step verification. @returns the app, and the recovery codes */
async function withFactor(client: ApiClient) {
  const { secret, uri } = await client.post<{ secret: string; uri: string }>(api.twoFactorSetup, {})
  expect(uri).toContain(secret)
  const code = () => codeOf(secret)
  const { codes } = await client.post<{ codes: string[] }>(api.twoFactorConfirm, { code: code() })
  return { code, codes, secret }
}
const statusOf = async (client: ApiClient, address: string) => (await client.call(address)).status

test('when a code is required', () => {
  const step = (hasFactor: boolean, shown: boolean, role: 'user' | 'admin', mode: 'sandbox' | 'production') =>
    factorStep({ hasFactor, shown, role, mode })
  expect(step(false, false, 'admin', 'sandbox')).toBe('none')
  expect(step(false, false, 'admin', 'production')).toBe('setup')
  expect(step(false, false, 'user', 'production')).toBe('none')
  for (const mode of ['sandbox', 'production'] as const)
    for (const role of ['user', 'admin'] as const) {
      expect(step(true, false, role, mode)).toBe('missing')
      expect(step(true, true, role, mode)).toBe('none')
    }
})

test('in production, staff can do nothing before they have set up and passed two-step verification', async () => {
  later(0)
  const server = await startTestServer({ ROLE: 'web' })
  // Everything else about production (mail, provider) is external; this setting decides about two-step
  // verification.
  Object.assign(server.deps.config, { mode: 'production' })
  const desk = await signedIn(server, admin)
  const other = await signedIn(server, admin)
  const rider = await signedIn(server, 'sam@trailcut.example')
  expect(await statusOf(rider, api.myVideos)).toBe(200)

  const refused = await desk.call(api.adminUsers)
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([403, 'two_factor'])
  for (const address of [api.myVideos, api.notifications, api.audit])
    expect(await statusOf(desk, address)).toBe(403)
  expect((await post(desk, api.profileUpdate, { biography: 'x' })).status).toBe(403)
  expect(await whoAmI(desk)).toMatchObject({ role: 'admin', twoFactor: 'setup' })

  const before = desk.cookieHeader
  const { codes } = await withFactor(desk)
  expect(codes).toHaveLength(10)
  expect(await statusOf(desk, api.adminUsers)).toBe(200)
  expect(await whoAmI(desk)).not.toHaveProperty('twoFactor')
  // The session got a new token, and every other one ended.
  expect((await fetch(server.url + api.user, { headers: { cookie: before } })).status).toBe(401)
  expect(await whoAmI(other)).toBeNull()
  expect(await sessionsOf(server.deps.db, admin)).toHaveLength(1)
  expect((await post(desk, api.twoFactorOff, { code: codes[0] })).status).toBe(409)
})

test('a code works once, even from the previous step and in another session; then the next one', async () => {
  later(0)
  const server = await startTestServer({ ROLE: 'web' })
  const desk = await signedIn(server, admin)
  const { code, secret } = await withFactor(desk)
  const phone = await signedIn(server, admin)
  expect(await whoAmI(phone)).toMatchObject({ twoFactor: 'missing' })
  expect(await statusOf(phone, api.adminUsers)).toBe(403)
  expect(await statusOf(desk, api.adminUsers)).toBe(200)
  const verify = async (client: ApiClient, given: string) =>
    (await post(client, api.twoFactorVerify, { code: given })).status
  // The very code that confirmed it.
  expect(await verify(phone, code())).toBe(422)
  later(1)
  const next = code()
  const thief = await signedIn(server, admin)
  const both = await Promise.all([verify(phone, next), verify(thief, next)])
  expect(both.sort()).toEqual([200, 422])
  expect(await verify(phone, next)).toBe(422)
  // Nothing in the database allows anyone to make codes.
  const rows = JSON.stringify(await server.deps.db.selectFrom('second_factors').selectAll().execute())
  expect(rows).not.toContain(secret)
})

test('a recovery code replaces the app once; new ones invalidate the old', async () => {
  later(0)
  const server = await startTestServer({ ROLE: 'web' })
  const desk = await signedIn(server, admin)
  const { code, codes } = await withFactor(desk)
  const [first, second, third] = codes as [string, string, string]
  const stored = JSON.stringify(await server.deps.db.selectFrom('recovery_codes').selectAll().execute())
  expect(stored).not.toContain(first.replace('-', ''))
  const phone = await signedIn(server, admin)
  expect((await post(phone, api.twoFactorVerify, { code: first.toLowerCase() })).status).toBe(200)
  expect(await statusOf(phone, api.adminUsers)).toBe(200)
  expect(await phone.json(api.twoFactor)).toMatchObject({
    enabled: true,
    step: 'none',
    recoveryCodesLeft: 9,
  })
  const tablet = await signedIn(server, admin)
  expect((await post(tablet, api.twoFactorVerify, { code: first })).status).toBe(422)
  later(1)
  const renewed = await desk.post<{ codes: string[] }>(api.twoFactorCodes, { code: code() })
  expect(renewed.codes).toHaveLength(10)
  expect((await post(tablet, api.twoFactorVerify, { code: second })).status).toBe(422)
  expect((await post(tablet, api.twoFactorVerify, { code: renewed.codes[0] })).status).toBe(200)
  // Outside production it may be turned off with a code.
  expect((await post(desk, api.twoFactorOff, { code: third })).status).toBe(422)
  expect((await post(desk, api.twoFactorOff, { code: renewed.codes[1] })).status).toBe(200)
  const log = await desk.json<AuditEntry[]>(`${api.audit}?objectType=user`)
  expect(log.map(e => e.action).filter(a => a.startsWith('second'))).toEqual([
    'second_factor.off',
    'second_factor.on',
  ])
})

test("guessing codes has growing waits, and a new setup can't replace an active one", async () => {
  later(0)
  const server = await startTestServer({ ROLE: 'web' })
  const desk = await signedIn(server, admin)
  const { code } = await withFactor(desk)
  const thief = await signedIn(server, admin)
  expect((await post(thief, api.twoFactorSetup, {})).status).toBe(409)
  expect((await post(thief, api.twoFactorConfirm, { code: '000000' })).status).toBe(422)
  const guess = async (given: string) => (await post(thief, api.twoFactorVerify, { code: given })).status
  for (const given of ['000000', '000001', 'x', 'AAAAAAAA-AAAAAAAA']) expect(await guess(given)).toBe(422)
  later(1)
  expect(await guess(code())).toBe(200)
  later(2)
  for (let i = 0; i < 5; i++) expect(await guess('000000')).toBe(422)
  // Now even the right one has to wait.
  expect(await guess(code())).toBe(429)
  later(4)
  expect(await guess(code())).toBe(200)
})

test("an admin resets another person's lost two-step verification, who then signs in again", async () => {
  later(0)
  const server = await startTestServer({ ROLE: 'web' })
  const desk = await signedIn(server, admin)
  const mod = await signedIn(server, 'moderator@trailcut.example')
  const { id } = (await whoAmI(mod)) as { id: string }
  await withFactor(mod)
  const away = () => desk.call(api.userTwoFactor(id), { method: 'DELETE' })
  expect((await away()).status).toBe(200)
  expect((await away()).status).toBe(404)
  expect(await whoAmI(mod)).toBeNull()
  const back = await signedIn(server, 'moderator@trailcut.example')
  expect(await whoAmI(back)).not.toHaveProperty('twoFactor')
})
