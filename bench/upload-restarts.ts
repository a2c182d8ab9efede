/**
 * The server restarts at twelve moments of an upload behind nginx and Caddy. The web app's own code sends a file of 12 MB.
 * No part may begin before what the server had, and the stored file must equal the sent one. When that code gives up,
 * the upload is resumed once the server is back, as a rider's 'Resume' does.
 *   node bench/upload-restarts.ts [nginx | nginx-buffering | caddy] [SIGKILL | SIGTERM] [pattern of moments]
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Transform } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { createServer } from 'vite'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { startEmbedded } from '#server/core/db/embedded.ts'
import { freePort } from '#server/core/free-port.ts'
import { startProxy, type TestProxy } from '#test/harness/proxy.ts'
import { type ServerProcess, startServerProcess } from '#test/harness/server-process.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'

const megabyte = 1024 * 1024
const bytesPerSecond = 4 * megabyte
/** Sent in two parts, of 8 MiB and the rest: an MP4 by its head, which nothing ever plays. */
const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42'), randomBytes(12 * megabyte)])

// What the web app's code needs of a browser's window.
Object.assign(globalThis, {
  window: Object.assign(new EventTarget(), {
    location: { href: 'http://127.0.0.1/' },
    setInterval,
    clearInterval,
  }),
})
const vite = await createServer({
  ...{ configFile: false, logLevel: 'error', appType: 'custom' },
  server: { middlewareMode: true, ws: false, watch: null },
})
const { startTransfer } = await vite.ssrLoadModule(
  path.resolve(import.meta.dirname, '../web/features/upload/transfer/transfer.ts'),
)

/** Why the web app's code gave up. */
interface Cause {
  kind: string
  status?: number
}

/** Runs the web app's transfer once. In Node its tus client reads a Buffer in place of a File. @returns why it failed */
const transfer = (url: string): Promise<Cause | null> =>
  new Promise(resolve => {
    const events = {
      onProgress: () => undefined,
      onDone: () => resolve(null),
      onFailed: resolve,
    }
    // It asks a File for a byte, to tell a removed card from a broken connection.
    const slice = (from: number, to: number) =>
      Object.assign(film.subarray(from, to), { arrayBuffer: async () => new ArrayBuffer(1) })
    const file = Object.assign(Buffer.from(film), { size: film.length, slice })
    void startTransfer(file, url, events)
  })

interface Proxy {
  program: string
  args(folder: string): string[]
  file: string
  config(ports: { proxy: number; app: number }, folder: string): string
}

