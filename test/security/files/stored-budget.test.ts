import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import type { Reel } from '#contract/reels/schemas.ts'
import type { Video } from '#contract/videos.ts'
import { inEnglish, wantNoUploadMails } from '#test/harness/notifications.ts'
import { silentPlan } from '#test/harness/reels.ts'
import { ask, proved } from '#test/harness/review.ts'
import { startTestServer, type TestServer } from '#test/harness/server.ts'
import { makeClip, scratchFolder } from '#test/media/make.ts'
import type { ApiClient } from '../../../scripts/lib/api-client.ts'
import { made, read, send as sendMusic } from '../../music/own-music-setup.ts'

const full = /^There's no room left in this account's [\d.]+ GB/
const refused = { code: 'over_budget', message: expect.stringMatching(full) }

/** Every stored file with its size. */
async function filesOf({ dataDir }: TestServer): Promise<Record<string, number>> {
  const root = path.join(dataDir, 'objects')
  const names = await readdir(root, { recursive: true })
  const sizes: Record<string, number> = {}
  for (const name of names.toSorted()) {
    const found = await stat(path.join(root, name))
    if (found.isFile()) sizes[name] = found.size
  }
  return sizes
}

const sum = (sizes: Record<string, number>) => Object.values(sizes).reduce((all, one) => all + one, 0)

/** How large the account's limit is from now on. */
const limit = ({ deps }: TestServer, bytes: number) => {
  deps.config.budgets.verified.bytes = bytes
}

async function upload(rider: ApiClient, title = 'Ridge') {
  const file = await makeClip(path.join(await scratchFolder(), `${title}.mp4`), { seconds: 5 })
  const { video, uploadUrl, size } = await rider.requestUpload(file, title)
  await rider.sendFile(file, uploadUrl, size)
  return { id: video.id, size }
}

async function readyVideo(server: TestServer, rider: ApiClient): Promise<string> {
  await wantNoUploadMails(rider)
  const { id } = await upload(rider)
  await rider.untilLadder(id)
  await rider.until(
    () => rider.json<Video>(api.video(id)),
    one => one.aiProcessingStatus === 'completed',
  )
  await server.untilIdle()
  return id
}

const picture = async () => readFile(await made('cover.png', ['-frames:v', '1'], 'testsrc2=s=640x360'))
const sendCover = async (client: ApiClient, id: string) =>
  client.call(api.uploadCover(id), {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(await picture()),
  })

async function newReel(rider: ApiClient, id: string): Promise<Reel> {
  const answer = await ask(rider, 'POST', api.createReel(id), {
    ...silentPlan,
    title: 'Best of it',
  })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as Reel
}

/** Renders a reel and waits for the outcome. */
async function rendered(rider: ApiClient, id: string, reel: Reel): Promise<Reel> {
  expect((await ask(rider, 'POST', api.renderReel(id, reel.id), {})).status).toBe(200)
  return rider.until(
    async () => (await rider.json<Reel[]>(api.reels(id)))[0] as Reel,
    ({ clip }) => clip?.status === 'ready' || clip?.status === 'failed',
  )
}

test('everything made of a video counts towards its account, and deleting gives the room back', async () => {
  const server = await startTestServer()
  const { client: rider } = await proved(server, 'sam@trailcut.example')
  const id = await readyVideo(server, rider)
  const music = await read(rider, id, await made('song.mp3'))
  expect((await sendCover(rider, id)).status).toBe(200)
  const reel = await newReel(rider, id)
  expect((await rendered(rider, id, reel)).clip?.status).toBe('ready')

  const files = await filesOf(server)
  const kinds = new Set(Object.keys(files).map(name => name.split('/')[0]))
  expect(kinds).toEqual(new Set(['covers', 'music', 'originals', 'streams', 'thumbnails']))
  const used = sum(files)
  // A file of one byte more than what is left is refused, and one that fills the account is not.
  limit(server, used + 1000)
  const asked = async (fileSize: number) =>
    (await ask(rider, 'POST', api.uploadUrl, { fileName: 'next.mp4', fileSize })).status
  expect(await asked(1001)).toBe(403)
  expect(await asked(1000)).toBe(200)
  const [open] = (await rider.json<Video[]>(api.myVideos)).filter(video => video.id !== id)
  await rider.call(api.deleteVideo(open?.id ?? ''), { method: 'DELETE' })

  expect((await rider.call(api.deleteReel(id, reel.id), { method: 'DELETE' })).status).toBe(200)
  expect((await rider.call(api.deleteMusic(id, music.id), { method: 'DELETE' })).status).toBe(200)
  expect((await ask(rider, 'POST', api.setCover(id), { timestamp: 1 })).status).toBe(200)
  const left = sum(await filesOf(server))
  expect(left).toBeLessThan(used)
  expect(await asked(used + 1000 - left + 1)).toBe(403)
  expect(await asked(used + 1000 - left)).toBe(200)
  expect((await rider.call(api.deleteVideo(id), { method: 'DELETE' })).status).toBe(200)
  expect(await server.deps.db.selectFrom('stored_files').selectAll().execute()).toEqual([])
})

