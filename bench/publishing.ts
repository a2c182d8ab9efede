/**
 * How much a worker's memory grows while it publishes a 500 MB file to each platform, how long that takes,
 * and whether every byte arrived. The sandboxes run in this process, the sending in a separate one.
 *   node bench/publishing.ts
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { type ChannelKind, channelKinds } from '#contract/publishing/publications.ts'
import { closePlatforms, startPlatforms } from '#sandbox/platforms.ts'
import { systemClock } from '#server/core/clock.ts'
import { FolderStore } from '#server/core/objects/folder.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { networksOf } from '#server/platforms/index.ts'

const megabyte = 1024 * 1024
const size = 500 * megabyte

interface Order {
  kind: ChannelKind
  url: string
  token: string
  folder: string
}

async function send({ kind, url, token, folder }: Order): Promise<void> {
  const sandbox = { url, credentials: { id: 'x', secret: 'x' } }
  const { publisher, connector } = networksOf(readConfig({}).platforms, { [kind]: sandbox }, systemClock)[
    kind
  ]
  const profile = await connector?.profile(token)
  const objects = new FolderStore(folder)
  // What Node uses after its first requests doesn't depend on the file's size.
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let sent = 0
  /** peak resident memory in each tenth of the file: flat when the later ones are no higher */
  const peaks: number[] = Array(10).fill(0)
  const watch = setInterval(() => {
    const tenth = Math.min(9, Math.floor((sent / size) * 10))
    peaks[tenth] = Math.max(peaks[tenth] ?? 0, process.memoryUsage.rss())
  }, 20)
  const started = performance.now()
  await publisher.post(
    {
      publicationId: '3f0f1c1e-7f0a-4f6e-9a52-0d8a1a7b9c11',
      platform: kind,
      metadata: {
        title: 'A long ride',
        description: '',
        tags: [],
        privacy: profile?.privacyOptions.at(-1),
      },
      file: {
        size,
        type: 'video/mp4',
        durationSeconds: 60,
        async open(start, end) {
          const stream = await objects.get('big.mp4', { start, end })
          if (!stream) throw new Error('The file is gone')
          return stream
        },
      },
      session: null,
      publishAt: null,
      coverAt: null,
    },
    {
      channelId: 'bench',
      externalId: profile?.externalId ?? '',
      settings: {},
      token: async () => token,
      takeUnits: async () => true,
    },
    {
      signal: new AbortController().signal,
      opening: async () => undefined,
      opened: async () => undefined,
      progress: bytes => {
        sent = bytes
      },
    },
  )
  clearInterval(watch)
  const mb = (bytes: number) => Math.round(bytes / megabyte)
  const seconds = (performance.now() - started) / 1000
  console.log(
    `${kind}: resident ${mb(before)} MB before, at most ${mb(Math.max(...peaks))} MB; by tenths of the file ${peaks.map(mb).join(' ')}; ${seconds.toFixed(1)} s, ${Math.round(500 / seconds)} MB/s`,
  )
}

async function makeFile(file: string): Promise<string> {
  const handle = await open(file, 'w')
  const hash = createHash('sha256')
  const block = Buffer.alloc(megabyte)
  for (let i = 0; i < 500; i++) {
    block.fill(i % 251)
    block.writeUInt32BE(i)
    hash.update(block)
    await handle.write(block)
  }
  await handle.close()
  return hash.digest('hex')
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

if (process.argv[2]) {
  await send(JSON.parse(process.argv[2]) as Order)
} else {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-bench-publishing-'))
  const log = pino({ level: 'warn' })
  const social = await startPlatforms(readConfig({}).platforms, { folder, log })
  try {
    const sent = await makeFile(path.join(folder, 'big.mp4'))
    for (const kind of channelKinds) {
      const sandbox = social[kind]
      if (!sandbox) continue
      const code = sandbox.consent('http://x', null)
      const grant = await sandbox.platform.grants.exchange(code, 'http://x', null)
      const order: Order = { kind, url: sandbox.url, token: grant?.accessToken ?? '', folder }
      const child = spawn(process.execPath, ['--expose-gc', import.meta.filename, JSON.stringify(order)], {
        stdio: 'inherit',
      })
      const exit = await new Promise(resolve => child.once('exit', resolve))
      const post = sandbox.platform.posts.all()[0]
      const same = post && (await hashOf(post.file)) === sent
      console.log(`${kind}: ${same ? 'every byte arrived' : 'THE BYTES DIFFER'}`)
      if (exit !== 0 || !same) process.exitCode = 1
      if (post) await rm(post.file)
    }
  } finally {
    await closePlatforms(social)
    await rm(folder, { recursive: true, force: true })
  }
}
