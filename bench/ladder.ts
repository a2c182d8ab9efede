/**
 * What the ladder of a minute of 1080p30 costs: the product's own beside one bare ffmpeg that makes the same renditions
 * from one decode, in turns and at the same priority; then how much each rendition resembles the source (SSIM).
 *   node bench/ladder.ts [rounds=3] [a minute of 1080p30]
 * Goal: at most 1.02 times the bare ffmpeg. On a busy machine only the ratio of CPU says something.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { median } from '#server/analysis/math.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { startEmbedded } from '#server/core/db/embedded.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { type Probe, probeFile } from '#server/core/media/probe.ts'
import { FolderStore } from '#server/core/objects/folder.ts'
import { findLive, makeLadder } from '#server/streaming/index.ts'
import { oneWorker } from '#test/harness/ladder.ts'
import { makeCreator } from '#test/harness/money.ts'
import { makeVideo } from '#test/harness/review.ts'
import { bareLadder } from './bare-ladder.ts'
import { cpuOf } from './cpu.ts'
import { keepFigures } from './keep.ts'
import { makeMinute } from './minute.ts'

const run = promisify(execFile)
const [rounds = '3', given] = process.argv.slice(2)

interface Cost {
  wallSeconds: number
  cpuSeconds: number
}

/** What work costs in this process and the programs that it starts. */
async function measure(work: () => Promise<unknown>): Promise<Cost> {
  const cpu = () => {
    const { own, ended } = cpuOf(process.pid)
    return (own + ended) / 1000
  }
  const [before, begun] = [cpu(), performance.now()]
  await work()
  return { wallSeconds: (performance.now() - begun) / 1000, cpuSeconds: cpu() - before }
}

/** How much a rendition resembles the source at its size, 0 to 1. https://ffmpeg.org/ffmpeg-filters.html#ssim */
async function similarity(rendition: string, file: string, width: number, height: number): Promise<number> {
  // By number: their times begin where their sound does.
  const frames = 'settb=1/30,setpts=N'
  const graph = `[1:v]scale=${width}:${height}:flags=bicubic,format=yuv420p,${frames}[source];[0:v]${frames}[made];[made][source]ssim`
  const input = ['-allowed_extensions', 'ALL', '-i', rendition, '-i', file]
  const { stderr } = await run('ffmpeg', ['-nostdin', ...input, '-lavfi', graph, '-f', 'null', '-'])
  const all = /All:([\d.]+)/.exec(stderr)?.[1]
  if (all === undefined) throw new Error('ffmpeg said nothing about the similarity')
  return Number(all)
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-bench-ladder-'))
const postgres = await startEmbedded({ folder: path.join(folder, 'postgres') })
const url = postgres.url('postgres')
const db = openDatabase(url, () => undefined, { max: 2 })
const objects = new FolderStore(path.join(folder, 'objects'))

async function product(file: string, probe: Probe): Promise<string> {
  const { id: videoId, streamId } = await makeVideo(db, await makeCreator(db))
  const signal = new AbortController().signal
  const source = { videoId, streamId, probe, sha256: videoId, file }
  const options = { signal, onFraction: () => undefined, onDone: async () => undefined, ...oneWorker }
  await makeLadder({ db, objects }, source, options)
  return videoId
}

try {
  await migrate(url)
  const file = given ?? (await makeMinute(folder))
  const probe = await probeFile(file, 'mov')
  const ours: Cost[] = []
  const theirs: Cost[] = []
  let videoId = ''
  for (let round = 0; round < Number(rounds); round++) {
    const out = path.join(folder, `bare-${round}`)
    theirs.push(await measure(() => bareLadder(file, out)))
    ours.push(
      await measure(async () => {
        videoId = await product(file, probe)
      }),
    )
    await rm(out, { recursive: true })
  }
  // Each round's own ratio: a machine that grows slower meanwhile slows both.
  const ratioOf = (of: keyof Cost) => median(ours.map((cost, i) => cost[of] / (theirs[i] as Cost)[of]))
  const middle = (costs: Cost[], of: keyof Cost) => median(costs.map(cost => cost[of]))
  const ratios = { wall: ratioOf('wallSeconds'), cpu: ratioOf('cpuSeconds') }
  const alike: Record<string, number> = {}
  for (const { prefix, width, height } of await findLive(db, videoId)) {
    const playlist = path.join(folder, 'objects', prefix, 'playlist.m3u8')
    alike[`ssim${height}`] = Number((await similarity(playlist, file, width, height)).toFixed(4))
  }
  await keepFigures('ladder', { cpuRatio: Number(ratios.cpu.toFixed(2)), ...alike })
  for (const [name, costs] of Object.entries({ 'bare ffmpeg': theirs, product: ours }))
    console.log(
      `${name.padEnd(12)} ${middle(costs, 'wallSeconds').toFixed(1)} s, ${middle(costs, 'cpuSeconds').toFixed(1)} s CPU`,
    )
  console.log(
    `ratio        ${ratios.wall.toFixed(3)}, of CPU ${ratios.cpu.toFixed(3)} (goal 1.02; load ${os.loadavg()[0]?.toFixed(1)})`,
  )
  console.log(
    Object.entries(alike)
      .map(([name, value]) => `${name.replace('ssim', 'SSIM ')}p ${value.toFixed(4)}`)
      .join(', '),
  )
} finally {
  await db.destroy()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
