/**
 * The server restarts at twelve moments of an upload behind nginx and Caddy, while the web app in Chromium sends a file
 * of 12 MB. No part may begin before what the server had, and the stored file must equal the sent one. A rider's
 * 'Resume' and 'Try again' are pressed once the server is back.
 *   node bench/upload-restarts.ts [nginx | nginx-buffering | caddy] [SIGKILL | SIGTERM] [part of a moment's name]
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Page, type Request } from '@playwright/test'
import type { Video } from '#contract/videos.ts'
import { freePort } from '#server/platform/free-port.ts'
import { startServerProcess } from '#test/harness/server-process.ts'
import { makeClip } from '#test/media/clip.ts'

const megabyte = 1024 * 1024
/** Sent in parts of 8 MiB at 4 MB/s. */
const padding = 12 * megabyte
const bytesPerSecond = 4 * megabyte

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

/** What a moment waits for; it restarts the server, which resolves when that is up again. */
interface Attempt {
  page: Page
  restart(): Promise<void>
  /** Runs before a request of this kind goes on, the nth of its kind. */
  at(kind: 'create' | 'HEAD' | 'PATCH', nth: number, run: () => unknown): void
  /** Resolves when so many bytes are on the server's disk. */
  stored(bytes: number): Promise<void>
  /** Resolves with the nth answer to a part. */
  answered(nth: number): Promise<void>
  size: number
}

