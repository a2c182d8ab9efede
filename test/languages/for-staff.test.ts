import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { ActivityEntry } from '#contract/admin.ts'
import { api } from '#contract/paths.ts'
import type { channelsAnswer, Publication, PublicationDetail } from '#contract/publishing/publications.ts'
import type { CalendarEntry, schedulePreview } from '#contract/publishing/scheduling.ts'
import type { ReviewState } from '#contract/review.ts'
import { sentences as platformSentences } from '#sentences/platforms.ts'
import { findUser, pseudonymize } from '#server/accounts/people/store.ts'
import { bySettings, record } from '#server/audit/index.ts'
import { json } from '#server/core/db/json.ts'
import { updateChannel } from '#server/publishing/channels/store.ts'
import { post } from '#test/harness/accounts.ts'
import { ask, makeVideo, messageOf } from '#test/harness/review.ts'
import type { ApiClient } from '../../scripts/lib/api-client.ts'
import { stage } from '../integration-staff-admin-setup.ts'

const spanish = { headers: { 'accept-language': 'es-MX' } }

test('what staff did is said in the language of the person who reads the log', async () => {
  const { db, admin, moderator, rider } = await stage()
  const { id } = await makeVideo(db, rider.id)
  await ask(moderator.client, 'POST', api.approveVideo(id))
  await ask(admin.client, 'PATCH', api.adminVideoStatus(id), { status: 'rejected' })
  const read = async (limit: number, init?: RequestInit) =>
    (await admin.client.json<ActivityEntry[]>(`${api.activity}?limit=${limit}`, init)).map(
      ({ by, text }) => `${by} ${text}`,
    )
  expect(await read(2, spanish)).toEqual([
    'Alex Admin cambió el estado del video “Mud day” de “aprobado” a “rechazado”',
    'Mo Moderator aprobó el video “Mud day”',
  ])
  expect(await read(2)).toEqual([
    "Alex Admin changed the status of 'Mud day' from approved to rejected",
    "Mo Moderator approved the video 'Mud day'",
  ])

  // What is only in the log: things without a title, words of staff, and actions that have no sentence any more.
  const entry = (action: string, objectType: string, objectId: string, after: unknown) =>
    record(db, { ...bySettings, actorId: 'gone', action, objectType, objectId, after })
  await entry('payout.hold', 'payout', 'a1b2c3d4e5', { reason: 'Call the bank first' })
  await entry('publication.schedule', 'publication', 'b', { content: 'Mi clip', platform: 'tiktok' })
  await entry('month.close', 'month', '2026-10', null)
  await entry('video.hide', 'video', '00000000-0000-4000-8000-000000000000', null)
  await entry('user.suspend', 'user', 'gone', null)
  await entry('something.old', 'payout', '7', null)
  expect(await read(6, spanish)).toEqual([
    'Alguien something old (acción sin descripción): el pago 7',
    'Alguien suspendió la cuenta de alguien',
    'Alguien ocultó el video 00000000',
    'Alguien cerró el mes 2026-10',
    'Alguien programó Mi clip para TikTok',
    'Alguien retuvo el pago a1b2c3d4: Call the bank first',
  ])
  expect(await read(6)).toEqual([
    'Someone something old: payout 7',
    'Someone suspended the account of someone',
    'Someone hid the video 00000000',
    'Someone closed the month 2026-10',
    'Someone scheduled Mi clip for TikTok',
    'Someone held payout a1b2c3d4: Call the bank first',
  ])
  const history = await moderator.client.json<ActivityEntry[]>(api.videoHistory(id), spanish)
  expect(history.at(-1)?.text).toBe('aprobó el video “Mud day”')
  const ofPerson = await admin.client.json<ActivityEntry[]>(api.userHistory('gone'), spanish)
  expect(ofPerson.map(({ text }) => text)).toEqual(['suspendió la cuenta de alguien'])
})

test('a staff member whose account is deleted is named in the language of the person who reviews', async () => {
  const { db, admin, moderator, rider } = await stage()
  const { id } = await makeVideo(db, rider.id)
  await ask(moderator.client, 'POST', api.approveVideo(id))
  await moderator.client.call(api.reviewPresence(id), { method: 'POST' })
  await db.transaction().execute(async tx => {
    const user = await findUser(tx, moderator.id)
    if (user) await pseudonymize(tx, user, new Date())
  })
  for (const [language, someone, already] of [
    ['es-MX', 'Alguien del equipo', 'Alguien del equipo ya aprobó este video.'],
    ['en', 'A staff member', 'A staff member already approved this video.'],
  ] as const) {
    const spoken = { headers: { 'accept-language': language } }
    const review = await admin.client.json<ReviewState>(api.videoReview(id), spoken)
    expect([review.lastDecision?.by, ...review.others.map(other => other.name)]).toEqual([someone, someone])
    expect(await messageOf(await send(admin.client, api.approveVideo(id), {}, language))).toBe(already)
  }
})

type Preview = z.infer<typeof schedulePreview>

