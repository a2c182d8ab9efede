import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { api } from '#contract/paths.ts'
import type { MusicFile } from '#contract/reels/music.ts'
import { musicLimits } from '#contract/reels/music-limits.ts'
import type { Reel } from '#contract/reels/schemas.ts'
import { unapprovedSharesPerDay } from '#contract/sharing/reasons.ts'
import type { ShareLink } from '#contract/sharing/schemas.ts'
import { json } from '#server/core/db/json.ts'
import { sweepMusic } from '#server/music/index.ts'
import { findPublication } from '#server/publishing/store.ts'
import { post } from '#test/harness/accounts.ts'
import { settle } from '#test/harness/publishing/settle.ts'
import { film, postsOf, publishingWorld } from '#test/harness/publishing/world.ts'
import { ask, makeVideo, messageOf, proved } from '#test/harness/review.ts'
import { startTestServer } from '#test/harness/server.ts'
import { riderWithVideo, statusOf, tokenOf } from '../security/people/share-setup.ts'
import { clicks, made, plan, read, rendered, send, stored } from './own-music-setup.ts'

const refusal = "This reel has the rider's own music. Allow this music in Review before you publish the reel."
const saidRefusal = { id: 'music.notAllowed', values: {} }

test("a reel with own music can't be published until staff allow its music, and not after they take that back", async () => {
  const server = await startTestServer()
  const { rider, id } = await riderWithVideo(server)
  const { client: moderator, id: moderatorId } = await proved(server, 'moderator@trailcut.example')
  const { client: admin } = await proved(server, 'admin@trailcut.example')
  const music = await read(rider, id, await made('song.mp3'))
  const reel = await rendered(rider, id, { ...plan, shape: 'upright', music: { file: music.id } })
  await rider.post(api.sendReel(id, reel.id), {})
  await moderator.post(api.decideReel(id, reel.id), { decision: 'approve', clipId: reel.clip?.id })

  const body = {
    videoId: id,
    platforms: ['youtube_shorts'],
    immediate: true,
    content: { kind: 'made', reel: reel.id },
  }
  const publish = () => ask(moderator, 'POST', api.schedulePublish(id), body)
  const refused = await publish()
  expect([refused.status, await messageOf(refused)]).toEqual([409, refusal])
  const inSpanish = await post(moderator, api.schedulePublish(id), body, { 'accept-language': 'es-MX' })
  expect(await inSpanish.json()).toMatchObject({
    reason: saidRefusal.id,
    message:
      'Este reel tiene música propia del piloto. Autoriza esta música en Revisión antes de publicar el reel.',
  })

  const decide = (allowed: unknown, who = moderator) =>
    ask(who, 'POST', api.decideMusic(id, music.id), { allowed })
  expect((await decide(true, rider)).status).toBe(403)
  expect((await decide('yes')).status).toBe(422)
  expect(await (await decide(true)).json()).toMatchObject({ id: music.id, allowed: true })
  // Saying it again records nothing more.
  expect((await decide(true)).status).toBe(200)
  const log = await admin.json<AuditEntry[]>(`${api.audit}?objectType=video&objectId=${id}`)
  expect(log.filter(({ action }) => action.startsWith('music.'))).toMatchObject([
    {
      action: 'music.allow',
      actorId: moderatorId,
      before: { allowed: false },
      after: { allowed: true, musicId: music.id, name: 'My song.mp3' },
    },
  ])
  expect(await (await decide(false)).json()).toMatchObject({ allowed: false })
  expect((await publish()).status).toBe(409)
  expect((await decide(true)).status).toBe(200)
  const published = await publish()
  expect(published.status, await published.clone().text()).toBe(200)
})

