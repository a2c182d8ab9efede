/**
 * How long nine people with one video each wait for playback while another account has 50 expensive videos in
 * the queue, compared with the nine alone: paired runs, each on its own server.
 *   UPLOADS=50 ROUNDS=1 node bench/fair-queue.ts
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { signInAtProvider } from '#test/harness/accounts.ts'
import { startServerProcess } from '#test/harness/server-process.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'

const run = promisify(execFile)
const uploads = Number(process.env.UPLOADS ?? 50)
const rounds = Number(process.env.ROUNDS ?? 1)
const bar = 3
const nine = Array.from({ length: 9 }, (_, n) => `rider${n}@trailcut.example`)

/** A video that browsers can't play, so its first rendition must be encoded. */
async function makeVideo(file: string, size: string, seconds: number): Promise<string> {
  const source = `testsrc2=size=${size}:rate=30:duration=${seconds}`
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-c:v', 'mpeg4', '-q:v', '5', file])
  return file
}

async function send(client: ApiClient, file: string): Promise<string> {
  const { video, uploadUrl, size } = await client.requestUpload(file)
  await client.sendFile(file, uploadUrl, size)
  return video.id
}

/** Seconds from each of the nine uploads' last byte until it is playable, in upload order. */
async function waits(modest: string, expensive: string | null): Promise<number[]> {
  const server = await startServerProcess()
  try {
    const clients = nine.map(() => new ApiClient(server.url))
    for (const [n, client] of clients.entries()) await client.signIn(nine[n] as string)
    const heavy = new ApiClient(server.url)
    const queued = async () =>
      (await heavy.json<Video[]>(api.myVideos)).filter(video => !video.cfReadyToStream).length
    if (expensive) {
      // With a verified address; others may only have a few open uploads.
      await signInAtProvider(heavy, { email: 'heavy@trailcut.example' })
      for (let n = 0; n < uploads; n++) await send(heavy, expensive)
    }
    const before = expensive ? await queued() : 0
    const seconds = await Promise.all(
      clients.map(async client => {
        const id = await send(client, modest)
        const sent = performance.now()
        await client.untilPlayable(id, 250)
        return (performance.now() - sent) / 1000
      }),
    )
    if (expensive) console.log(`expensive ones not yet playable: ${before} before, ${await queued()} after`)
    return seconds
  } finally {
    await server.stop()
  }
}

const show = (label: string, seconds: number[]) =>
  console.log(`${label.padEnd(28)}${seconds.map(s => s.toFixed(1).padStart(7)).join('')}`)
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-bench-fair-'))
let missed = false
try {
  const modest = await makeVideo(path.join(folder, 'modest.avi'), '1280x720', 10)
  const expensive = await makeVideo(path.join(folder, 'expensive.avi'), '1280x720', 60)
  for (let round = 0; round < rounds; round++) {
    const alone = await waits(modest, null)
    const beside = await waits(modest, expensive)
    show('alone, s', alone)
    show(`beside ${uploads} expensive, s`, beside)
    const last = Math.max(...beside) / Math.max(...alone)
    const each = mean(beside) / mean(alone)
    missed ||= last > bar
    console.log(`all nine playable: ×${last.toFixed(2)}, each on average: ×${each.toFixed(2)} (bar ${bar})`)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exit(missed ? 1 : 0)
