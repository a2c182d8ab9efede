import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { post, signInAtProvider, whoAmI } from '#test/harness/accounts.ts'
import { startTestServer } from '#test/harness/server.ts'
import { displayNames, findUser } from '../index.ts'

test('a profile is changed field by field', async () => {
  const server = await startTestServer()
  const rider = await server.person('rider@example.com')
  const full = {
    firstName: 'Ria',
    lastName: 'Der',
    biography: 'Mud first.',
    ridingStyle: 'mud_bogging',
    experienceLevel: 'expert',
    location: 'Moab, Utah',
    equipment: '["Polaris RZR","GoPro 11"]',
    socialLinks: '["https://youtube.com/@ria"]',
  }
  const answer = await post(rider, api.profileUpdate, full)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject(full)
  expect(await whoAmI(rider)).toMatchObject(full)

  expect((await post(rider, api.profileUpdate, { biography: null, equipment: '[]' })).status).toBe(200)
  expect(await whoAmI(rider)).toMatchObject({ ...full, biography: null, equipment: '[]' })
  expect((await post(rider, api.profileUpdate, {})).status).toBe(200)
})

test("refuses invalid values with the field's name and changes nothing", async () => {
  const server = await startTestServer()
  const rider = await server.person('rider@example.com')
  const before = await whoAmI(rider)
  for (const [body, field] of [
    [{ ridingStyle: 'couch' }, 'ridingStyle'],
    [{ experienceLevel: 'god' }, 'experienceLevel'],
    [{ biography: 'x'.repeat(1001) }, 'biography'],
    [{ biography: 'kept?', equipment: 'not json' }, 'equipment'],
    [{ biography: 'kept?', equipment: '[1]' }, 'equipment'],
    [{ biography: 'kept?', socialLinks: '["http://a.example"]' }, 'socialLinks'],
    [{ socialLinks: '["javascript:alert(1)"]' }, 'socialLinks'],
  ] as const) {
    const answer = await post(rider, api.profileUpdate, body)
    expect(answer.status, JSON.stringify(body).slice(0, 80)).toBe(422)
    expect(await answer.json()).toMatchObject({ code: 'invalid_input', field })
  }
  // Fields that aren't part of a profile can't be set through it.
  expect(
    (await post(rider, api.profileUpdate, { role: 'admin', email: 'boss@example.com', emailVerified: true }))
      .status,
  ).toBe(200)
  expect(await whoAmI(rider)).toEqual(before)
})

test('removes what hides in names, and keeps the names of staff from riders', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person('rider@example.com')
  const hidden = {
    firstName: 'Ria\u202E\n',
    lastName: '\u200BDer',
    biography: 'One\u2028two',
    equipment: '["a\u200Bb"]',
  }
  expect((await post(rider, api.profileUpdate, hidden)).status).toBe(200)
  const clean = { firstName: 'Ria', lastName: 'Der', biography: 'One\ntwo', equipment: '["ab"]' }
  expect(await whoAmI(rider)).toMatchObject(clean)
  expect((await post(rider, api.profileUpdate, { firstName: 'Trail' })).status).toBe(200)
  for (const body of [
    { lastName: 'Cut' },
    { firstName: 'Traі\u200Blcut' },
    { firstName: 'Support', lastName: '' },
  ]) {
    const answer = await post(rider, api.profileUpdate, body)
    expect([answer.status, await answer.json()]).toMatchObject([422, { reason: 'accounts.reservedName' }])
  }
  const phone = await server.person()
  const signUp = { email: 'support@example.com', displayName: 'Trailcut Support' }
  expect((await post(phone, api.simpleSignup, signUp)).status).toBe(422)
  const admin = await server.person()
  await signInAtProvider(admin, { email: 'admin@trailcut.example' })
  expect((await post(admin, api.profileUpdate, { firstName: 'Trailcut', lastName: 'Support' })).status).toBe(
    200,
  )
})

test('refuses a profile change without a session', async () => {
  const server = await startTestServer()
  expect((await post(await server.person(), api.profileUpdate, { biography: 'x' })).status).toBe(401)
})

test('other slices find people and their names', async () => {
  const server = await startTestServer()
  const { db } = server.deps
  const ria = await server.person()
  await signInAtProvider(ria, { email: 'ria@example.com', name: 'Ria Der' })
  const anon = await server.person('anon@example.com')
  const ids = [(await whoAmI(ria))?.id as string, (await whoAmI(anon))?.id as string]
  expect(await displayNames(db, [...ids, 'nobody'])).toEqual(
    new Map([
      [ids[0], 'Ria Der'],
      [ids[1], 'anon'],
    ]),
  )
  expect(await displayNames(db, [])).toEqual(new Map())
  expect(await findUser(db, ids[0] as string)).toMatchObject({ email: 'ria@example.com', equipment: [] })
  expect(await findUser(db, 'nobody')).toBeUndefined()
})
