import { expect, test } from 'vitest'
import { simpleSignupAnswer } from '#contract/accounts.ts'
import { api } from '#contract/paths.ts'
import { freePort } from '#server/core/free-port.ts'
import {
  confirmationTo,
  followLink,
  linkTo,
  mailsTo,
  post,
  sessionCookie,
  sessionsOf,
  whoAmI,
} from '#test/harness/accounts.ts'
import { startTestServer } from '#test/harness/server.ts'

test('a new address gets an account and a session right away, unverified', async () => {
  const server = await startTestServer()
  const rider = await server.person()
  const answer = await post(rider, api.simpleSignup, {
    email: 'New.Rider@Example.com',
    displayName: 'Nia Rider',
  })
  expect(answer.status).toBe(200)
  const { id, email } = simpleSignupAnswer.parse(await answer.json())
  expect(email).toBe('new.rider@example.com')

  const [cookie] = answer.headers.getSetCookie()
  expect(cookie).toMatch(new RegExp(`^${sessionCookie}=`))
  expect(cookie).toContain('HttpOnly')
  expect(cookie).toContain('SameSite=Lax')
  expect(cookie).not.toContain('Secure') // this server's public address is http

  expect(await whoAmI(rider)).toMatchObject({
    id,
    email,
    emailVerified: false,
    firstName: 'Nia',
    lastName: 'Rider',
    role: 'user',
    equipment: '[]',
    totalViews: 0,
  })
  const link = await confirmationTo(rider, email)
  const [mail] = await mailsTo(rider, email)
  expect(mail).toMatchObject({ to: email, subject: 'Confirm your email address for Trailcut' })
  expect(`${mail?.text}${mail?.html}`).not.toContain('Nia')
  const page = await (await rider.call(link)).text()
  expect(page).toContain('Confirm your email address')
  expect(await followLink(rider, link)).toBe('/?signInLink=confirmed')
  expect(await whoAmI(rider)).toMatchObject({ id, emailVerified: true, firstName: 'Nia' })
})

test('signs in at once, even if no mail server answers', async () => {
  const server = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })
  const rider = await server.person()
  expect((await post(rider, api.simpleSignup, { email: 'new@example.com' })).status).toBe(200)
  expect(await whoAmI(rider)).toMatchObject({ emailVerified: false })
})

test('an unconfirmed address can be corrected: the link goes to the new one, and the old one stops working', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person()
  await post(rider, api.simpleSignup, { email: 'nia@exmaple.com' })
  const wrong = await confirmationTo(rider, 'nia@exmaple.com')
  const id = (await whoAmI(rider))?.id
  expect((await post(rider, api.correctAddress, { email: 'Nia@Example.com' })).status).toBe(200)
  expect(await whoAmI(rider)).toMatchObject({ id, email: 'nia@example.com', emailVerified: false })
  expect(await followLink(await server.person(), wrong, 'nia@exmaple.com')).toBe('used')
  expect(await followLink(rider, await confirmationTo(rider, 'nia@example.com'))).toBe(
    '/?signInLink=confirmed',
  )
  expect(await whoAmI(rider)).toMatchObject({ id, email: 'nia@example.com', emailVerified: true })
  const late = await post(rider, api.correctAddress, { email: 'other@example.com' })
  expect([late.status, await late.json()]).toEqual([
    409,
    expect.objectContaining({ reason: 'accounts.addressConfirmed' }),
  ])
})

test('an address that has an account, or none at all, is no correction', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  await server.person('known@example.com')
  const rider = await server.person('typo@example.com')
  const taken = await post(rider, api.correctAddress, { email: 'KNOWN@example.com' })
  expect([taken.status, await taken.json()]).toEqual([
    409,
    expect.objectContaining({ reason: 'accounts.addressTaken', field: 'email' }),
  ])
  expect((await post(rider, api.correctAddress, { email: 'no address' })).status).toBe(422)
  expect((await post(rider, api.correctAddress, { email: 'a@example.com', name: 'x' })).status).toBe(422)
  expect((await post(await server.person(), api.correctAddress, { email: 'a@example.com' })).status).toBe(401)
  expect(await whoAmI(rider)).toMatchObject({ email: 'typo@example.com' })
})

test('"Send again" mails another link that confirms; a stranger who asks gets one that signs in', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const email = 'again@example.com'
  const rider = await server.person(email)
  const first = await confirmationTo(rider, email)
  await post(rider, api.signInLink, { email })
  await expect.poll(() => confirmationTo(rider, email)).not.toBe(first)
  await post(await server.person(), api.signInLink, { email })
  await expect.poll(() => linkTo(rider, email)).not.toBe('')
  expect(await followLink(rider, await confirmationTo(rider, email))).toBe('/?signInLink=confirmed')
})

