import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { startTestServer } from '../../harness/server.ts'
import { bytesOnTheWay, createTus, openUpload, patchHeaders, rawRequest } from '../files/upload-support.ts'

const refusal = { status: 429, body: { code: 'too_many_requests' } }
const videoHead = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42'), Buffer.alloc(500)])
/** Requests without a body stay open, however slow the machine is. */
const patient = { ROLE: 'web', BODY_IDLE_SECONDS: '600', UPLOAD_IDLE_SECONDS: '600' }
const stall = (address: string, headers: Record<string, string> = {}) =>
  rawRequest(address, 'POST', {
    'content-type': 'application/json',
    'content-length': 10,
    expect: '100-continue',
    ...headers,
  })

test('a network has a limited number of open requests, and finishing one makes room', async () => {
  const server = await startTestServer({ ...patient, OPEN_REQUESTS_PER_NETWORK: '3' })
  // Nothing before them: a request counts until its connection has reported the end of the answer.
  const held = [1, 2, 3].map(() => stall(server.url + api.simpleSignup))
  await Promise.all(held.map(request => request.accepted))
  const refused = await fetch(`${server.url}/api/app`)
  const answered = Promise.race([...held.map(request => request.answer), 'nothing'])
  expect(refused.status, `answered early: ${JSON.stringify(await answered)}`).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await refused.json()).toMatchObject({ message: expect.stringMatching(/Too many requests at once/) })
  held[0]?.cut()
  await expect.poll(async () => (await fetch(`${server.url}/api/app`)).status).toBe(200)
  for (const request of held) request.cut()
})

test('a person has a limited number of open requests, by session and at the upload addresses', async () => {
  const server = await startTestServer({ ...patient, OPEN_REQUESTS_PER_PERSON: '2' })
  const rider = await server.person('sam.test@trailcut.example')
  const other = await server.person('other@trailcut.example')
  const uploads = await Promise.all([openUpload(rider), openUpload(rider)])
  for (const { uploadUrl } of uploads) await createTus(rider, uploadUrl, 1000)
  const held = uploads.map(({ uploadUrl }) =>
    rawRequest(server.url + uploadUrl, 'PATCH', patchHeaders(0, 1000)),
  )
  for (const request of held) await request.write(videoHead)
  await expect.poll(() => bytesOnTheWay(server)).toBe(2 * videoHead.length)
  expect((await rider.call(api.user)).status).toBe(429)
  const third = rawRequest(server.url + (uploads[0]?.uploadUrl ?? ''), 'PATCH', patchHeaders(0, 1000))
  expect(await third.answer).toMatchObject(refusal)
  expect((await other.call(api.user)).status).toBe(200)
  for (const request of held) request.cut()
  await expect.poll(async () => (await rider.call(api.user)).status).toBe(200)
})
