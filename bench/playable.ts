/**
 * Time from the last byte of an upload to the first playable segment, for a 60 s and a 10 min 1080p file,
 * compared with bare `ffmpeg -c copy` to HLS of the same file.
 *   node bench/playable.ts
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { api } from '#contract/paths.ts'
import { startServerProcess } from '#test/harness/server-process.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'
import { keepFigures } from './keep.ts'

const run = promisify(execFile)
const rounds = 3
const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number

async function makeFiles(folder: string): Promise<{ label: string; file: string }[]> {
  const minute = path.join(folder, 'minute.mp4')
  // Noise keeps the bit rate at a camera proxy's; 10 min must stay under the upload limit.
  await run('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=1920x1080:rate=30:duration=60',
    '-f',
    'lavfi',
    '-i',
    'anoisesrc=duration=60:amplitude=0.1',
    '-vf',
    'noise=alls=12:allf=t',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-b:v',
    '6M',
    '-maxrate',
    '6M',
    '-bufsize',
    '6M',
    '-g',
    '30',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    minute,
  ])
  const ten = path.join(folder, 'ten.mp4')
  await run('ffmpeg', ['-v', 'error', '-stream_loop', '9', '-i', minute, '-map', '0', '-c', 'copy', ten])
  return [
    { label: '60 s', file: minute },
    { label: '10 min', file: ten },
  ]
}

/** Bare ffmpeg: time until its first segment is listed, and until it is done. */
async function reference(file: string, folder: string): Promise<{ first: number; whole: number }> {
  const out = await mkdtemp(path.join(folder, 'ref-'))
  const playlist = path.join(out, 'p.m3u8')
  const begun = performance.now()
  const child = spawn('ffmpeg', [
    '-v',
    'error',
    '-i',
    file,
    '-map',
    '0:v',
    '-map',
    '0:a',
    '-c',
    'copy',
    '-f',
    'hls',
    '-hls_time',
    '4',
    '-hls_playlist_type',
    'event',
    '-hls_segment_type',
    'fmp4',
    playlist,
  ])
  const ended = once(child, 'exit')
  while (!existsSync(playlist) && child.exitCode === null)
    await new Promise(resolve => setTimeout(resolve, 5))
  const first = performance.now() - begun
  await ended
  const whole = performance.now() - begun
  await rm(out, { recursive: true })
  return { first, whole }
}

/** Through the product: time until playlist, init and first segment are fetched. */
async function product(client: ApiClient, file: string): Promise<number> {
  const { video, uploadUrl, size } = await client.requestUpload(file)
  await client.sendFile(file, uploadUrl, size)
  const begun = performance.now()
  const status = await client.untilPlayable(video.id, 10)
  const master = api.manifest(status.cfStreamId as string)
  const text = await (await client.call(master)).text()
  const playlist = new URL(
    text.split('\n').find(line => line && !line.startsWith('#')) as string,
    client.base + master,
  )
  const entries = await (await client.call(playlist.href)).text()
  const segment = entries.split('\n').find(line => line && !line.startsWith('#')) as string
  for (const name of ['init.mp4', segment]) {
    const response = await client.call(new URL(name, playlist).href)
    if (!response.ok || !(await response.arrayBuffer()).byteLength)
      throw new Error(`${name} could not be fetched`)
  }
  const took = performance.now() - begun
  await client.json(api.video(video.id), { method: 'DELETE' })
  return took
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-bench-files-'))
const server = await startServerProcess()
try {
  const client = new ApiClient(server.url)
  await client.signIn('bench@trailcut.example')
  for (const { label, file } of await makeFiles(folder)) {
    const megabytes = (await stat(file)).size / 1e6
    const ours: number[] = []
    const theirs: { first: number; whole: number }[] = []
    for (let i = 0; i < rounds; i++) {
      theirs.push(await reference(file, folder))
      ours.push(await product(client, file))
    }
    const first = median(theirs.map(r => r.first))
    const whole = median(theirs.map(r => r.whole))
    const playable = median(ours)
    const kind = label === '60 s' ? 'minute' : 'tenMinutes'
    await keepFigures('playable', {
      [`${kind}Seconds`]: playable / 1000,
      [`${kind}ReferenceSeconds`]: whole / 1000,
    })
    console.log(
      `${label.padEnd(7)} ${megabytes.toFixed(0).padStart(4)} MB: playable ${(playable / 1000).toFixed(2)} s after the last byte; ` +
        `bare ffmpeg first segment ${(first / 1000).toFixed(2)} s (ratio ${(playable / first).toFixed(1)}), whole ${(whole / 1000).toFixed(2)} s (ratio ${(playable / whole).toFixed(2)})`,
    )
  }
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
