/**
 * Response times of /healthz while a server reads hostile telemetry files, alternating with the same server
 * without them, and the growth of its resident memory.
 *   HOSTILE_RUNS=1000 HOSTILE_MB=60 node bench/hostile-telemetry.ts
 */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { api } from '#contract/paths.ts'
import { startServerProcess } from '#test/harness/server-process.ts'
import { makeClip } from '#test/media/make.ts'
import { hostileSidecar } from '#test/security/files/hostile-sidecars.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'

const files = Number(process.env.HOSTILE_RUNS ?? 200)
const seed = Number(process.env.HOSTILE_SEED ?? 1)
const largest = Number(process.env.HOSTILE_MB ?? 60) << 20
const rounds = 4
const megabyte = 1024 * 1024

const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] as number
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-bench-hostile-'))
const server = await startServerProcess({ env: { TRUST_PROXY: '1' } })
const met: Record<number, number> = {}
const times = { alone: [] as number[], attacked: [] as number[] }
let next = 0

/** Requests /healthz every 10 ms until the work is done; records the milliseconds of each answer. */
async function during(work: Promise<unknown>, kept: number[]): Promise<void> {
  let going = true
  const done = work.finally(() => {
    going = false
  })
  while (going) {
    const begun = performance.now()
    await (await fetch(`${server.url}/healthz`)).text()
    kept.push(performance.now() - begun)
    await pause(10)
  }
  await done
}

try {
  const rider = new ApiClient(server.url)
  await rider.signIn('bench@trailcut.example')
  const clip = await makeClip(path.join(folder, 'clip.mp4'), { seconds: 2 })
  const { video, uploadUrl, size } = await rider.requestUpload(clip)
  await rider.sendFile(clip, uploadUrl, size)
  await rider.untilAnalyzed(video.id)
  const attack = async (until: number) => {
    while (next < until) {
      const run = next++
      const { bytes } = hostileSidecar(seed * 1_000_003 + run, largest)
      const { status } = await rider.call(api.addTelemetry(video.id), {
        method: 'POST',
        headers: {
          'content-type': 'application/octet-stream',
          'x-forwarded-for': `10.0.${run >> 8}.${run & 255}`,
        },
        body: new Uint8Array(bytes),
      })
      met[status] = (met[status] ?? 0) + 1
    }
  }
  await during(attack(4), [])
  const before = await server.residentBytes()
  let peak = before
  for (let round = 1; round <= rounds; round++) {
    await during(pause(5000), times.alone)
    const until = 4 + Math.ceil((files * round) / rounds)
    await during(Promise.all([attack(until), attack(until)]), times.attacked)
    peak = Math.max(peak, await server.residentBytes())
  }
  const [alone, attacked] = [quantile(times.alone, 0.99), quantile(times.attacked, 0.99)]
  console.log(`${files} hostile files, by status: ${JSON.stringify(met)}`)
  console.log(
    `/healthz p99 ${attacked.toFixed(1)} ms, alone ${alone.toFixed(1)} ms: ratio ${(attacked / alone).toFixed(2)} (bar 3)`,
  )
  console.log(
    `resident ${Math.round(before / megabyte)} MB before, ${Math.round(peak / megabyte)} MB at most`,
  )
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
