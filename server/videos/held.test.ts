import path from 'node:path'
import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { confirmationTo, followLink, linkTo, post, signInAtProvider, whoAmI } from '#test/harness/accounts.ts'
import { beginTransaction, lockWaiters } from '#test/harness/locks.ts'
import { startTestServer, type TestServer } from '#test/harness/server.ts'
import { makeClip, scratchFolder } from '#test/media/make.ts'
import type { ApiClient } from '../../scripts/lib/api-client.ts'
import { insertVideo } from './upload/store.ts'

const email = 'owner@example.com'

/** Someone uploads with another person's address, whose owner then verifies it. */
async function takenOver(prove: (server: TestServer, owner: ApiClient) => Promise<unknown>) {
  const server = await startTestServer()
  const typist = await server.person(email)
  const file = await makeClip(path.join(await scratchFolder(), 'ride.mp4'))
  const { video, uploadUrl, size } = await typist.requestUpload(file)
  await typist.sendFile(file, uploadUrl, size)
  const { cfStreamId } = await typist.untilPlayable(video.id)
  const { title } = video
  const owner = await server.person()
  await prove(server, owner)
  expect(await whoAmI(owner)).toMatchObject({ email, emailVerified: true })
  expect(await whoAmI(typist)).toBeNull()
  return { server, owner, id: video.id, streamId: cfStreamId as string, title }
}

const byProvider = (_: TestServer, owner: ApiClient) => signInAtProvider(owner, { email })
const byLink = async (_: TestServer, owner: ApiClient) => {
  await post(owner, api.simpleSignup, { email })
  await followLink(owner, await linkTo(owner, email))
}
const statusOf = async (client: ApiClient, address: string) => (await client.call(address)).status
const titles = async (client: ApiClient) => (await client.json<Video[]>(api.myVideos)).map(v => v.title)

test.each([
  ['at the provider', byProvider],
  ['by a mailed link', byLink],
])('uploads from before the address was verified %s stay hidden until accepted', async (_, prove) => {
  const { server, owner, id, streamId, title } = await takenOver(prove)
  const admin = await server.person()
  await signInAtProvider(admin, { email: 'admin@trailcut.example' })
  const hiddenEverywhere = async (status: number) => {
    for (const address of [api.video(id), api.videoStatus(id), api.aiStatus(id), api.manifest(streamId)])
      for (const client of [owner, admin]) expect(await statusOf(client, address), address).toBe(status)
  }
  expect(await titles(owner)).toEqual([])
  await hiddenEverywhere(404)
  expect(await whoAmI(owner)).toMatchObject({ totalViews: 0, videosProcessing: 0 })
  const { videos } = await owner.json<{ videos: unknown[] }>(api.heldUploads)
  expect(videos).toEqual([
    { id, title, fileName: 'ride.mp4', fileSize: expect.any(Number), createdAt: expect.any(String) },
  ])
  expect(await owner.json<Video[]>(api.myVideosDetailed)).toEqual([])

  expect(await owner.post(api.acceptUploads, {})).toEqual({ count: 1 })
  expect(await titles(owner)).toEqual([title])
  await hiddenEverywhere(200)
  expect(await owner.json(api.heldUploads)).toEqual({ videos: [] })
  expect(await owner.post(api.acceptUploads, {})).toEqual({ count: 0 })
})

test('discarded uploads are deleted with their files', async () => {
  const { server, owner, id } = await takenOver(byProvider)
  expect(await owner.post(api.discardUploads, {})).toEqual({ count: 1 })
  expect(await server.deps.db.selectFrom('videos').select('id').execute()).toEqual([])
  expect(await Array.fromAsync(server.deps.objects.list(`originals/${id}/`))).toEqual([])
  expect(await owner.json(api.heldUploads)).toEqual({ videos: [] })
})

test('uploads after the verification are not held, and neither are those of undisputed accounts', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const owner = await server.person()
  await signInAtProvider(owner, { email })
  await owner.post(api.uploadUrl, { fileName: 'mine.mp4' })
  await signInAtProvider(owner, { email })
  expect(await titles(owner)).toEqual(['mine'])
  const unproven = await server.person('new@example.com')
  await unproven.post(api.uploadUrl, { fileName: 'first.mp4' })
  expect(await titles(unproven)).toEqual(['first'])
  expect((await post(unproven, api.acceptUploads, {})).status).toBe(403)
  expect((await post(unproven, api.discardUploads, {})).status).toBe(403)
})

test('a rider who confirms the address where they signed up keeps uploads and profile', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person()
  await post(rider, api.simpleSignup, { email, displayName: 'Nia Rider' })
  await rider.post(api.uploadUrl, { fileName: 'first.mp4' })
  await post(rider, api.profileUpdate, { biography: 'Sand and rocks' })
  expect(await followLink(rider, await confirmationTo(rider, email))).toBe('/?signInLink=confirmed')
  expect(await whoAmI(rider)).toMatchObject({
    emailVerified: true,
    firstName: 'Nia',
    biography: 'Sand and rocks',
  })
  expect(await titles(rider)).toEqual(['first'])
  expect(await rider.json(api.heldUploads)).toEqual({ videos: [] })
})

test('opening the link of a sign-up in another browser still removes what was added before', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const typist = await server.person()
  await post(typist, api.simpleSignup, { email, displayName: 'Mallory' })
  await typist.post(api.uploadUrl, { fileName: 'first.mp4' })
  const owner = await server.person()
  expect(await followLink(owner, await confirmationTo(owner, email), email)).toBe('/')
  expect(await whoAmI(owner)).toMatchObject({ emailVerified: true, firstName: null })
  expect(await whoAmI(typist)).toBeNull()
  expect(await titles(owner)).toEqual([])
})

test('an upload that an earlier session opens while the address is being verified is held', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  await server.person(email)
  const { id: userId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const newVideo = (id: string): Parameters<typeof insertVideo>[1] => ({
    id,
    userId,
    title: 't',
    description: '',
    category: 'utv',
    fileName: 't.mp4',
    fingerprint: null,
    ownerVerified: false,
  })
  const prove = (tx: typeof db) =>
    tx.updateTable('users').set({ email_verified: true, email_verified_at: new Date() }).execute()
  // The upload comes first and is uncommitted when the verification comes, which waits for it and finds it.
  const commit = await beginTransaction(db, tx =>
    insertVideo(tx, newVideo('00000000-0000-4000-8000-000000000001')),
  )
  const proved = prove(db)
  await expect.poll(() => lockWaiters(db)).toBe(1)
  await commit()
  await proved
  // The verification comes first, and the upload finds it.
  await insertVideo(db, newVideo('00000000-0000-4000-8000-000000000002'))
  const rows = await db.selectFrom('videos').select('held').execute()
  expect(rows).toEqual([{ held: true }, { held: true }])
})