const moments: Record<string, (attempt: Attempt) => Promise<unknown>> = {
  'before the creation': a => a.restart(),
  'during the creation': async a => a.at('create', 1, () => void a.restart()),
  'before the first HEAD': async a => a.at('HEAD', 1, a.restart),
  'during the first HEAD': async a => a.at('HEAD', 1, () => void a.restart()),
  'before the first PATCH': async a => a.at('PATCH', 1, a.restart),
  'in the first PATCH': async a => void a.stored(3 * megabyte).then(a.restart),
  'before the second PATCH': async a => a.at('PATCH', 2, a.restart),
  'in the second PATCH': async a => void a.stored(10 * megabyte).then(a.restart),
  'in a PATCH, and again during the HEAD after it': async a =>
    void a
      .stored(3 * megabyte)
      .then(a.restart)
      .then(() => a.at('HEAD', 1, () => void a.restart())),
  'near the end': async a => void a.stored(a.size - 200_000).then(a.restart),
  'while the last byte is recorded': async a => void a.stored(a.size).then(a.restart),
  'after the last answer': async a => void a.answered(2).then(a.restart),
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
async function startProxy({ program, args, file, config }: Proxy, ports: { proxy: number; app: number }) {
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

const kindOf = (request: Request) =>
  request.url().endsWith('/api/videos/upload-url') ? 'create' : (request.method() as 'HEAD' | 'PATCH')

/** One upload with its restarts. @returns what went wrong; empty when nothing did */
async function attempt(
  name: string,
  given: {
    page: Page
    url: string
    dataDir: string
    file: string
    kill: () => Promise<void>
    start: () => Promise<void>
  },
): Promise<{ wrong: string[]; said: string }> {
  const { page, url, dataDir, file } = given
  const { size } = await stat(file)
  const wrong: string[] = []
  const offsets: number[] = []
  let [told, onDisk, restarts, over, up] = [0, 0, 0, false, true]
  const hooks: { kind: string; left: number; run: () => unknown }[] = []
  const at: Attempt['at'] = (kind, nth, run) => void hooks.push({ kind, left: nth, run })
  const answers: { left: number; done: () => void }[] = []
  const restart = async () => {
    up = false
    await given.kill()
    restarts++
    onDisk = await bytesIn(dataDir)
    await given.start()
    up = true
  }
  await page.route(/\/api\/(videos\/upload-url$|uploads\/)/, async (route, request) => {
    const kind = kindOf(request)
    if (kind === 'PATCH') {
      const offset = Number(request.headers()['upload-offset'])
      offsets.push(offset)
      if (offset < told) wrong.push(`a part began at ${offset} after the server had said ${told}`)
      if (up && offset < onDisk) wrong.push(`a part began at ${offset} though ${onDisk} had been stored`)
    }
    for (const hook of hooks.filter(one => one.kind === kind)) if (--hook.left === 0) await hook.run()
    await route.continue().catch(() => undefined)
  })
  const listen = async (response: Awaited<ReturnType<Request['response']>> & {}) => {
    if (!response.url().includes('/api/uploads/')) return
    told = Math.max(told, Number(response.headers()['upload-offset'] ?? 0))
    if (response.request().method() === 'PATCH' && response.ok())
      for (const answer of answers) if (--answer.left === 0) answer.done()
  }
  page.on('response', listen)
  try {
    await page.goto(`${url}/upload`)
    await page.getByRole('region', { name: 'Choose a video' }).locator('input[type=file]').setInputFiles(file)
    await page.getByLabel('Title').fill(name)
    const restarting = (moments[name] as (typeof moments)[string])({
      page,
      restart,
      at,
      size,
      async stored(bytes) {
        while (!over && (await bytesIn(dataDir)) < bytes) await wait(10)
      },
      answered: nth => new Promise(done => answers.push({ left: nth, done })),
    })
    // Pressed while the server is away, as riders do; before the creation it is gone already.
    await page.getByRole('button', { name: /^Upload (Video|anyway)$/ }).click()
    await restarting
    const end = Date.now() + 180_000
    for (let stored: Video | undefined; ; await wait(200)) {
      if (Date.now() > end) {
        wrong.push(`it never ended; the page says: ${(await page.locator('main').textContent()).slice(0, 300)}`)
        break
      }
      if (!up) continue
      const list = await page.request.get(`${url}/api/videos/my`).catch(() => null)
      if (!list?.ok()) continue
      stored = ((await list.json()) as Video[]).find(
        video => video.title === name && video.status !== 'uploading',
      )
      if (stored && restarts > 0) {
        const [original] = await readdir(path.join(dataDir, 'objects', 'originals', stored.id))
        const sent = createHash('sha256')
          .update(await readFile(file))
          .digest('hex')
        if (!original?.startsWith(sent)) wrong.push(`${original} isn't what was sent, ${sent}`)
        break
      }
      const again = page.getByRole('button', { name: /^(Resume|Try again)$/ })
      if (await again.first().isVisible())
        await again
          .first()
          .click()
          .catch(() => undefined)
    }
  } finally {
    over = true
    page.off('response', listen)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  const parts = offsets.map(offset => (offset / megabyte).toFixed(1)).join(', ')
  return {
    wrong,
    said: `${restarts} restart(s), ${(onDisk / megabyte).toFixed(1)} MB stored then, parts at ${parts} MB`,
  }
}

const [which, how] = [process.argv[2], (process.argv[3] ?? 'SIGKILL') as 'SIGKILL' | 'SIGTERM']
const part = process.argv[4] ?? ''
const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-restarts-'))
const file = path.join(folder, 'long way.mp4')
await makeClip(file)
const box = Buffer.alloc(padding, 7)
box.writeUInt32BE(padding)
// A box of nothing makes a large file of a short video.
box.write('free', 4)
await appendFile(file, box)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
let failed = false
for (const [name, proxy] of Object.entries(proxies)) {
  if (which && which !== name) continue
  const ports = { proxy: await freePort(), app: await freePort() }
  const running = await startProxy(proxy, ports)
  if (!running) {
    console.log(`${name}: not installed, so nothing is proved: sudo apt-get install ${proxy.program}`)
    failed = true
    continue
  }
  const url = `http://127.0.0.1:${ports.proxy}`
  const dataDir = path.join(folder, name)
  await mkdir(dataDir)
  const startApp = () =>
    startServerProcess({
      dataDir,
      port: ports.app,
      // Nothing is processed: this is about what arrives.
      env: { ROLE: 'web', PUBLIC_URL: url, TRUST_PROXY: '1', LOG_LEVEL: 'error' },
    })
  let app = await startApp()
  try {
    const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
    await page.request.post(`${url}/api/auth/simple-signup`, {
      data: { email: 'restart.rider@trailcut.example', displayName: 'Restart' },
      headers: { origin: url },
    })
    const line = await page.context().newCDPSession(page)
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 5, downloadThroughput: -1, uploadThroughput: bytesPerSecond },
    })
    for (const moment of Object.keys(moments).filter(one => one.includes(part))) {
      const { wrong, said } = await attempt(moment, {
        ...{ page, url, dataDir, file },
        kill: () => (how === 'SIGKILL' ? app.kill() : app.stop()),
        start: async () => {
          app = await startApp()
        },
      })
      failed ||= wrong.length > 0
      console.log(
        `${name}, ${how} ${moment}: ${wrong.length ? `WRONG: ${wrong.join('; ')}` : 'right'} (${said})`,
      )
    }
    await page.context().close()
  } finally {
    await app.stop()
    await running.stop()
  }
}
await browser.close()
await rm(folder, { recursive: true, force: true })
process.exit(failed ? 1 : 0)