test('a full account gets a sentence for each thing that has no room, and nothing of it is stored', async () => {
  const server = await startTestServer()
  const { db } = server.deps
  const { client: rider } = await proved(server, 'sam@trailcut.example')
  const id = await readyVideo(server, rider)
  const reel = await newReel(rider, id)
  const song = await made('song.mp3')
  const before = await filesOf(server)
  const used = sum(before)

  limit(server, used)
  const clip = { kind: 'highlight', index: 0, format: 'vertical' }
  for (const [what, answer] of [
    ['a clip', await ask(rider, 'POST', api.clips(id), clip)],
    ['a reel', await ask(rider, 'POST', api.renderReel(id, reel.id), {})],
    ['music', await sendMusic(rider, id, await readFile(song))],
    ['a cover', await sendCover(rider, id)],
  ] as const) {
    expect([what, answer.status, await answer.json()]).toEqual([what, 403, expect.objectContaining(refused)])
  }
  expect(await filesOf(server)).toEqual(before)

  // There is some room when it is asked for, and not enough for what comes out.
  limit(server, used + 1)
  expect((await rendered(rider, id, reel)).clip).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(full),
  })
  limit(server, used + (await stat(song)).size)
  expect(await read(rider, id, song)).toMatchObject({ status: 'failed', error: expect.stringMatching(full) })
  expect(await filesOf(server)).toEqual(before)

  // Its first rendition has room; the others have none.
  const { size } = await stat(await makeClip(path.join(await scratchFolder(), 'a.mp4'), { seconds: 5 }))
  const remux = await db
    .selectFrom('renditions')
    .select('object_prefix')
    .where('video_id', '=', id)
    .where('kind', '=', 'remux')
    .executeTakeFirstOrThrow()
  const ofRemux = Object.entries(before).filter(([name]) => name.startsWith(remux.object_prefix))
  limit(server, used + size + sum(Object.fromEntries(ofRemux)))
  const first = await upload(rider)
  const told = async () =>
    inEnglish(await db.selectFrom('notifications').select(['title', 'message']).execute())
  await expect.poll(told).toContainEqual({
    title: "Your account's storage is full",
    // Until the analysis is done, the title is the file's name.
    message: expect.stringMatching(/There was no room for every resolution of 'Ridge(: 1 scenic view)?'\./),
  })
  expect((await rider.json<Video>(api.video(first.id))).status).toBe('draft')
  await server.untilIdle()
  expect((await rider.call(api.deleteVideo(first.id), { method: 'DELETE' })).status).toBe(200)
  expect(await filesOf(server)).toEqual(before)

  // The original fits, and nothing that could be played.
  limit(server, used + size + 1)
  const second = await upload(rider, 'Second')
  await expect(rider.untilPlayable(second.id)).rejects.toThrow(/no room left in this account/)
  // The original stays for a day, so that its rider can make room and try again.
  await expect
    .poll(async () => Object.keys(await filesOf(server)).filter(key => !(key in before)))
    .toEqual([expect.stringMatching(`^originals/${second.id}/`)])
})

test("a file that couldn't be replaced counts as before, and one that couldn't be written doesn't count", async () => {
  const server = await startTestServer()
  const { deps, dataDir } = server
  const { client: rider } = await proved(server, 'sam@trailcut.example')
  const { id } = await upload(rider)
  const { stream_id: stream } = await deps.db
    .selectFrom('videos')
    .select('stream_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const key = `covers/${stream}/a.jpg`
  const counted = async () =>
    (await deps.db.selectFrom('stored_files').select('bytes').where('key', '=', key).executeTakeFirst())
      ?.bytes
  await deps.objects.put(key, 'a'.repeat(10), 'image/jpeg')
  // The disk refuses a file in a folder that is none.
  const folder = path.join(dataDir, 'objects/covers', String(stream))
  await rm(folder, { recursive: true })
  await writeFile(folder, '')
  await expect(deps.objects.put(key, 'a'.repeat(20), 'image/jpeg')).rejects.toThrow()
  expect(await counted()).toBe(10)
  await deps.db.deleteFrom('stored_files').where('key', '=', key).execute()
  await expect(deps.objects.put(key, 'a'.repeat(20), 'image/jpeg')).rejects.toThrow()
  expect(await counted()).toBeUndefined()
})
