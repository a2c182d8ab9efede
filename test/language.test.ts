import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ErrorBody } from '#contract/errors.ts'
import { type MailTemplate, mailTemplates } from '#contract/mail.ts'
import type { Notification } from '#contract/notifications.ts'
import { api } from '#contract/paths.ts'
import type { Language } from '#contract/reading/languages.ts'
import { sentences as accounts } from '#sentences/accounts.ts'
import { sentences as notices } from '#sentences/payouts.ts'
import { sentences as rejections } from '#sentences/rejections.ts'
import { json as jsonColumn } from '#server/core/db/json.ts'
import { learnLanguages } from '#server/core/languages.ts'
import type { StoredText } from '#server/core/sentences.ts'
import { enqueueMail, mailExample, renderMail, sendDue } from '#server/mail/index.ts'
import { notify } from '#server/notifications/index.ts'
import { notifyRejected, notifySelected } from '#server/review/notify.ts'
import { testDatabase } from '#test/harness/database.ts'
import { outbox, person } from '#test/harness/outbox.ts'
import { startTestServer } from '#test/harness/server.ts'
import { testSmtp } from '#test/harness/smtp.ts'
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

describe('what is written to a person', () => {
  test('a notification is read in the language of its reader, also after they change it', async () => {
    const server = await startTestServer({ ROLE: 'web' })
    const { db } = server.deps
    const rider = await server.person('rider@example.com')
    const { id: userId } = await rider.json<{ id: string }>(api.user)
    await db.transaction().execute(async tx => {
      await notifySelected(tx, { id: nobody, user_id: userId, title: 'Mud day' }, 1, new Date())
      await notifyRejected(
        tx,
        { id: nobody, user_id: userId, title: 'Mud day' },
        rejections.quality.sentence,
        2,
        new Date(),
      )
    })
    // A text that isn't a sentence of ours.
    await db
      .insertInto('notifications')
      .values({
        id: nobody,
        user_id: userId,
        type: 'clip_selected',
        title: jsonColumn<StoredText>('As it was'),
        message: jsonColumn<StoredText>('Stored.'),
        link: null,
        event_key: 'old',
      })
      .execute()
    const titles = async () =>
      (await rider.json<Notification[]>(api.notifications)).map(({ title }) => title).toSorted()
    expect(await titles()).toEqual([
      "'Mud day' wasn't selected",
      'As it was',
      "Your video 'Mud day' was selected",
    ])
    await choose(rider, 'es-MX')
    expect(await titles()).toEqual([
      'As it was',
      'No seleccionamos “Mud day”',
      'Seleccionamos tu video “Mud day”',
    ])
    const spanish = await rider.json<Notification[]>(api.notifications)
    expect(spanish.find(({ type }) => type === 'video_rejected')?.message).toMatch(
      /^La imagen o el sonido .+ Puedes cambiarlo y enviarlo otra vez\.$/,
    )
  })

  test('a mail is written in the language and the time zone of its recipient', async () => {
    const smtp = await testSmtp()
    const { db, clock, deps } = await outbox(smtp.url)
    learnLanguages()
    for (const id of ['ana', 'sam']) await person(db, id)
    await db
      .updateTable('users')
      .set({ language: 'es-MX', time_zone: 'America/Mexico_City' })
      .where('id', '=', 'ana')
      .execute()
    for (const userId of ['ana', 'sam']) {
      const mail = { userId, videoId: null, eventKey: `device:${userId}` }
      const data = {
        device: accounts.device({ browser: 'Firefox', system: 'mac' }),
        at: '2026-11-28T03:30:00.000Z',
      }
      await enqueueMail(db, { ...mail, template: 'new_device', data }, clock.now())
      await db.transaction().execute(tx =>
        notify(tx, {
          userId,
          videoId: null,
          type: 'payout_processed',
          title: notices.sentTitle({ net: 104.5 }),
          message: notices.sentByHand({ sum: 104.5 }),
          link: '/earnings',
          eventKey: `paid:${userId}`,
        }),
      )
    }
    clock.time = Date.now() + 60_000
    await sendDue(deps)
    const to = (address: string) => smtp.delivered.filter(mail => mail.to === address)
    expect(to('sam@example.com').map(({ subject }) => subject)).toEqual([
      'New sign-in to your account on Trailcut',
      '$104.50 is on its way to you',
    ])
    const [device, paid] = to('ana@example.com')
    expect(device?.subject).toBe('Nuevo inicio de sesión en tu cuenta en Trailcut')
    expect(paid?.subject.replaceAll('\u00a0', ' ')).toBe('USD 104.50 van en camino')
  })

  test('sums and times in a mail are written for its reader, in the subject, text and HTML', async () => {
    learnLanguages()
    const device = {
      device: accounts.device({ browser: 'Firefox', system: 'mac' }),
      at: '2026-11-28T03:30:00.000Z',
    }
    const write = (language: Language, zone: string, template: MailTemplate, data: unknown) =>
      renderMail({
        template,
        data,
        reader: { language, units: 'metric', zone },
        name: 'Ana',
        publicUrl: 'https://trailcut.example',
        unsubscribeUrl: 'https://trailcut.example/u',
      })
    // 03:30 UTC is the evening before in Mexico City.
    const spanish = await write('es-MX', 'America/Mexico_City', 'new_device', device)
    expect(spanish.text).toMatch(/Hola, Ana:[\s\S]+con Firefox en una Mac \(27 de noviembre de 2026, 9:30/)
    expect(spanish.html).toContain('lang="es-MX"')
    expect(spanish.text).toContain('Cancelar la suscripción a estos correos')
    const english = await write('en', 'UTC', 'new_device', device)
    expect(english.text).toMatch(/Hi Ana,[\s\S]+with Firefox on a Mac on November 28, 2026 at 3:30\sAM UTC,/)
    const milestone = { milestone: 100, next: 250, earned: 104.5 }
    const reached = await write('es-MX', 'UTC', 'milestone_reached', milestone)
    expect(reached.subject).toMatch(/^Ya ganaste USD\s100 con Trailcut$/)
    expect(reached.text).toMatch(/Ganado hasta ahora\s+USD\s104\.50/)
    for (const template of mailTemplates) {
      const { title } = await write('es-MX', 'UTC', template, mailExample(template))
      const { title: untranslated } = await write('en', 'UTC', template, mailExample(template))
      // The sample stores its notifications as finished text.
      expect([template, title === untranslated]).toEqual([template, 'heading' in mailExample(template)])
    }
  })

  test('a sign-in mail and its page speak the language of the browser that asked', async () => {
    const server = await startTestServer({ ROLE: 'web' })
    await server.person('rider@example.com')
    const stranger = await server.person()
    const headers = { ...json, 'accept-language': 'es-MX' }
    const asked = await stranger.call(api.signInLink, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: 'rider@example.com' }),
    })
    expect(await asked.json()).toMatchObject({ message: expect.stringContaining('enlace de acceso') })
    const page = await stranger.call(`${api.mailedLink}?token=none`, { headers })
    const html = await page.text()
    expect(html).toContain('<html lang="es-MX">')
    expect(html).toContain('Este enlace ya no sirve')
    expect(html).toContain('Enviarme un enlace nuevo')
  })
})

test('an account may have the language of any catalog', async () => {
  const { db } = await testDatabase()
  await person(db, 'ana')
  const speak = (tag: string) => sql`update users set language = ${tag} where id = 'ana'`.execute(db)
  await speak('pt-BR')
  await expect(speak('../en')).rejects.toThrow('users_language_check')
})
