import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { unsafeFind } from '#server/videos/index.ts'
import { uploadToken } from '#server/videos/upload/upload-token.ts'
import { post, signedIn } from '#test/harness/accounts.ts'
import type { ApiClient } from '../../../scripts/lib/api-client.ts'
import { startTestServer } from '../../harness/server.ts'
import { makeClip, scratchFolder } from '../../media/make.ts'
import { createTus, openUpload, postForm } from './upload-support.ts'

const clip = async (seconds = 2) =>
  readFile(await makeClip(path.join(await scratchFolder(), 'ride.mp4'), { seconds }))

async function ask(client: ApiClient, fileSize?: number) {
  const answer = await post(client, api.uploadUrl, { fileName: 'a.mp4', ...(fileSize ? { fileSize } : {}) })
  const { message } = (await answer.json()) as { message?: string }
  return [answer.status, message]
}

test('an account has a limited number of unfinished uploads, fewer until its address is verified', async () => {
  const server = await startTestServer({
    ROLE: 'web',
    UNVERIFIED_OPEN_UPLOADS: '2',
    ACCOUNT_OPEN_UPLOADS: '3',
  })
  const rider = await server.person('sam.test@trailcut.example')
  const both = await Promise.all([1, 2, 3, 4].map(() => ask(rider)))
  expect(both.filter(([status]) => status === 200)).toHaveLength(2)
  expect(await ask(rider)).toEqual([
    429,
    'You have 2 unfinished uploads. Finish or delete one, then try again. Verify your email address to get more room.',
  ])
  const [video] = await rider.json<Video[]>(api.myVideos)
  expect((await rider.call(api.video(video?.id ?? ''), { method: 'DELETE' })).status).toBe(200)
  expect((await ask(rider))[0]).toBe(200)

  const verified = await signedIn(server, 'kim.test@trailcut.example')
  for (let i = 0; i < 3; i++) expect((await ask(verified))[0]).toBe(200)
  expect(await ask(verified)).toEqual([
    429,
    'You have 3 unfinished uploads. Finish or delete one, then try again.',
  ])
})

test('an account has a limited number of bytes, whatever size was announced', async () => {
  const bytes = await clip()
  const gigabytes = (n: number) => String((n * bytes.length) / 1024 ** 3)
  const server = await startTestServer({ ROLE: 'web', UNVERIFIED_GB: gigabytes(2.5) })
  const rider = await server.person('sam.test@trailcut.example')
  expect(await ask(rider, Math.ceil(bytes.length * 2.6))).toEqual([
    403,
    expect.stringMatching(
      /^This file doesn't fit in your account's .* GB\. Delete a video, then try again\./,
    ),
  ])
  // Opened while there was room for each; together they are too large.
  const first = await openUpload(rider)
  const second = await openUpload(rider)
  const third = await openUpload(rider)
  expect((await postForm(rider, first.uploadUrl, bytes)).status).toBe(200)
  expect((await createTus(rider, second.uploadUrl, bytes.length)).status).toBe(201)
  const refused = await createTus(rider, third.uploadUrl, bytes.length)
  expect([refused.status, JSON.parse(await refused.text())]).toEqual([
    403,
    expect.objectContaining({ code: 'over_budget' }),
  ])
  expect(await (await postForm(rider, third.uploadUrl, bytes)).json()).toMatchObject({
    code: 'over_budget',
  })
  // It is still there, for when there is room.
  await rider.call(api.video(first.video.id), { method: 'DELETE' })
  expect((await postForm(rider, third.uploadUrl, bytes)).status).toBe(200)
})

test('an account has a limited number of video minutes', async () => {
  const server = await startTestServer({ UNVERIFIED_MINUTES: String(5 / 60) })
  const rider = await server.person('sam.test@trailcut.example')
  const [short, long] = [await clip(3), await clip(4)]
  const first = await openUpload(rider)
  const second = await openUpload(rider)
  expect((await postForm(rider, first.uploadUrl, short)).status).toBe(200)
  await rider.untilPlayable(first.video.id)
  expect((await postForm(rider, second.uploadUrl, long)).status).toBe(200)
  await expect(rider.untilPlayable(second.video.id)).rejects.toThrow(/can hold 0 minutes of video/)
  // Its file is kept for a day, so that its owner can make room and try again.
  expect(await Array.fromAsync(server.deps.objects.list(`originals/${second.video.id}/`))).toHaveLength(1)
})

test('nothing is accepted when the disk would get too full: not announced, not by form, not by tus', async () => {
  const roomy = await startTestServer({ ROLE: 'web' })
  const rider = await roomy.person('sam.test@trailcut.example')
  const { video, uploadUrl } = await openUpload(rider)
  // The same data behind a server that reserves more free disk space.
  const { config } = roomy.deps
  await roomy.close()
  const full = await startTestServer({
    ROLE: 'web',
    MIN_FREE_DISK_MB: String(1024 ** 3),
    DATABASE_URL: config.databaseUrl as string,
    SECRET: 'x'.repeat(40),
  })
  const token = uploadToken(
    full.deps.secrets,
    uploadUrl.split('/').at(-1)?.split('.')[0] as string,
    new Date(Date.now() + 60_000),
  )
  const there = await full.person()
  const other = await full.person('other@trailcut.example')
  const sentence = "The server doesn't have room for this file right now. Please try again later."
  expect(await ask(other, 1000)).toEqual([507, sentence])
  const form = await postForm(there, `/api/uploads/${token}`, await clip())
  expect([form.status, await form.json()]).toEqual([507, expect.objectContaining({ code: 'no_space' })])
  const tus = await createTus(there, `/api/uploads/${token}`, 1000)
  expect([tus.status, JSON.parse(await tus.text())]).toEqual([
    507,
    expect.objectContaining({ code: 'no_space' }),
  ])
  // The upload is still there.
  expect(await unsafeFind(full.deps.db, video.id)).toMatchObject({ status: 'uploading' })
})
