import { expect, test } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { eventData } from '#test/harness/events.ts'
import { ask } from '#test/harness/review.ts'
import { startTestServer } from '#test/harness/server.ts'
import { notify } from './index.ts'

const news = (userId: string, eventKey: string) => ({
  userId,
  videoId: null,
  type: 'clip_selected' as const,
  title: 'Selected',
  message: 'Your clip was selected.',
  link: null,
  eventKey,
})

test("a person receives their own notifications right away, once each, and no one else's", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const sam = await server.person('sam.test@trailcut.example')
  const lee = await server.person('lee.test@trailcut.example')
  const idOf = async (who: typeof sam) => (await who.json<{ id: string }>(api.user)).id
  const [samId, leeId] = [await idOf(sam), await idOf(lee)]
  const { db } = server.deps

  const stop = new AbortController()
  const events = eventData(await sam.call(api.notificationStream, { signal: stop.signal }))
  const next = async () => JSON.parse((await events.next()).value ?? 'null')
  expect(await next()).toEqual({ unread: 0 })
  await db.transaction().execute(tx => notify(tx, news(leeId, 'a')))
  await db.transaction().execute(tx => notify(tx, news(samId, 'b')))
  expect(await next()).toEqual({ unread: 1 })
  await db.transaction().execute(tx => notify(tx, news(samId, 'b')))
  expect(await next()).toEqual({ unread: 1 })
  stop.abort()

  const [one] = await sam.json<Notification[]>(api.notifications)
  expect(one).toMatchObject({ title: 'Selected', isRead: false })
  expect((await lee.call(api.notificationRead(one?.id as string), { method: 'POST' })).status).toBe(404)
  await db.transaction().execute(tx => notify(tx, news(samId, 'c')))
  await sam.json(api.notificationsReadAll, { method: 'POST' })
  expect((await sam.json<Notification[]>(api.notifications)).every(n => n.isRead)).toBe(true)
  expect((await lee.json<Notification[]>(api.notifications)).some(n => n.isRead)).toBe(false)
})

test('sends nothing a person has turned off', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const sam = await server.person('sam.test@trailcut.example')
  const { id } = await sam.json<{ id: string }>(api.user)
  const wanted = await sam.json<{ type: string; app: boolean; mail: boolean }[]>(api.notificationPreferences)
  expect(wanted.every(w => w.app && w.mail)).toBe(true)
  const less = wanted.map(w => (w.type === 'clip_selected' ? { ...w, app: false } : w))
  expect(await (await ask(sam, 'PUT', api.notificationPreferences, less)).json()).toEqual(less)
  await server.deps.db.transaction().execute(tx => notify(tx, news(id, 'a')))
  await server.deps.db.transaction().execute(tx => notify(tx, { ...news(id, 'b'), type: 'video_published' }))
  expect((await sam.json<Notification[]>(api.notifications)).map(n => n.type)).toEqual(['video_published'])
})

test('of a preference sent twice, the last one counts', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const sam = await server.person('sam.test@trailcut.example')
  const twice = [
    { type: 'clip_selected', app: true, mail: true },
    { type: 'clip_selected', app: false, mail: true },
  ]
  const answer = await ask(sam, 'PUT', api.notificationPreferences, twice)
  const saved = (await answer.json()) as { type: string; app: boolean }[]
  expect(saved.find(({ type }) => type === 'clip_selected')).toMatchObject({ app: false, mail: true })
})

test('a file uploaded before is recognized, but only for its own rider', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const sam = await server.person('sam.test@trailcut.example')
  const lee = await server.person('lee.test@trailcut.example')
  const fingerprint = 'ab'.repeat(32)
  const { video } = await sam.post<{ video: Video }>(api.uploadUrl, { fileName: 'ride.mp4', fingerprint })
  const ask = (who: typeof sam) => who.json(`${api.knownUpload}?fingerprint=${fingerprint}`)
  expect(await ask(sam)).toBeNull()
  await server.deps.db
    .updateTable('videos')
    .set({ uploaded_at: new Date() })
    .where('id', '=', video.id)
    .execute()
  expect(await ask(sam)).toMatchObject({ id: video.id, title: 'ride' })
  expect(await ask(lee)).toBeNull()
})
