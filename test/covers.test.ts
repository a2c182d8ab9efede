import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { api, coverAddress, frameAddress } from '#contract/paths.ts'
import { coverLimits } from '#contract/thumbnails.ts'
import type { Video } from '#contract/videos.ts'
import { json } from '#server/core/db/json.ts'
import { anyProbe } from '#test/harness/probe.ts'
import { ask, makeVideo, messageOf } from '#test/harness/review.ts'
import type { ApiClient } from '../scripts/lib/api-client.ts'
import { stage } from './integration-staff-review-setup.ts'
import { ffprobe, scratchFolder } from './media/make.ts'

const run = promisify(execFile)

/** A picture drawn by ffmpeg; its extension determines the format. */
async function drawn(name: string, size: string): Promise<Buffer> {
  const file = path.join(await scratchFolder(), name)
  const source = ['-f', 'lavfi', '-i', `testsrc2=size=${size}`]
  await run('ffmpeg', ['-v', 'error', ...source, '-frames:v', '1', file])
  return readFile(file)
}

const send = (client: ApiClient, id: string, body: Uint8Array) =>
  client.call(api.uploadCover(id), {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(body),
  })

async function pictureAt(client: ApiClient, address: string) {
  const answer = await client.call(address)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const file = path.join(await scratchFolder(), 'cover.jpg')
  await writeFile(file, bytes)
  const picture = answer.ok ? (await ffprobe(file)).streams[0] : undefined
  return { status: answer.status, bytes, size: [picture?.width, picture?.height] }
}

async function withVideo() {
  const made = await stage()
  const video = await makeVideo(made.db, made.rider.id)
  await made.db
    .updateTable('videos')
    .set({ probe: json({ ...anyProbe, durationSeconds: 60 }), width: 1920, height: 1080 })
    .where('id', '=', video.id)
    .execute()
  return {
    ...made,
    ...video,
    rider: made.rider.client,
    other: await made.server.person('other@trailcut.example'),
  }
}

test("a rider chooses a frame as the cover and reverts to the measured one; strangers can't", async () => {
  const { rider, other, moderator, id, streamId, log } = await withVideo()
  const choose = (client: ApiClient, timestamp: unknown) =>
    ask(client, 'POST', api.setCover(id), { timestamp })
  const chosen = await choose(rider, 12.34)
  expect(((await chosen.json()) as Video).thumbnailUrl).toBe(frameAddress(streamId, 12.3, 360))
  expect((await choose(other, 3)).status).toBe(404)
  for (const wrong of [61, -1, '3', undefined]) expect((await choose(rider, wrong)).status).toBe(422)
  expect((await ask(rider, 'POST', api.setCover(id), { timestamp: 3, more: 1 })).status).toBe(422)
  const automatic = (await (await choose(moderator.client, null)).json()) as Video
  expect(automatic.thumbnailUrl).toBe(frameAddress(streamId, 7, 360))
  expect((await log(id)).map(entry => entry.action)).toEqual(['video.cover', 'video.cover'])
})

test("an uploaded picture is re-encoded in fixed sizes, without the file's metadata", async () => {
  const { server, rider, other, id, streamId } = await withVideo()
  const jpeg = await drawn('a.jpg', '2000x1500')
  // A comment, as cameras and editors write it, right after the file's first marker.
  const words = Buffer.from('Home: 39.1 N 110.2 W')
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, words.length + 2]), words])
  const tagged = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
  const sent = await send(rider, id, tagged)
  expect(sent.status).toBe(200)
  const { thumbnailUrl } = (await sent.json()) as Video
  expect(thumbnailUrl).toMatch(/time=cover&height=360&version=[0-9a-f]{16}$/)
  const large = await pictureAt(rider, coverAddress(streamId, 2160))
  expect([large.status, large.size]).toEqual([200, [1440, 1080]])
  expect(large.bytes.includes(words)).toBe(false)
  expect((await pictureAt(rider, thumbnailUrl as string)).size).toEqual([480, 360])
  expect((await pictureAt(other, coverAddress(streamId, 360))).status).toBe(404)

  // Another picture replaces it, and the files of the first are deleted.
  expect((await send(rider, id, await drawn('b.png', '640x360'))).status).toBe(200)
  expect((await send(rider, id, await drawn('c.webp', '640x360'))).status).toBe(200)
  expect((await pictureAt(rider, coverAddress(streamId, 720))).size).toEqual([640, 360])
  const keys: string[] = []
  for await (const { key } of server.deps.objects.list(`covers/${streamId}/`)) keys.push(key)
  expect(keys).toHaveLength(4)
  await rider.call(api.video(id), { method: 'DELETE' })
  for await (const { key } of server.deps.objects.list(`covers/${streamId}/`)) expect.fail(key)
})

test("refuses and doesn't store a file that is not a picture, damaged, too large, or has too many pixels", async () => {
  const { server, rider, id, streamId } = await withVideo()
  const refused = async (body: Uint8Array) => {
    const answer = await send(rider, id, body)
    return [answer.status, await messageOf(answer)]
  }
  expect(await refused(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual([
    422,
    "This isn't a JPEG, PNG or WebP picture.",
  ])
  expect((await refused(Buffer.from('GIF89a, and more of it')))[0]).toBe(422)
  const png = await drawn('a.png', '320x180')
  expect((await refused(png.subarray(0, 60)))[0]).toBe(422)
  // Its header claims 60,000 × 60,000 pixels.
  const bomb = Buffer.from(png)
  bomb.writeUInt32BE(60_000, 16)
  bomb.writeUInt32BE(60_000, 20)
  expect((await refused(bomb))[0]).toBe(422)
  expect(await refused(Buffer.concat([png, Buffer.alloc(coverLimits.bytes)]))).toEqual([
    413,
    'This picture is larger than 10 MB. Choose a smaller one.',
  ])
  for await (const { key } of server.deps.objects.list(`covers/${streamId}/`)) expect.fail(key)
})

test("a new cover of an approved video needs another review; that of a published one can't change", async () => {
  const { db, rider, admin, moderator, id } = await withVideo()
  const choose = (timestamp: number) => ask(rider, 'POST', api.setCover(id), { timestamp })
  const statusOf = async () => (await rider.json<Video>(api.video(id))).status
  await ask(moderator.client, 'POST', api.approveVideo(id))
  expect((await choose(9)).status).toBe(200)
  expect(await statusOf()).toBe('pending')

  // A scheduled post was requested with the previous cover.
  const scheduled = await ask(admin.client, 'POST', api.schedulePublish(id), {
    ...{ videoId: id, platforms: ['youtube'], immediate: false, useOptimalTiming: false },
    customSchedule: new Date(Date.now() + 7 * 24 * 3600_000).toISOString().slice(0, 16),
  })
  expect(scheduled.status, await scheduled.clone().text()).toBe(200)
  expect(await messageOf(await choose(10))).toContain('on its way to a platform')

  await db.updateTable('publications').set({ state: 'cancelled' }).execute()
  await db.updateTable('videos').set({ status: 'published' }).where('id', '=', id).execute()
  const late = await choose(11)
  expect([late.status, await messageOf(late)]).toEqual([409, expect.stringContaining('is published')])
  const picture = await send(rider, id, await drawn('a.png', '320x180'))
  expect(picture.status).toBe(409)
})
