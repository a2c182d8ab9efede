import { describe, expect, test } from 'vitest'
import type { ErrorBody } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import { startTestServer } from '#test/harness/server.ts'
import type { ApiClient } from '../scripts/lib/api-client.ts'

const nobody = '00000000-0000-4000-8000-000000000000'
const missing = `/api/videos/${nobody}`
const json = { 'content-type': 'application/json' }

async function refusal(who: ApiClient, address: string, init: RequestInit = {}) {
  const response = await who.call(address, init)
  return {
    status: response.status,
    spoken: response.headers.get('content-language'),
    body: (await response.json()) as ErrorBody,
  }
}

const choose = (who: ApiClient, language: string | null) =>
  who.call(api.profileUpdate, { method: 'POST', headers: json, body: JSON.stringify({ language }) })

describe('a refusal is said in the language of its reader', () => {
  test('as chosen in the settings, else as the browser asks, else in English', async () => {
    const server = await startTestServer()
    const rider = await server.person('rider@example.com')
    const english = await refusal(rider, missing)
    expect(english).toMatchObject({
      status: 404,
      spoken: 'en',
      body: { message: "We couldn't find this video.", reason: 'http.notFound', values: { what: 'video' } },
    })

    const asked = await refusal(rider, missing, { headers: { 'accept-language': 'es-AR,es;q=0.9,en;q=0.8' } })
    expect(asked).toMatchObject({ status: 404, spoken: 'es-MX' })
    expect(asked.body.message).toBe('No encontramos este video.')
    // What programs read stays the same.
    const { message: _said, requestId: _id, ...forPrograms } = english.body
    expect(asked.body).toMatchObject(forPrograms)

    expect((await choose(rider, 'es-MX')).status).toBe(200)
    expect((await refusal(rider, missing)).body.message).toBe('No encontramos este video.')
    const elsewhere = { 'accept-language': 'en-US' }
    expect((await refusal(rider, missing, { headers: elsewhere })).spoken).toBe('es-MX')
    expect((await choose(rider, 'en')).status).toBe(200)
    const spanish = { 'accept-language': 'es-MX' }
    expect((await refusal(rider, missing, { headers: spanish })).spoken).toBe('en')
  })

  test('before signing in, and while suspended', async () => {
    const server = await startTestServer()
    const stranger = await server.person()
    const chosen = { headers: { cookie: 'theme=dark; language=es-MX' } }
    expect((await refusal(stranger, api.user, chosen)).body.message).toBe('Inicia sesión para continuar.')
    expect((await refusal(stranger, api.user)).body.message).toBe('Unauthorized')

    const rider = await server.person('rider@example.com')
    await choose(rider, 'es-MX')
    await server.deps.db
      .updateTable('users')
      .set({ suspended_at: new Date(), suspended_reason: 'x' })
      .where('email', '=', 'rider@example.com')
      .execute()
    const { status, body } = await refusal(rider, api.uploadUrl, {
      method: 'POST',
      headers: json,
      body: '{}',
    })
    expect([status, body.reason]).toEqual([403, 'accounts.suspended'])
    expect(body.message).toMatch(/^Tu cuenta está suspendida/)
  })

  test('also for what a form says about its fields', async () => {
    const server = await startTestServer()
    const stranger = await server.person()
    const signUp = (headers: Record<string, string>, body: unknown) =>
      refusal(stranger, api.simpleSignup, {
        method: 'POST',
        headers: { ...json, ...headers },
        body: JSON.stringify(body),
      })
    const spanish = { 'accept-language': 'es' }
    const wrong = await signUp(spanish, { email: 'rider' })
    expect(wrong.body).toMatchObject({
      code: 'invalid_input',
      field: 'email',
      message: 'email: Escribe un correo válido.',
    })
    expect((await signUp({}, { email: 'rider' })).body.message).toBe('email: Enter a valid email address.')
    expect((await signUp(spanish, {})).body.message).toBe('email: Escribe un correo válido.')
    const unreadable = await refusal(stranger, api.simpleSignup, {
      method: 'POST',
      headers: { ...json, ...spanish },
      body: '{',
    })
    expect(unreadable.body.message).toBe('El cuerpo de la solicitud no es JSON válido.')
  })
})