/** What staff send, in Spanish unless they say otherwise. */
const send = (client: ApiClient, address: string, body: object, language = 'es-MX') =>
  post(client, address, body, { 'accept-language': language })

test('planning a publication speaks the language of the person who plans it', async () => {
  const { db, admin, rider } = await stage()
  const { client } = admin
  const { id } = await makeVideo(db, rider.id, { status: 'approved' })
  const preview = async (body: object, language?: string) => {
    const answer = await send(client, api.schedulePreview(id), { videoId: id, ...body }, language)
    expect(answer.status, await answer.clone().text()).toBe(200)
    return (await answer.json()) as Preview
  }
  const best = { platforms: ['youtube'], useOptimalTiming: true }
  const [item] = (await preview(best)).items
  expect(item).toMatchObject({
    content: 'Video completo',
    reason: expect.stringMatching(
      /^Los pilotos suelen ver videos el (lunes|martes|miércoles|jueves|viernes|sábado|domingo) alrededor de las? \d+:00\. Todavía/,
    ),
    reachReasoning: expect.stringMatching(/^Todavía no se puede estimar/),
    problems: [],
  })
  expect((await preview(best, 'en')).items[0]).toMatchObject({
    content: 'Whole video',
    reason: expect.stringMatching(/^Riders usually watch on \w+day around/),
  })

  // What a platform would refuse, in the preview and when it is sent.
  const long = 'a'.repeat(102)
  const wrong = {
    useOptimalTiming: false,
    immediate: true,
    platforms: ['youtube'],
    metadata: { youtube: { title: long, description: 'a < b', tags: [] } },
  }
  expect((await preview(wrong)).items[0]?.problems.map(({ sentence }) => sentence)).toEqual([
    'El título: 2 caracteres de más para esta plataforma.',
    'La descripción no puede tener < ni >.',
  ])
  expect((await preview(wrong, 'en')).items[0]?.problems[0]?.sentence).toBe(
    'The title is 2 characters too long for this platform.',
  )
  const refused = await send(client, api.schedulePublish(id), { videoId: id, ...wrong })
  expect([refused.status, await messageOf(refused)]).toEqual([
    422,
    'El título: 2 caracteres de más para esta plataforma.',
  ])
  await db
    .updateTable('platform_channels')
    .set({ settings: json({}) })
    .where('kind', '=', 'tiktok')
    .execute()
  const nobody = await preview({ ...wrong, platforms: ['tiktok'], metadata: {} })
  expect(nobody.items[0]?.problems.map(({ sentence }) => sentence)).toEqual([
    'Elige quién puede ver lo que publica trailcut.rides en TikTok.',
  ])

  const at = { useOptimalTiming: false, platforms: ['youtube'], customSchedule: 'tomorrow 6pm' }
  const planned = await send(client, api.schedulePublish(id), { videoId: id, ...at })
  const { publications } = (await planned.json()) as { publications: Publication[] }
  const made = publications[0] as Publication
  expect(made.content).toBe('Video completo')
  const historyIn = async (init?: RequestInit) =>
    (await client.json<PublicationDetail>(api.publication(made.id), init)).history[0]?.sentence
  expect([await historyIn(spanish), await historyIn()]).toEqual(['A la hora elegida.', 'As chosen.'])
  const again = await preview(at)
  expect(again.warnings.map(({ sentence }) => sentence)).toEqual([
    'Sale otra publicación en Trailcut Rides en la misma hora.',
    'Esto ya va en camino a YouTube o ya está ahí.',
  ])

  const other = await makeVideo(db, rider.id, { title: 'Other', status: 'approved' })
  await send(client, api.schedulePublish(other.id), { videoId: other.id, ...at })
  const calendar = await client.json<CalendarEntry[]>(api.schedulingCalendar, spanish)
  expect(calendar.map(({ conflict }) => conflict)).toEqual([
    'A menos de una hora de “Jumps” en Trailcut Rides.',
    'A menos de una hora de “Jumps” en Trailcut Rides.',
  ])
  expect(calendar[0]?.reachReasoning).toMatch(/^Todavía no se puede estimar/)

  await db
    .updateTable('publications')
    .set({ state: 'published', published_at: new Date() })
    .where('id', '=', made.id)
    .execute()
  const twice = await send(client, api.schedulePublish(id), { videoId: id, ...at })
  expect(await messageOf(twice)).toBe(
    'Esto ya está en YouTube. Si lo quieres ahí dos veces, elige enviarlo otra vez.',
  )
})