test('a scheduled reel whose music is not allowed at its time is not sent; one with allowed music and one without own music are', async () => {
  const world = await publishingWorld()
  const { db } = world
  const video = await world.video(1000)
  const bytes = film(500)
  const clipWith = async (music: string | null, own: string | null) => {
    const key = `streams/${randomUUID()}/clips/a.mp4`
    await world.deps.objects.put(key, bytes, 'video/mp4')
    const [clip] = await db
      .insertInto('clips')
      .values({
        id: randomUUID(),
        video_id: video.id,
        kind: 'reel',
        format: 'vertical',
        parts: json([]),
        recipe: json({ title: null, music: music ? { file: music, seconds: 9 } : 'ridge', pieces: [] }),
        music_id: own,
        digest: randomUUID(),
        status: 'ready',
        object_key: key,
        size: bytes.length,
        duration_seconds: 9,
      })
      .returning('id')
      .execute()
    return clip?.id as string
  }
  const now = new Date()
  const musicRow = async (allowed: boolean) => {
    const id = randomUUID()
    const about = { name: 'a', confirmed_by: video.userId, confirmed_at: now, created_at: now }
    await db
      .insertInto('music_files')
      .values({
        ...{ id, video_id: video.id, ...about, status: 'ready', duration_seconds: 9 },
        ...(allowed ? { allowed_by: 'staff', allowed_at: now } : {}),
      })
      .execute()
    return id
  }
  const [waiting, allowed] = [await musicRow(false), await musicRow(true)]
  const wrong: [what: string, clip: string][] = [
    ['not allowed', await clipWith(waiting, waiting)],
    ['music that nothing is known about', await clipWith(randomUUID(), null)],
    ['other music than the one that was allowed', await clipWith(waiting, allowed)],
    ['music that the recipe does not name', await clipWith(null, waiting)],
  ]
  for (const [what, clip] of wrong) {
    const { id } = await world.publication(video, 'youtube', { clip_id: clip, content: `clip:${clip}` })
    await settle(world)
    expect([what, await findPublication(db, id)]).toMatchObject([
      what,
      { state: 'failed', failure_sentence: saidRefusal, opening_at: null },
    ])
  }
  expect(postsOf(world, 'youtube')).toHaveLength(0)
  for (const clip of [await clipWith(allowed, allowed), await clipWith(null, null)]) {
    const { id } = await world.publication(video, 'youtube', { clip_id: clip, content: `clip:${clip}` })
    await settle(world)
    expect(await findPublication(db, id)).toMatchObject({ state: 'published' })
  }
})

test('music needs the confirmation of its sender, belongs to one video, and has limits', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const { client: rider, id: riderId } = await proved(server, 'sam@trailcut.example')
  const { client: stranger, id: strangerId } = await proved(server, 'other@trailcut.example')
  const { client: moderator } = await proved(server, 'moderator@trailcut.example')
  const { id } = await makeVideo(db, riderId)
  const { id: second } = await makeVideo(db, riderId)
  const { id: theirs } = await makeVideo(db, strangerId)
  const bytes = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(500)])
  const wrong: Record<string, string>[] = [
    { rights: '' },
    { rights: 'no' },
    { name: '' },
    { name: 'x'.repeat(101) },
    { name: '\u200b\n' },
    { more: '1' },
  ]
  for (const query of wrong)
    expect((await send(rider, id, bytes, query)).status, JSON.stringify(query)).toBe(422)
  const without = `${api.uploadMusic(id)}?name=a`
  const octets = { 'content-type': 'application/octet-stream' }
  expect(await statusOf(rider, without, { method: 'POST', headers: octets, body: bytes })).toBe(422)
  expect((await send(rider, id, Buffer.concat([bytes, Buffer.alloc(musicLimits.bytes)]))).status).toBe(413)
  expect(await stored(server)).toEqual([])

  const before = Date.now()
  const music = (await (await send(rider, id, bytes)).json()) as MusicFile
  expect(Math.abs(Date.parse(music.confirmedAt) - before)).toBeLessThan(60_000)
  const row = await db.selectFrom('music_files').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ id: music.id, confirmed_by: riderId, allowed_at: null, status: 'reading' })

  // Another video's music, another rider's, and none at all look the same.
  const create = (client: typeof rider, videoId: string, file: string) =>
    ask(client, 'POST', api.createReel(videoId), { ...plan, music: { file } })
  for (const [client, videoId, file] of [
    [rider, second, music.id],
    [rider, id, randomUUID()],
    [stranger, theirs, music.id],
    [stranger, id, music.id],
  ] as const)
    expect((await create(client, videoId, file)).status).toBe(404)
  for (const address of [api.musicFile(id, music.id), api.musicFiles(id)])
    expect(await statusOf(stranger, address), address).toBe(404)
  expect(await statusOf(stranger, api.musicFile(theirs, music.id))).toBe(404)
  for (const videoId of [id, theirs]) {
    const address = api.deleteMusic(videoId, music.id)
    expect(await statusOf(stranger, address, { method: 'DELETE' }), address).toBe(404)
  }
  expect((await send(stranger, id, bytes)).status).toBe(404)
  expect((await ask(rider, 'POST', api.createReel(id), { ...plan, music: { file: '../x' } })).status).toBe(
    422,
  )

  const reel = (await (await create(rider, id, music.id)).json()) as Reel
  const early = await ask(rider, 'POST', api.renderReel(id, reel.id), {})
  expect([early.status, await messageOf(early)]).toEqual([
    409,
    "We're still reading this music. Try again in a moment.",
  ])
  expect((await ask(moderator, 'POST', api.decideMusic(id, music.id), { allowed: true })).status).toBe(409)
  for (let i = 1; i < musicLimits.files; i++) expect((await send(rider, id, bytes)).status).toBe(200)
  const tooMany = await send(rider, id, bytes)
  expect([tooMany.status, await messageOf(tooMany)]).toEqual([
    409,
    'A video can have up to 10 music files. Delete one first.',
  ])
})

