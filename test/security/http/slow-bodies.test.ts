import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { startTestServer } from '../../harness/server.ts'
import { makeClip, scratchFolder } from '../../media/make.ts'
import {
  createTus,
  openUpload,
  patchHeaders,
  postForm,
  rawForm,
  rawRequest,
  tusOffset,
} from '../files/upload-support.ts'

const clip = async () => readFile(await makeClip(path.join(await scratchFolder(), 'ride.mp4')))
const impatient = { ROLE: 'web', UPLOAD_IDLE_SECONDS: '0.3', BODY_IDLE_SECONDS: '0.3' }

test('a stalled tus upload gets 408 and resumes where it stopped', async () => {
  const server = await startTestServer(impatient)
  const rider = await server.person('sam.test@trailcut.example')
  const bytes = await clip()
  const { uploadUrl } = await openUpload(rider)
  await createTus(rider, uploadUrl, bytes.length)
  const stalled = rawRequest(server.url + uploadUrl, 'PATCH', patchHeaders(0, bytes.length))
  await stalled.write(bytes.subarray(0, 60_000))
  expect(await stalled.answer).toMatchObject({
    status: 408,
    body: { code: 'timeout', message: expect.stringMatching(/Nothing arrived for 0.3 seconds/) },
  })
  expect(await tusOffset(rider, uploadUrl)).toBe(60_000)
  const rest = rawRequest(server.url + uploadUrl, 'PATCH', patchHeaders(60_000, bytes.length - 60_000))
  await rest.write(bytes.subarray(60_000))
  rest.end()
  expect(await rest.answer).toMatchObject({ status: 204 })
})

test.each([
  ['in its file', 100],
  ['before its file', 0],
])('a form that stalls %s gets 408, and the same address accepts another one', async (_, sent) => {
  const server = await startTestServer(impatient)
  const rider = await server.person('sam.test@trailcut.example')
  const bytes = await clip()
  const { uploadUrl } = await openUpload(rider)
  const stalled = sent
    ? await rawForm(server, uploadUrl, bytes.length)
    : rawRequest(server.url + uploadUrl, 'POST', {
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 1000,
      })
  if (sent) await stalled.write(bytes.subarray(0, sent))
  expect(await stalled.answer).toMatchObject({ status: 408, body: { code: 'timeout' } })
  expect((await postForm(rider, uploadUrl, bytes)).status).toBe(200)
})

test('any other stalled body gets 408', async () => {
  const server = await startTestServer(impatient)
  const rider = await server.person('sam.test@trailcut.example')
  const stalled = rawRequest(server.url + api.uploadUrl, 'POST', {
    'content-type': 'application/json',
    'content-length': 100,
    cookie: rider.cookieHeader,
  })
  await stalled.write('{"fileName":')
  expect(await stalled.answer).toMatchObject({ status: 408, body: { code: 'timeout' } })
  expect(await rider.json<Video[]>(api.myVideos)).toEqual([])
})

test('an interrupted form is a bad request, and the upload can be retried', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person('sam.test@trailcut.example')
  const bytes = await clip()
  const { video, uploadUrl } = await openUpload(rider)
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n'
  const cuts = [
    Buffer.from(head),
    Buffer.concat([Buffer.from(head), bytes.subarray(0, 5000)]),
    Buffer.from('--x'),
  ]
  for (const body of cuts) {
    const answer = await rider.call(uploadUrl, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body,
    })
    expect([answer.status, await answer.json()], body.subarray(0, 80).toString()).toEqual([
      400,
      expect.objectContaining({ code: 'bad_request', message: expect.stringMatching(/connection was lost/) }),
    ])
  }
  expect((await rider.json<Video>(api.video(video.id))).status).toBe('uploading')
  expect((await postForm(rider, uploadUrl, bytes)).status).toBe(200)
})

test('only pages of this site may read the answers of an upload address', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person('sam.test@trailcut.example')
  const { uploadUrl } = await openUpload(rider)
  const asked = (origin?: string) =>
    rider.call(uploadUrl, {
      method: 'HEAD',
      headers: { 'tus-resumable': '1.0.0', ...(origin ? { origin } : {}) },
    })
  for (const origin of ['https://evil.example', 'null', undefined]) {
    const allowed = (await asked(origin)).headers.get('access-control-allow-origin')
    expect(allowed, origin).not.toBe('*')
    expect(allowed, origin).not.toBe(origin ?? '')
  }
  const own = new URL(server.url).origin
  expect((await asked(own)).headers.get('access-control-allow-origin')).toBe(own)
})
