/**
 * What a start costs on a data folder that exists: processor time of the server's process until /readyz answers, and
 * its resident memory then and after some idle seconds, beside a bare Fastify with one route. Medians.
 *   node bench/start.ts [--starts 5] [--idle 10]
 * Programs that the server starts are counted apart, as far as they have ended; PostgreSQL hasn't.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { median } from '#server/analysis/math.ts'
import { freePort } from '#server/core/free-port.ts'
import { startServerProcess } from '#test/harness/server-process.ts'
import { serverArgs, serverEnv } from '../scripts/setup.mjs'
import { cpuOf } from './cpu.ts'
import { keepFigures } from './keep.ts'

const { values: options } = parseArgs({
  options: { starts: { type: 'string', default: '5' }, idle: { type: 'string', default: '10' } },
})

interface Start {
  /** until it answers */
  seconds: number
  cpu: number
  /** of programs that it started and that have ended */
  programs: number
  megabytes: number
  idleMegabytes: number
}

function megabytesOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

async function measure(url: string, process: ChildProcess, begun: number): Promise<Start> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${answer.status} from ${url}`)
  const seconds = (performance.now() - begun) / 1000
  const pid = process.pid as number
  const { own, ended } = cpuOf(pid)
  const megabytes = megabytesOf(pid)
  await setTimeout(Number(options.idle) * 1000)
  return { seconds, cpu: own / 1000, programs: ended / 1000, megabytes, idleMegabytes: megabytesOf(pid) }
}

async function startProduct(dataDir: string): Promise<Start> {
  const begun = performance.now()
  const server = await startServerProcess({ dataDir })
  try {
    return await measure(`${server.url}/readyz`, server.process, begun)
  } finally {
    await server.stop()
  }
}

/** Fastify with one route, run as the server is. */
async function startBare(): Promise<Start> {
  const port = await freePort()
  const program = `import Fastify from 'fastify'
    const app = Fastify()
    app.get('/readyz', async () => ({ ok: true }))
    await app.listen({ port: ${port} })
    console.log('ready')`
  const begun = performance.now()
  const flags = serverArgs.filter(arg => arg.startsWith('--'))
  const child = spawn(process.execPath, [...flags, '--input-type=module', '--eval', program], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { ...process.env, ...serverEnv },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await once(child.stdout, 'data')
    return await measure(`http://localhost:${port}/readyz`, child, begun)
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}

async function several(name: string, start: () => Promise<Start>): Promise<Start> {
  const all: Start[] = []
  const show = (label: string, one: Start) =>
    console.log(
      `${label.padEnd(12)} ${one.cpu.toFixed(2)} s of CPU in ${one.seconds.toFixed(1)} s, programs ${one.programs.toFixed(2)} s; ` +
        `${one.megabytes.toFixed(0)} MB, ${one.idleMegabytes.toFixed(0)} MB after ${options.idle} s idle`,
    )
  for (let n = 0; n < Number(options.starts); n++) {
    all.push(await start())
    show(name, all.at(-1) as Start)
  }
  const of = (pick: (one: Start) => number) => median(all.map(pick))
  const typical = {
    seconds: of(one => one.seconds),
    cpu: of(one => one.cpu),
    programs: of(one => one.programs),
    megabytes: of(one => one.megabytes),
    idleMegabytes: of(one => one.idleMegabytes),
  }
  show('median', typical)
  return typical
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-bench-start-'))
try {
  // Makes the folder and the cache of compiled code.
  await (await startServerProcess({ dataDir: folder })).stop()
  const ours = await several('server', () => startProduct(folder))
  const bare = await several('bare Fastify', startBare)
  await keepFigures('start', {
    cpuSeconds: Number(ours.cpu.toFixed(2)),
    megabytes: Math.round(ours.idleMegabytes),
    bareCpuSeconds: Number(bare.cpu.toFixed(2)),
    bareMegabytes: Math.round(bare.idleMegabytes),
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}