test('without a display name, the name is the part before the at-sign', async () => {
  const server = await startTestServer()
  const rider = await server.person()
  await post(rider, api.simpleSignup, { email: 'mud.queen@example.com' })
  const row = await server.deps.db
    .selectFrom('users')
    .select(['name', 'first_name'])
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ name: 'mud.queen', first_name: null })
})

test('a known address, in any spelling, gets a mailed link and no session', async () => {
  const server = await startTestServer()
  const rider = await server.person()
  await post(rider, api.simpleSignup, { email: 'known@example.com' })
  const stranger = await server.person()
  const answer = await post(stranger, api.simpleSignup, {
    email: 'KNOWN@example.COM',
    displayName: 'Mallory',
  })
  expect(answer.status).toBe(202)
  // Only the marker that ties the link to this browser; no session.
  expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^trailcut\.link=[\w-]{43}; /)])
  expect(await answer.json()).toEqual({ linkSent: true, message: expect.stringContaining('sign-in link') })
  expect(await whoAmI(stranger)).toBeNull()
  expect(await sessionsOf(server.deps.db, 'known@example.com')).toHaveLength(1)

  const mail = (await mailsTo(stranger, 'known@example.com')).find(m => m.subject.includes('sign-in'))
  expect(mail).toMatchObject({ to: 'known@example.com', subject: 'Your sign-in link for Trailcut' })
  expect(mail?.links).toHaveLength(1)
  expect(mail?.text).not.toContain('Mallory')
  expect(mail?.html).not.toContain('Mallory')
})

test('many simultaneous sign-ups create one account', async () => {
  const server = await startTestServer()
  const riders = await Promise.all(Array.from({ length: 8 }, () => server.person()))
  const answers = await Promise.all(riders.map(r => post(r, api.simpleSignup, { email: 'race@example.com' })))
  expect(answers.map(a => a.status).sort()).toEqual([200, 202, 202, 202, 202, 202, 202, 202])
  expect(await sessionsOf(server.deps.db, 'race@example.com')).toHaveLength(1)
  expect((await Promise.all(riders.map(whoAmI))).filter(Boolean)).toHaveLength(1)
})

test('signing up again in the same browser leaves no second session behind', async () => {
  const server = await startTestServer()
  const rider = await server.person()
  await post(rider, api.simpleSignup, { email: 'first@example.com' })
  const before = rider.cookieHeader
  await post(rider, api.simpleSignup, { email: 'second@example.com' })
  expect(await whoAmI(rider)).toMatchObject({ email: 'second@example.com' })
  expect(await sessionsOf(server.deps.db, 'first@example.com')).toEqual([])
  const old = await fetch(server.url + api.user, { headers: { cookie: before } })
  expect(old.status).toBe(401)
})

test("refuses bad input with the field's name", async () => {
  const server = await startTestServer()
  const rider = await server.person()
  for (const [body, field] of [
    [{ email: 'not an address' }, 'email'],
    [{}, 'email'],
    [{ email: 'a@example.com\r\nbcc: b@example.com' }, 'email'],
    [{ email: 'a@example.com', displayName: 'x'.repeat(81) }, 'displayName'],
  ] as const) {
    const answer = await post(rider, api.simpleSignup, body)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ code: 'invalid_input', field })
  }
})

test('delays the eleventh sign-up in a minute from one address', async () => {
  const server = await startTestServer()
  const rider = await server.person()
  const answers: Response[] = []
  for (let i = 0; i < 11; i++)
    answers.push(await post(rider, api.simpleSignup, { email: `r${i}@example.com` }))
  expect(answers.slice(0, 10).map(a => a.status)).toEqual(Array(10).fill(200))
  const last = answers[10]
  expect(last?.status).toBe(429)
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await last?.json()).toMatchObject({ code: 'too_many_requests' })
})

test('reports an unreachable mail server without revealing details', async () => {
  const server = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })
  const rider = await server.person()
  await post(rider, api.simpleSignup, { email: 'known@example.com' })
  const answer = await post(await server.person(), api.simpleSignup, { email: 'known@example.com' })
  expect(answer.status).toBe(503)
  const body = await answer.json()
  expect(body).toMatchObject({ code: 'unavailable', message: expect.stringContaining("couldn't send") })
  expect(JSON.stringify(body)).not.toMatch(/ECONNREFUSED|127\.0\.0\.1/)
})
