import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import type { aiStatusAnswer, streamStatusAnswer, Video } from '#contract/videos.ts'
import { freePort } from '#server/core/free-port.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'
import { type ServerProcess, startServerProcess } from './harness/server-process.ts'
import { makeClip, scratchFolder } from './media/make.ts'
import { createTus, tusHeaders, tusOffset } from './security/files/upload-support.ts'

/** A server process that can be killed and restarted on the same folder and port. */
async function mortal() {
  const dataDir = await scratchFolder()
  const port = await freePort()
  let current: ServerProcess = await startServerProcess({ dataDir, port })
  onTestFinished(() => current.stop())
  const client = new ApiClient(current.url)
  await client.signIn('sam.test@trailcut.example')
  return {
    client,
    dataDir,
    kill: () => current.kill(),
    async revive() {
      current = await startServerProcess({ dataDir, port })
    },
  }
}

test('an upload resumes after SIGKILL with at most one chunk sent again', async () => {
  const server = await mortal()
  const { client } = server
  const file = await makeClip(path.join(await scratchFolder(), 'ride.mp4'), {
    seconds: 4,
    size: '1280x720',
    extra: ['-b:v', '20M', '-minrate', '20M', '-x264-params', 'nal-hrd=cbr', '-bufsize', '20M'],
  })
  const bytes = new Uint8Array(await readFile(file))
  const chunk = Math.floor(bytes.length / 3)
  const { video, uploadUrl } = await client.requestUpload(file)
  await createTus(client, uploadUrl, bytes.length)
  const patch = (from: number, body: RequestInit['body']) =>
    client.call(uploadUrl, {
      method: 'PATCH',
      headers: tusHeaders({
        'upload-offset': String(from),
        'content-type': 'application/offset+octet-stream',
      }),
      body,
      ...({ duplex: 'half' } as object),
    })
  expect((await patch(0, bytes.subarray(0, chunk))).status).toBe(204)

  // The second chunk arrives halfway: its body stays open until the server is dead.
  const sentHalf = Promise.withResolvers<void>()
  const dead = Promise.withResolvers<void>()
  const broken = patch(
    chunk,
    new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes.subarray(chunk, chunk + Math.floor(chunk / 2)))
        sentHalf.resolve()
        await dead.promise
        controller.error(new Error('the line is gone'))
      },
    }),
  ).catch(() => null)
  await sentHalf.promise
  await server.kill()
  dead.resolve()
  await broken
  await server.revive()

  const offset = await tusOffset(client, uploadUrl)
  expect(offset).toBeGreaterThanOrEqual(chunk)
  expect((await patch(offset, bytes.subarray(offset))).status).toBe(204)
  expect((await client.untilPlayable(video.id)).status).toBe('draft')
})

test('a video whose processing and analysis were killed twice recovers by itself and ends ready and analyzed', async () => {
  const server = await mortal()
  const { client } = server
  const file = await makeClip(path.join(await scratchFolder(), 'ride.mp4'), { seconds: 12, size: '640x480' })
  const { video, uploadUrl, size } = await client.requestUpload(file)
  await client.sendFile(file, uploadUrl, size)
  await server.kill()
  await server.revive()
  await client.untilPlayable(video.id)
  await server.kill()
  await server.revive()

  const ladder = await client.until(
    () => client.json<z.infer<typeof streamStatusAnswer>>(api.videoStatus(video.id)),
    s => s.ladderProgress === 100,
  )
  expect(ladder).toMatchObject({ status: 'draft', cfProcessingStatus: 'ready', renditions: [480, 240] })
  const ai = await client.until(
    () => client.json<z.infer<typeof aiStatusAnswer>>(api.aiStatus(video.id)),
    s => s.completed || s.aiProcessingStatus === 'failed',
  )
  expect(ai).toMatchObject({ aiProcessingStatus: 'completed', progress: 100 })
  expect(await client.json<Video[]>(api.myVideos)).toHaveLength(1)
})

test('the ledger check reads the embedded database beside a running server and leaves it running', async () => {
  const { client, dataDir } = await mortal()
  const { PATH, HOME, TMPDIR } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/ledger-check.ts'], {
    env: { PATH, HOME, TMPDIR, DATA_DIR: dataDir },
  })
  expect(stdout).toContain('everything is right')
  expect(await client.json<Video[]>(api.myVideos)).toEqual([])
})