const nginx = (more: string): Proxy => ({
  program: 'nginx',
  file: 'nginx.conf',
  args: folder => ['-p', folder, '-c', path.join(folder, 'nginx.conf')],
  config: ({ proxy, app }, folder) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(kind => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
  server {
    listen 127.0.0.1:${proxy};
    client_max_body_size 500m;
    location / {
      proxy_pass http://127.0.0.1:${app};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      ${more}
    }
  }
}`,
})

const proxies: Record<string, Proxy> = {
  nginx: nginx('proxy_buffering off; proxy_request_buffering off;'),
  'nginx-buffering': nginx(''),
  caddy: {
    program: 'caddy',
    file: 'Caddyfile',
    args: folder => ['run', '--config', path.join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
    config: ({ proxy, app }) => `
{
  admin off
  auto_https off
}
http://127.0.0.1:${proxy} {
  reverse_proxy 127.0.0.1:${app}
}`,
  },
}

type Kind = 'create' | 'HEAD' | 'PATCH'

/** What a moment can wait for. */
interface Attempt {
  /** Resolves when the server is up again. */
  restart(): Promise<void>
  /** Runs before the nth request of this kind continues; it waits for what that returns. */
  at(kind: Kind, nth: number, run: () => unknown): void
  /** Resolves when so many bytes are on the server's disk. */
  stored(bytes: number): Promise<void>
  /** Resolves when so many parts were sent with success. */
  answered(nth: number): Promise<void>
}

/** Sets up when the server restarts. Where a promise is returned, the upload begins after it. */
const moments: Record<string, (attempt: Attempt) => unknown> = {
  'before the creation': a => a.at('create', 1, a.restart),
  'during the creation': a => a.at('create', 1, () => void a.restart()),
  'before the first HEAD': a => a.at('HEAD', 1, a.restart),
  'during the first HEAD': a => a.at('HEAD', 1, () => void a.restart()),
  'before the first PATCH': a => a.at('PATCH', 1, a.restart),
  'in the first PATCH': a => a.stored(3 * megabyte).then(a.restart),
  'before the second PATCH': a => a.at('PATCH', 2, a.restart),
  'in the second PATCH': a => a.stored(10 * megabyte).then(a.restart),
  'in a PATCH, and again during the HEAD after it': a =>
    a.stored(3 * megabyte).then(() => {
      a.at('HEAD', 1, () => void a.restart())
      return a.restart()
    }),
  'near the end': a => a.stored(film.length - 200_000).then(a.restart),
  'while the last byte is recorded': a => a.stored(film.length).then(a.restart),
  'after the last answer': a => a.answered(2).then(a.restart),
}

/** Bytes in the folder of arriving files. */
async function bytesIn(dataDir: string): Promise<number> {
  const folder = path.join(dataDir, 'incoming')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = entries
    .filter(entry => entry.isFile() && /^[0-9a-f-]{36}$/.test(entry.name))
    .map(entry =>
      stat(path.join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    )
  return Math.max(0, ...(await Promise.all(sizes)))
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = net.connect(port, '127.0.0.1')
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (open) return
    await wait(50)
  }
}

/** Starts a proxy before the app. @returns null when it isn't installed */
async function startReal({ program, args, file, config }: Proxy, ports: { proxy: number; app: number }) {
  if (spawnSync('which', [program]).status !== 0) return null
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-proxy-'))
  await writeFile(path.join(folder, file), config(ports, folder))
  const child = spawn(program, args(folder), {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', chunk => {
    said += chunk
  })
  const ended = once(child, 'exit')
  await Promise.race([
    untilListening(ports.proxy),
    ended.then(() => Promise.reject(new Error(`${program} ended: ${said}`))),
  ])
  return {
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The server behind a proxy, which the bench can restart. */
interface Stage {
  client: ApiClient
  /** the network before the proxy, as slow as a rider's */
  line: TestProxy
  dataDir: string
  kill(): Promise<void> | undefined
  start(): Promise<void>
}

const kindOf = ({ url, method }: IncomingMessage): Kind | null =>
  url === api.uploadUrl ? 'create' : url?.startsWith('/api/uploads/') ? (method as Kind) : null

/** One upload with its restarts. @returns what went wrong, and what was seen */
async function attempt(name: string, { client, line, dataDir, kill, start }: Stage) {
  const wrong: string[] = []
  const [offsets, failures, hooks]: [number[], string[], { kind: Kind; left: number; run: () => unknown }[]] =
    [[], [], []]
  let [told, onDisk, restarts, answers, over] = [0, 0, 0, 0, false]
  let up = Promise.resolve()
  const until = async (wished: () => Promise<boolean> | boolean) => {
    while (!over && !(await wished())) await wait(5)
  }
  line.before = async asked => {
    const kind = kindOf(asked)
    if (kind === 'PATCH') {
      const offset = Number(asked.headers['upload-offset'])
      offsets.push(offset)
      const had = Math.max(told, onDisk)
      if (offset < had) wrong.push(`a part began at ${offset}, but the server had ${had}`)
    }
    for (const hook of hooks.filter(one => one.kind === kind)) if (--hook.left === 0) await hook.run()
  }
  line.after = (asked, answer) => {
    if (kindOf(asked) === null || !answer.headers['upload-offset']) return
    told = Math.max(told, Number(answer.headers['upload-offset']))
    if (asked.method === 'PATCH') answers++
  }
  const restarting = moments[name]?.({
    restart() {
      // The next request may come, and ask for another one, before this one is over.
      up = up.then(async () => {
        restarts++
        await kill()
        onDisk = Math.max(onDisk, await bytesIn(dataDir))
        await start()
      })
      return up
    },
    at: (kind, nth, run) => void hooks.push({ kind, left: nth, run }),
    stored: bytes => until(async () => (await bytesIn(dataDir)) >= bytes || answers > 1),
    answered: nth => until(() => answers >= nth),
  })
  const asked = () =>
    client.post<{ video: Video; uploadUrl: string }>(api.uploadUrl, {
      fileName: 'a.mp4',
      fileSize: film.length,
    })
  let created = await asked().catch(() => null)
  while (!created) {
    await up
    created = await asked().catch(() => null)
  }
  const { video, uploadUrl } = created
  for (let tries = 0; tries < 20; tries++) {
    const cause = await transfer(new URL(uploadUrl, client.base).href)
    if (!cause) break
    failures.push(String(cause.status ?? cause.kind))
    await up
  }
  await up
  over = true
  await restarting
  await up
  if (!restarts) wrong.push('the server was never restarted')
  const stored = await client.json<Video>(api.video(video.id))
  const [original] = await readdir(path.join(dataDir, 'objects', 'originals', video.id)).catch(() => [])
  const sent = createHash('sha256').update(film).digest('hex')
  if (stored.status !== 'processing' || !original?.startsWith(sent))
    wrong.push(`${stored.status}, ${original} instead of ${sent}`)
  const parts = offsets.map(offset => (offset / megabyte).toFixed(1)).join(', ')
  const gave = failures.length ? `, gave up at ${failures.join(', ')}` : ''
  return {
    wrong,
    seen: `${restarts} restart(s), ${(onDisk / megabyte).toFixed(1)} MB stored then, parts at ${parts} MB${gave}`,
  }
}

const [which, how] = [process.argv[2], (process.argv[3] ?? 'SIGKILL') as 'SIGKILL' | 'SIGTERM']
const part = new RegExp(process.argv[4] ?? '')
const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-restarts-'))
const postgres = await startEmbedded({ folder: path.join(folder, 'postgres') })
let failed = false

/** The network before a proxy: passes on bodies at a rider's speed. */
const slowly = () =>
  new Transform({
    transform: (chunk: Buffer, _encoding, done) =>
      void setTimeout(() => done(null, chunk), (chunk.length / bytesPerSecond) * 1000),
  })

for (const [name, proxy] of Object.entries(proxies)) {
  if (which && which !== name) continue
  const ports = { proxy: await freePort(), app: await freePort() }
  const running = await startReal(proxy, ports)
  if (!running) {
    console.log(`${name}: not installed, so nothing is proved: sudo apt-get install ${proxy.program}`)
    failed = true
    continue
  }
  const line = await startProxy(ports.proxy, slowly)
  const dataDir = path.join(folder, name)
  await mkdir(dataDir)
  const startApp = () =>
    startServerProcess({
      dataDir,
      port: ports.app,
      env: {
        DATABASE_URL: postgres.url('postgres'),
        // Nothing is processed: this is about what arrives.
        ...{ ROLE: 'web', PUBLIC_URL: line.url, TRUST_PROXY: '2', LOG_LEVEL: 'error' },
      },
    })
  let app: ServerProcess | undefined
  try {
    app = await startApp()
    const client = new ApiClient(line.url)
    await client.signIn(`${name}@trailcut.example`)
    for (const moment of Object.keys(moments).filter(one => part.test(one))) {
      const { wrong, seen } = await attempt(moment, {
        ...{ client, line, dataDir },
        kill: () => (how === 'SIGKILL' ? app?.kill() : app?.stop()),
        start: async () => {
          app = await startApp()
        },
      })
      failed ||= wrong.length > 0
      console.log(
        `${name}, ${how} ${moment}: ${wrong.length ? `WRONG: ${wrong.join('; ')}` : 'right'} (${seen})`,
      )
    }
  } finally {
    await app?.stop()
    await line.stop()
    await running.stop()
  }
}
await vite.close()
await postgres.stop()
await rm(folder, { recursive: true, force: true })
process.exit(failed ? 1 : 0)