test('its file is deleted with the last reel that uses it, by the sweep, and with the video', async () => {
  const server = await startTestServer()
  const { rider, id } = await riderWithVideo(server)
  const { db, objects, clock } = server.deps
  const music = await read(rider, id, await made('song.m4a', [], clicks(5)))
  const change = { ...plan, music: { file: music.id } }
  const first = await rendered(rider, id, change)
  const second = (await (await ask(rider, 'POST', api.createReel(id), change)).json()) as Reel
  const file = api.deleteMusic(id, music.id)
  expect(await statusOf(rider, file, { method: 'DELETE' })).toBe(409)
  const replaced = { plan, version: second.version }
  expect((await ask(rider, 'PUT', api.replaceReel(id, second.id), replaced)).status).toBe(200)
  expect(await stored(server)).toHaveLength(1)
  // What was confirmed stays as long as a rendering plays it; the file does not.
  const bed = { plan: { ...plan, music: 'dust' }, version: first.version }
  expect((await ask(rider, 'PUT', api.replaceReel(id, first.id), bed)).status).toBe(200)
  expect(await stored(server)).toEqual([])
  expect(await rider.json<MusicFile[]>(api.musicFiles(id))).toMatchObject([{ id: music.id, url: null }])
  expect(await rider.json<Reel[]>(api.reels(id))).toMatchObject([{}, { ownMusic: music.id }])
  expect(await statusOf(rider, api.deleteReel(id, first.id), { method: 'DELETE' })).toBe(200)
  const rows = () => db.selectFrom('music_files').select('id').execute()
  const later = { db, objects, clock: { ...clock, now: () => new Date(Date.now() + 25 * 3600_000) } }
  expect(await sweepMusic({ db, objects, clock })).toBe(0)
  expect([await sweepMusic(later), await rows()]).toEqual([1, []])

  const unused = await read(rider, id, await made('unused.ogg', ['-c:a', 'libvorbis'], clicks(5)))
  expect(await sweepMusic({ db, objects, clock })).toBe(0)
  expect(await sweepMusic(later)).toBe(1)
  expect([await stored(server), await rows()]).toEqual([[], []])
  expect(await statusOf(rider, unused.url as string)).toBe(404)

  const last = await read(rider, id, await made('last.flac', [], clicks(5)))
  await rendered(rider, id, { ...plan, music: { file: last.id } })
  expect(await stored(server)).toHaveLength(1)
  expect(await statusOf(rider, api.deleteVideo(id), { method: 'DELETE' })).toBe(200)
  expect([await stored(server), await rows()]).toEqual([[], []])
})

test('a link to a reel with own music is limited until staff allow its music', async () => {
  const server = await startTestServer()
  const { rider, id } = await riderWithVideo(server)
  const { client: moderator } = await proved(server, 'moderator@trailcut.example')
  const { db } = server.deps
  await db.updateTable('videos').set({ status: 'approved' }).where('id', '=', id).execute()
  const music = await read(rider, id, await made('song.wav', [], clicks(5)))
  const reel = await rendered(rider, id, { ...plan, music: { file: music.id } })
  const link = await rider.post<ShareLink>(api.shareOn(id), { clipId: reel.clip?.id })
  const visitor = await server.person()
  const watch = () => statusOf(visitor, api.sharedClip(tokenOf(link)))
  const full = async () => (await visitor.json<{ full: boolean }>(api.shared(tokenOf(link)))).full
  const day = server.deps.clock.now().toISOString().slice(0, 10)
  await db
    .insertInto('share_viewers')
    .values(
      Array.from({ length: unapprovedSharesPerDay }, (_, i) => ({
        link_id: link.id,
        day,
        network: `n${i}`,
        viewer: `v${i}`,
      })),
    )
    .execute()
  expect([await watch(), await full()]).toEqual([429, true])
  await moderator.post(api.decideMusic(id, music.id), { allowed: true })
  expect([await watch(), await full()]).toEqual([200, false])
})