test('why a channel needs to be connected again and its posts are not counted is said in the language of staff', async () => {
  const { db, admin, rider } = await stage()
  const { client } = admin
  const { id: videoId } = await makeVideo(db, rider.id, { status: 'approved' })
  await send(client, api.schedulePublish(videoId), { videoId, platforms: ['youtube'], immediate: true })
  await db
    .updateTable('publications')
    .set({ state: 'published', post_id: 'p', published_at: new Date() })
    .execute()
  const change = (values: Parameters<typeof updateChannel>[2]) => updateChannel(db, youtube?.id ?? '', values)
  const channels = async (init?: RequestInit) =>
    (await client.json<z.infer<typeof channelsAnswer>>(api.channels, init)).channels
  const youtube = (await channels()).find(({ kind }) => kind === 'youtube')
  const notice = async (init?: RequestInit) =>
    (await channels(init)).find(({ kind }) => kind === 'youtube')?.notice
  const counts = async (init?: RequestInit) =>
    (await client.json<Publication[]>(api.publications, init))[0]?.countsNote

  expect([await notice(spanish), await counts(spanish)]).toEqual([null, null])
  const problem = platformSentences.reconnectChannel({ platform: 'YouTube' })
  await change({ status: 'reconnect', problem })
  expect([await notice(spanish), await notice()]).toEqual([
    'Hay que volver a conectar Trailcut Rides: Hay que volver a conectar el canal de YouTube.',
    'Trailcut Rides needs to be connected again: The YouTube channel needs to be connected again.',
  ])
  expect([await counts(spanish), await counts()]).toEqual([
    'Sus conteos no se actualizan: hay que volver a conectar Trailcut Rides.',
    "Its counts aren't updated: Trailcut Rides needs to be connected again.",
  ])
  await change({ status: 'disconnected' })
  expect(await counts(spanish)).toBe(
    'Sus conteos no se actualizan: Trailcut Rides se desconectó y YouTube ya no acepta su permiso. Vuelve a conectarlo para continuar.',
  )
  const soon = new Date(Date.now() + 3 * 86_400_000)
  await change({ status: 'connected', problem: null, refresh_expires_at: soon })
  const day = soon.toLocaleDateString('es-MX', { dateStyle: 'long', timeZone: 'UTC' })
  expect(await notice(spanish)).toBe(
    `Hay que volver a conectar Trailcut Rides antes del ${day}; después ya no sale nada ahí.`,
  )

  // Back from the platform's page.
  const back = await client.call(`${api.channelCallback('youtube')}?error=access_denied`, {
    ...spanish,
    redirect: 'manual',
  })
  const { searchParams } = new URL(back.headers.get('location') ?? '', 'http://localhost')
  expect(searchParams.get('channelError')).toBe('No se conectó nada: no se dio permiso.')
})

test('what a platform refuses in edited texts, and what it lets nobody change, is said in the language of staff', async () => {
  const { db, admin, rider } = await stage()
  const { client } = admin
  const { id } = await makeVideo(db, rider.id, { status: 'approved' })
  const edit = async (body: object, language: string) => {
    const answer = await client.call(api.reviewMetadata(id), {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify(body),
    })
    return [answer.status, await answer.json()]
  }
  const long = { youtube: { title: 'a'.repeat(101), description: '', tags: [] } }
  expect(await edit(long, 'es-MX')).toEqual([
    422,
    expect.objectContaining({
      message: 'El título: 1 carácter de más para esta plataforma.',
      field: 'youtube.title',
      values: { part: 'title', over: 1, unit: 'character' },
    }),
  ])
  expect(await edit(long, 'en')).toEqual([
    422,
    expect.objectContaining({ message: 'The title is 1 character too long for this platform.' }),
  ])
  const spaced = { tiktok: { title: 'A', description: '', hashtags: ['two words'] } }
  expect(await edit(spaced, 'es-MX')).toEqual([
    422,
    expect.objectContaining({ message: 'Un hashtag no puede tener espacios.' }),
  ])

  const live = async (platform: string) => {
    const body = { videoId: id, platforms: [platform], immediate: true }
    const answer = await send(client, api.schedulePublish(id), body)
    const { publications } = (await answer.json()) as { publications: Publication[] }
    const made = publications[0] as Publication
    await db
      .updateTable('publications')
      .set({ state: 'published', post_id: 'p', published_at: new Date() })
      .where('id', '=', made.id)
      .execute()
    return made.id
  }
  const hide = async (post: string, language: string) => {
    const refused = await send(client, api.hidePost(post), {}, language)
    return [refused.status, await messageOf(refused)]
  }
  const onTiktok = await live('tiktok')
  expect(await hide(onTiktok, 'es-MX')).toEqual([
    409,
    'TikTok no deja que otras aplicaciones cambien ni eliminen publicaciones. Abre la publicación en TikTok para hacerlo ahí.',
  ])
  expect(await hide(onTiktok, 'en')).toEqual([
    409,
    "TikTok doesn't let apps change or delete posts. Open the post on TikTok to do that there.",
  ])
  const onFacebook = await live('facebook')
  expect(await hide(onFacebook, 'es-MX')).toEqual([
    409,
    'Todo lo que publica una página de Facebook es público. Para quitar un reel, elimínalo.',
  ])
  expect(await hide(onFacebook, 'en')).toEqual([
    409,
    'Everything a Facebook Page publishes is public. To take a reel down, delete it.',
  ])
})
