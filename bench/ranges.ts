/**
 * How long the ladder of a long video of 1080p30 takes with 1, 2 and 4 workers of half a core each, beside one bare
 * ffmpeg with half a core: from the end of the first playable rendition to the whole ladder, in a cluster of processes
 * on one machine.
 *   node bench/ranges.ts [--minutes 10] [--workers 1,2,4] [--source FILE] (after npm start has built the web app)
 * Goals: at least 0.9 times as fast as workers are many; an hour with 4 workers at least 3 times as fast as with one.
 * The cores are limited by control groups, which takes root. 4 workers need 2 idle cores, and more for the rest.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '#server/core/db/database.ts'
import { startEmbedded } from '#server/core/db/embedded.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { probeFile } from '#server/core/media/probe.ts'
import { ladderFor } from '#server/streaming/rules.ts'
import { inPrivateNetwork } from '#test/harness/machines.ts'
import { type ServerProcess, startServerProcess } from '#test/harness/server-process.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'
import { bareLadder } from './bare-ladder.ts'
import { keepFigures } from './keep.ts'
import { makeMinute } from './minute.ts'

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    workers: { type: 'string', default: '1,2,4' },
    source: { type: 'string' },
  },
})
const counts = options.workers.split(',').map(Number)
const [cores, periodMs] = [0.5, 100]

/** A control group with half a core: https://www.kernel.org/doc/html/latest/admin-guide/cgroup-v2.html, or version 1. */
async function halfACore(name: string) {
  const first = existsSync('/sys/fs/cgroup/cpu')
  const group = path.join(
    first ? '/sys/fs/cgroup/cpu' : '/sys/fs/cgroup',
    `trailcut-bench-${process.pid}-${name}`,
  )
  await mkdir(group)
  const [period, quota] = [periodMs * 1000, periodMs * 1000 * cores]
  if (first) {
    await writeFile(path.join(group, 'cpu.cfs_period_us'), String(period))
    await writeFile(path.join(group, 'cpu.cfs_quota_us'), String(quota))
  } else await writeFile(path.join(group, 'cpu.max'), `${quota} ${period}`)
  const members = path.join(group, 'cgroup.procs')
  return {
    members,
    add: (pid: number | undefined) => writeFile(members, String(pid)),
    // A process that has just ended is a member for a moment.
    async remove() {
      for (let tries = 0; tries < 50; tries++) {
        const gone = await rmdir(group).then(
          () => true,
          () => false,
        )
        if (gone) return
        await pause(100)
      }
      console.error(`${group} could not be removed`)
    },
  }
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-bench-ranges-'))
const postgres = await startEmbedded({ folder: path.join(folder, 'postgres') })
const databaseUrl = postgres.url('postgres')
const db = openDatabase(databaseUrl, () => undefined, { max: 2 })
const dataDir = path.join(folder, 'data')
const running = new Set<ServerProcess>()
const limited: Awaited<ReturnType<typeof halfACore>>[] = []

async function start(env: Record<string, string>): Promise<ServerProcess> {
  const server = await startServerProcess({
    dataDir,
    env: {
      ...inPrivateNetwork(databaseUrl),
      ...{ CPU_MINUTES_PER_DAY: '1000000', CPU_MINUTES_PER_DAY_UNVERIFIED: '1000000' },
      ...env,
    },
  })
  running.add(server)
  return server
}

async function stop(server: ServerProcess): Promise<void> {
  running.delete(server)
  await server.stop()
}

interface State {
  playable: boolean
  percent: number
  ranges: number
  /** why it was refused */
  error: unknown
}

/** How far a video's first rendition and ladder are. @throws {Error} if it was refused */
async function stateOf(id: string): Promise<State> {
  const { rows } = await sql<State>`
    select ladder_progress as percent, processing_error as error,
      not exists (select from jobs.job where name in ('videos.ingest', 'videos.playable') and state <= 'active') as playable,
      (select count(*)::int from jobs.job where name = 'videos.ladder' and data ? 'range'
        and data ->> 'videoId' = ${id}) as ranges
    from videos where id = ${id}`.execute(db)
  if (!rows[0]) throw new Error('The video is gone')
  if (rows[0].error) throw new Error(`The video was refused: ${JSON.stringify(rows[0].error)}`)
  return rows[0]
}

/** The same film by this many workers. @returns seconds, and in how many ranges */
async function measure(
  count: number,
  file: string,
  rider: ApiClient,
): Promise<{ seconds: number; ranges: number }> {
  const workers: ServerProcess[] = []
  for (let n = 0; n < count; n++) {
    const worker = await start({ ROLE: 'worker', WORKER_QUEUES: 'videos.ladder' })
    const core = await halfACore(`${count}-${n}`)
    limited.push(core)
    await core.add(worker.process.pid)
    workers.push(worker)
  }
  const { video, uploadUrl, size } = await rider.requestUpload(file)
  await rider.sendFile(file, uploadUrl, size)
  while (!(await stateOf(video.id)).playable) await pause(200)
  const begun = performance.now()
  while ((await stateOf(video.id)).percent < 100) await pause(200)
  const seconds = (performance.now() - begun) / 1000
  for (const worker of workers) await stop(worker)
  return { seconds, ranges: (await stateOf(video.id)).ranges }
}

try {
  await migrate(databaseUrl)
  await mkdir(dataDir)
  let film = options.source
  if (!film) {
    film = path.join(folder, 'film.mp4')
    const minutes = Number(options.minutes)
    const loop = ['-stream_loop', String(minutes - 1), '-i', await makeMinute(folder)]
    // The sound of each minute is a little longer, and no video may be longer than an hour.
    const end = ['-t', String(minutes * 60 - 1)]
    await promisify(execFile)('ffmpeg', ['-v', 'error', ...loop, ...end, '-c', 'copy', film])
  }
  const probe = await probeFile(film, 'mov')
  const renditions = ladderFor(probe).map(({ width, height, maxBitrate, audioBitrate }) => ({
    ...{ size: `${width}:${height}`, rate: maxBitrate, sound: String(audioBitrate) },
  }))
  console.log(
    `${(probe.durationSeconds / 60).toFixed(1)} minutes, ${cores} cores each by control groups, load ${os.loadavg()[0]}`,
  )

  const core = await halfACore('bare')
  limited.push(core)
  const begun = performance.now()
  const within = ['sh', '-c', 'echo $$ > "$0"; exec "$@"', core.members]
  await bareLadder(film, path.join(folder, 'bare'), { within, renditions })
  const bare = (performance.now() - begun) / 1000
  await rm(path.join(folder, 'bare'), { recursive: true })
  console.log(`bare ffmpeg  ${bare.toFixed(1)} s`)

  const rider = new ApiClient((await start({ ROLE: 'web' })).url)
  await rider.signIn('sam.test@trailcut.app')
  await start({ ROLE: 'worker', WORKER_QUEUES: 'videos.ingest,videos.playable' })
  const kept: Record<string, number> = {}
  let one = Number.NaN
  for (const count of counts) {
    const { seconds, ranges } = await measure(count, film, rider)
    if (count === 1) one = seconds
    const faster = one / seconds
    kept[`linear${count}`] = Number((faster / count).toFixed(2))
    console.log(
      `${count} workers    ${seconds.toFixed(1)} s in ${Math.max(1, ranges)} ranges, ${(seconds / bare).toFixed(2)} times the bare ffmpeg, ${faster.toFixed(2)} times as fast as one worker (${(faster / count).toFixed(2)} of linear)`,
    )
  }
  await keepFigures('ranges', kept)
} finally {
  for (const server of running) await server.stop()
  for (const core of limited) await core.remove()
  await db.destroy()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
