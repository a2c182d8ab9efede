import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect, onTestFinished, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { json } from '#server/core/db/json.ts'
import type { ApiClient } from '../../../scripts/lib/api-client.ts'
import { anyProbe } from '../../harness/probe.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { hostileSidecar } from './hostile-sidecars.ts'

const runs = Number(process.env.HOSTILE_RUNS ?? 12)
const seed = Number(process.env.HOSTILE_SEED ?? 1)
/** Size of the largest attributes, comments and lines. */
const megabytes = Number(process.env.HOSTILE_MB ?? 1)

/** A processed video of the rider's that telemetry can be added to. */
async function addVideo(server: TestServer, rider: ApiClient): Promise<string> {
  const { id: userId } = await rider.json<{ id: string }>(api.user)
  const id = randomUUID()
  await server.deps.db
    .insertInto('videos')
    .values({
      id,
      user_id: userId,
      title: 'Ride',
      description: '',
      category: 'utv',
      file_name: 'ride.mp4',
      status: 'draft',
      original_key: `originals/${id}/${'0'.repeat(64)}.mp4`,
      original_sha256: '0'.repeat(64),
      uploaded_at: new Date(),
      probe: json(anyProbe),
    })
    .execute()
  return id
}

const send = (client: ApiClient, videoId: string, body: Uint8Array, from = '10.0.0.1') =>
  client.call(api.addTelemetry(videoId), {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'x-forwarded-for': from },
    body: new Uint8Array(body),
  })

/** Resolves with the next process that reads telemetry, stopped before it has done anything. */
function nextChildStopped(): Promise<ChildProcess> {
  const { promise, resolve } = Promise.withResolvers<ChildProcess>()
  const stop = (message: unknown) => {
    const child = (message as { process: ChildProcess }).process
    child.once('spawn', () => {
      if (!child.spawnargs.some(arg => arg.endsWith('/child.ts'))) return
      unsubscribe('child_process', stop)
      child.kill('SIGSTOP')
      resolve(child)
    })
  }
  subscribe('child_process', stop)
  onTestFinished(() => void unsubscribe('child_process', stop))
  return promise
}

test('other requests are answered while a hostile telemetry file is being read', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person('sam.test@trailcut.example')
  const video = await addVideo(server, rider)
  const happened: string[] = []
  const reader = nextChildStopped()
  // A name without an end: rereading it from each of its letters would take ten seconds.
  const body = Buffer.from(`<gpx><trk ${'a'.repeat(120_000)}></gpx>`)
  const refused = send(rider, video, body).then(answer => {
    happened.push('the file was answered')
    return answer
  })
  const child = await Promise.race([reader, refused.then(() => null)])
  expect(child, 'the file is read by a process of its own').not.toBeNull()
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  happened.push('healthz was answered')
  child?.kill('SIGCONT')
  expect((await refused).status).toBe(422)
  expect(happened).toEqual(['healthz was answered', 'the file was answered'])
})

test(`${runs} hostile telemetry files (seed ${seed}) are each accepted or refused with a sentence`, {
  timeout: 3_600_000,
}, async () => {
  const server = await startTestServer({ ROLE: 'web', TRUST_PROXY: '1' })
  const rider = await server.person('sam.test@trailcut.example')
  const video = await addVideo(server, rider)
  const met: Record<number, number> = {}
  const wrong: string[] = []
  for (let run = 0; run < runs; run++) {
    const file = hostileSidecar(seed * 1_000_003 + run, megabytes << 20)
    // An address may send 20 a minute.
    const answer = await send(rider, video, file.bytes, `10.0.${run >> 8}.${run & 255}`)
    const body = (await answer.json()) as { message?: string } | null
    met[answer.status] = (met[answer.status] ?? 0) + 1
    const fine = [200, 413, 422].includes(answer.status) && (answer.status === 200 || body?.message)
    if (!fine) wrong.push(`run ${run}, ${file.kind}: ${answer.status} ${body?.message}`)
    if ((await fetch(`${server.url}/healthz`)).status !== 200) wrong.push(`run ${run}: no health`)
  }
  console.log(`${runs} hostile files, by status: ${JSON.stringify(met)}`)
  expect(wrong).toEqual([])
  expect(met[422] ?? 0).toBeGreaterThan(runs / 4)
})
