/**
 * How fast segments of a published video are served from the folder store, beside nginx with the same files, and beside
 * a bare server of Node that sends them by the same code. The three take turns; wrk asks over 32 connections.
 *   node bench/segments.ts [--seconds 3] [--rounds 3] [--workers auto]
 * Needs nginx and wrk: apt-get install nginx-light wrk. `--workers` is how many processes nginx has; ours is one.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { median } from '#server/analysis/math.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { startEmbedded } from '#server/core/db/embedded.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { freePort } from '#server/core/free-port.ts'
import { FolderStore } from '#server/core/objects/folder.ts'
import { startNginx } from '#test/harness/nginx.ts'
import { startServerProcess } from '#test/harness/server-process.ts'
import { addStream } from '#test/harness/stream.ts'
import { cpuOf } from './cpu.ts'
import { keepFigures } from './keep.ts'

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    workers: { type: 'string', default: 'auto' },
    bare: { type: 'string' },
    port: { type: 'string' },
  },
})

const sizes = [
  { name: '3 MB', bytes: 3_000_000, figure: 'largeRatio' },
  { name: '300 kB', bytes: 300_000, figure: 'smallRatio' },
] as const

/** Nothing but the files. */
async function serveBare(folder: string): Promise<void> {
  const store = new FolderStore(folder)
  const server = http.createServer(async (request, response) => {
    const object = await store.open((request.url ?? '').slice(1))
    const body = await object?.body()
    if (!object || !body) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': object.size })
    response.once('close', () => body.destroy())
    body.pipe(response)
  })
  server.listen(Number(options.port), '127.0.0.1', () => process.send?.('ready'))
}

/** Processor time of a process and its children so far, ms. */
function cpuWithChildren(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return [pid, ...children.map(Number)].reduce((sum, one) => sum + cpuOf(one).own, 0)
}

interface Load {
  perSecond: number
  /** ms of processor time per answer: on a machine that others use, this says more */
  cpu: number
}

async function load(url: string, pid: number): Promise<Load> {
  const args = ['-t1', '-c32', `-d${options.seconds}s`, url]
  const before = cpuWithChildren(pid)
  const { stdout } = await promisify(execFile)('wrk', args)
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  const cpu = (cpuWithChildren(pid) - before) / Number(/(\d+) requests in/.exec(stdout)?.[1])
  return { perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]), cpu }
}

async function compare(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-bench-'))
  const root = path.join(folder, 'product', 'objects')
  const closing: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const database = await startEmbedded({ folder: path.join(folder, 'postgres') })
    closing.push(() => database.stop())
    const databaseUrl = database.url('postgres')
    await migrate(databaseUrl)
    const db = openDatabase(databaseUrl, () => undefined)
    const wanted = sizes.map(({ bytes }) => bytes)
    const { segments } = await addStream(db, new FolderStore(root), wanted)
    await db.destroy()
    const product = await startServerProcess({
      dataDir: path.join(folder, 'product'),
      env: { DATABASE_URL: databaseUrl, ROLE: 'web', LOG_LEVEL: 'info' },
      onLine: () => {},
    })
    closing.push(() => product.stop())
    const nginx = await startNginx(`root ${root};`, { workers: options.workers })
    closing.push(() => nginx.close())
    const port = String(await freePort())
    const args = [...process.execArgv, import.meta.filename, '--bare', root, '--port', port]
    const bare = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    closing.push(() => bare.kill())
    await once(bare, 'message')

    console.log('               answers per second         ratio           CPU ms per answer')
    console.log('segment     ours   bare Node    nginx   ours   bare   ours   bare Node   nginx')
    const kept: Record<string, number> = {}
    for (const [n, { name, figure }] of sizes.entries()) {
      const { key, address } = segments[n] as (typeof segments)[number]
      const rounds: { ours: Load; bare: Load; nginx: Load }[] = []
      for (let round = 0; round < Number(options.rounds); round++)
        rounds.push({
          nginx: await load(`${nginx.url}/${key}`, nginx.pid),
          ours: await load(product.url + address, product.process.pid as number),
          bare: await load(`http://127.0.0.1:${port}/${key}`, bare.pid as number),
        })
      const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))
      const ratio = of(one => one.ours.perSecond / one.nginx.perSecond)
      kept[figure] = Number(ratio.toFixed(2))
      const cells: [number, digits: number, width: number][] = [
        [of(one => one.ours.perSecond), 0, 7],
        [of(one => one.bare.perSecond), 0, 11],
        [of(one => one.nginx.perSecond), 0, 8],
        [ratio, 2, 6],
        [of(one => one.bare.perSecond / one.nginx.perSecond), 2, 6],
        [of(one => one.ours.cpu), 2, 6],
        [of(one => one.bare.cpu), 2, 11],
        [of(one => one.nginx.cpu), 2, 7],
      ]
      const texts = cells.map(([value, digits, width]) => value.toFixed(digits).padStart(width))
      console.log([name.padEnd(8), ...texts].join(' '))
    }
    await keepFigures('segments', kept)
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

if (options.bare) await serveBare(options.bare)
else await compare()
