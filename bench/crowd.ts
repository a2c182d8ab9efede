/**
 * Everything at once, as on a busy evening: viewers who ask for a segment every four seconds, riders who upload over lines
 * of 20 Mb/s each, and people who click through signed-in pages. Prints answers, refusals, p50 and p99 of each, how
 * fast uploads go beside how fast they go alone, and the server's memory at the middle and the end.
 *   node bench/crowd.ts [--seconds 600] [--viewers 1000] [--uploads 20] [--people 50]
 * The crowd runs in processes of its own, on the same processors.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { api } from '#contract/paths.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { startEmbedded } from '#server/core/db/embedded.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { FolderStore } from '#server/core/objects/folder.ts'
import { startServerProcess } from '#test/harness/server-process.ts'
import { addStream } from '#test/harness/stream.ts'
import { ride } from '#test/media/ride.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'
import { seedScale, userId } from '../scripts/seed-scale.ts'
import { keepFigures } from './keep.ts'

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    viewers: { type: 'string', default: '1000' },
    uploads: { type: 'string', default: '20' },
    people: { type: 'string', default: '50' },
    part: { type: 'string' },
  },
})

/** One segment of a rendition of 2.5 Mb/s. */
const segmentMs = 4000
const segmentBytes = 1_250_000
/** A rider's line. */
const bytesPerSecond = 2_500_000
const pieceBytes = 64 * 1024

/** How much a rider sends at once: two minutes of their line, most of it a box that holds nothing. */
const fileBytes = 300_000_000

const boxHead = Buffer.alloc(8)
boxHead.writeUInt32BE(fileBytes, 0)
boxHead.write('free', 4, 'latin1')
const emptyPiece = Buffer.alloc(pieceBytes)

/** What a part of the crowd does, and what it measured. */
interface Task {
  kind: 'viewers' | 'uploads' | 'people'
  server: string
  count: number
  seconds: number
  addresses: string[]
  cookies: string[]
  file: string
}
interface Told {
  /** ms of each answer */
  times: number[]
  /** how many answers there were, by status; 0 for none */
  statuses: Record<string, number>
  bytes: number
}

/** Does something again and again until the time is over. */
async function repeat(end: number, work: () => Promise<unknown>): Promise<void> {
  while (performance.now() < end) await work()
}

/** What arrives is only counted, so that the crowd takes no more of the processors than it must. */
const arrives = Buffer.allocUnsafe(256 * 1024)

/** A viewer's connection, which asks for one thing after another. */
function connectTo(server: string, told: Told): (address: string) => Promise<number> {
  const { hostname, port } = new URL(server)
  let answered = Promise.withResolvers<number>()
  let head = ''
  let left = Number.NaN
  const socket = net.connect({
    ...{ host: hostname, port: Number(port) },
    onread: {
      buffer: arrives,
      callback: bytes => {
        told.bytes += bytes
        left -= bytes
        if (Number.isNaN(left)) {
          head += arrives.toString('latin1', 0, bytes)
          const end = head.indexOf('\r\n\r\n')
          const length = /content-length: (\d+)/i.exec(head)?.[1]
          if (end > 0) left = Number(length ?? 0) - (head.length - end - 4)
        }
        if (left <= 0) answered.resolve(Number(head.slice(9, 12)))
        return true
      },
    },
  })
  socket.once('error', error => answered.reject(error))
  socket.once('close', () => answered.reject(new Error('The server closed the connection')))
  return address => {
    head = ''
    left = Number.NaN
    answered = Promise.withResolvers()
    socket.write(`GET ${address} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`)
    return answered.promise
  }
}

async function view(task: Task, told: Told, end: number): Promise<void> {
  await Promise.all(
    Array.from({ length: task.count }, async (_, n) => {
      let next = performance.now() + (n / task.count) * segmentMs
      let segment = n
      let ask: ReturnType<typeof connectTo> | undefined
      await repeat(end, async () => {
        await setTimeout(Math.max(0, next - performance.now()))
        const address = task.addresses[segment++ % task.addresses.length] as string
        const asking = ask ?? connectTo(task.server, told)
        ask = (await timed(told, () => asking(address))) === 0 ? undefined : asking
        // Who waits for a late segment plays on from its buffer, and asks for the next one when it is due.
        next = Math.max(next + segmentMs, performance.now())
      })
    }),
  )
}

async function timed(told: Told, ask: () => Promise<number>): Promise<number> {
  const begun = performance.now()
  const status = await ask().catch(() => 0)
  told.times.push(performance.now() - begun)
  told.statuses[status] = (told.statuses[status] ?? 0) + 1
  return status
}

/** Sends the ride and the box that holds nothing as they leave a rider's line. @returns the status */
async function sendOverALine(ride: Buffer, request: http.ClientRequest, told: Told): Promise<number> {
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>
  const begun = performance.now()
  const size = ride.length + fileBytes
  for (let sent = 0; sent < size; ) {
    await setTimeout(Math.max(0, begun + (sent / bytesPerSecond) * 1000 - performance.now()))
    const from = sent < ride.length ? ride : emptyPiece
    const at = sent < ride.length ? sent : 0
    const piece = sent === ride.length ? boxHead : from.subarray(at, at + Math.min(pieceBytes, size - sent))
    const goesOn = request.write(piece)
    sent += piece.length
    told.bytes += piece.length
    if (!goesOn) await Promise.race([once(request, 'drain'), answered])
  }
  request.end()
  const [answer] = await answered
  answer.resume()
  return answer.statusCode ?? 0
}

/** Each rider sends the file as one tus request, and begins again once it has arrived. */
async function upload(task: Task, told: Told, end: number): Promise<void> {
  const ride = await readFile(task.file)
  const size = ride.length + fileBytes
  await Promise.all(
    task.cookies.map(cookie =>
      repeat(end, () =>
        timed(told, async () => {
          const client = new ApiClient(task.server)
          const headers = { cookie, 'content-type': 'application/json', origin: task.server }
          const made = await client.call(api.uploadUrl, {
            method: 'POST',
            headers,
            body: JSON.stringify({ fileName: 'GX010042.MP4', fileSize: size }),
          })
          // As many as may be processed at once: the next one starts a little later.
          if (!made.ok) await setTimeout(5000)
          if (!made.ok) return made.status
          const { uploadUrl } = (await made.json()) as { uploadUrl: string }
          const tus = { cookie, 'tus-resumable': '1.0.0' }
          const created = await client.call(uploadUrl, {
            method: 'POST',
            headers: { ...tus, 'upload-length': String(size) },
          })
          if (!created.ok) return created.status
          const request = http.request(new URL(created.headers.get('location') ?? uploadUrl, task.server), {
            method: 'PATCH',
            headers: {
              ...tus,
              'upload-offset': '0',
              'content-length': size,
              'content-type': 'application/offset+octet-stream',
            },
          })
          return sendOverALine(ride, request, told)
        }),
      ),
    ),
  )
}

/** Each of them reads for three to eight seconds, then opens the next page. */
async function click(task: Task, told: Told, end: number): Promise<void> {
  await Promise.all(
    task.cookies.map(async (cookie, n) => {
      let visit = n
      await repeat(end, async () => {
        await setTimeout(3000 + ((visit * 7919 + n * 104_729) % 5000))
        const address = task.addresses[visit++ % task.addresses.length] as string
        await timed(told, async () => {
          const answer = await fetch(new URL(address, task.server), { headers: { cookie } })
          told.bytes += (await answer.arrayBuffer()).byteLength
          return answer.status
        })
      })
    }),
  )
}

const parts = { viewers: view, uploads: upload, people: click }

async function takePart(): Promise<void> {
  const [task] = (await once(process, 'message')) as [Task]
  const told: Told = { times: [], statuses: {}, bytes: 0 }
  // What is under way then isn't waited for.
  await Promise.race([
    parts[task.kind](task, told, performance.now() + task.seconds * 1000),
    setTimeout(task.seconds * 1000),
  ])
  process.send?.(told, () => process.exit())
}

/** Lets a part of the crowd loose. */
async function crowd(task: Task): Promise<Told> {
  const child = fork(import.meta.filename, ['--part', task.kind], { execArgv: process.execArgv })
  child.send(task)
  const [told] = (await once(child, 'message')) as [Told]
  return told
}

function show(name: string, { times, statuses }: Told): { p99: number; failed: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const said = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`)
  console.log(
    `${name.padEnd(9)} ${String(times.length).padStart(7)} answers (${said.join(', ')}), p50 ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms, slowest ${at(1).toFixed(0)} ms`,
  )
  const failed = Object.entries(statuses).reduce(
    (sum, [status, count]) => (Number(status) >= 500 || status === '0' ? sum + count : sum),
    0,
  )
  return { p99: at(0.99), failed }
}

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-bench-crowd-'))
  const closing: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const database = await startEmbedded({ folder: path.join(folder, 'postgres') })
    closing.push(() => database.stop())
    const databaseUrl = database.url('postgres')
    await migrate(databaseUrl)
    await seedScale(databaseUrl, { users: 1000, videos: 20_000, notifications: 20_000 })
    const db = openDatabase(databaseUrl, () => undefined)
    const dataDir = path.join(folder, 'product')
    const sizes = Array.from({ length: 100 }, () => segmentBytes)
    const { segments } = await addStream(db, new FolderStore(path.join(dataDir, 'objects')), sizes)
    const file = await ride({ telemetry: true })
    const server = await startServerProcess({
      dataDir,
      // The crowd shares one address, and what one network may have open isn't what is measured here.
      env: {
        ...{ DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' },
        ...{ CONNECTIONS_PER_NETWORK: '10000', OPEN_REQUESTS_PER_NETWORK: '10000' },
      },
      onLine: () => {},
    })
    closing.push(() => server.stop())

    // Several windows each, because nobody may sign in that often from one address.
    const ids = Array.from({ length: 10 }, (_, n) => userId(40 + n))
    const { rows: emails } = await sql<{ email: string }>`
      select email from users where id in (${sql.raw(ids.join(', '))})`.execute(db)
    const signedIn = async (email: string) => {
      const client = new ApiClient(server.url)
      await client.signInAtChooser(email)
      return client.cookieHeader
    }
    const inTurn = async (all: string[]) => {
      const cookies: string[] = []
      for (const email of all) cookies.push(await signedIn(email))
      return cookies
    }
    const signed = await inTurn(emails.map(({ email }) => email))
    const people = Array.from(
      { length: Number(options.people) },
      (_, n) => signed[n % signed.length] as string,
    )
    const riders = await inTurn(
      Array.from({ length: Number(options.uploads) }, (_, n) => `crowd.${n}@trailcut.example`),
    )
    await db.destroy()

    const common = { server: server.url, file, addresses: [], cookies: [] }
    const uploads = (seconds: number): Task => ({
      ...common,
      ...{ kind: 'uploads', count: riders.length, seconds, cookies: riders },
    })
    const rate = (told: Told, seconds: number) => told.bytes / 1e6 / seconds
    const seconds = Number(options.seconds)
    const aloneSeconds = Math.min(60, seconds)
    console.log(`Uploads alone for ${aloneSeconds} s …`)
    const alone = await crowd(uploads(aloneSeconds))
    show('uploads', alone)

    console.log(`Everything at once for ${seconds} s …`)
    const memory: number[] = []
    const look = setInterval(
      async () => memory.push((await server.residentBytes()) / 1e6),
      Math.max(1000, seconds * 10),
    )
    const [watched, sent, clicked] = await Promise.all([
      crowd({
        ...common,
        ...{ kind: 'viewers', count: Number(options.viewers), seconds },
        addresses: segments.map(({ address }) => address),
      }),
      crowd(uploads(seconds)),
      crowd({
        ...common,
        ...{ kind: 'people', count: people.length, seconds, cookies: people },
        addresses: ['/', '/earnings', '/upload', '/settings', '/inbox', '/premium', '/profile'],
      }),
    ])
    clearInterval(look)
    const segment = show('segments', watched)
    const page = show('pages', clicked)
    const uploaded = show('uploads', sent)
    const ratio = rate(sent, seconds) / rate(alone, aloneSeconds)
    const half = memory.slice(0, Math.ceil(memory.length / 2))
    const most = (values: number[]) => Math.round(Math.max(0, ...values))
    console.log(
      `uploads ${rate(sent, seconds).toFixed(1)} MB/s, alone ${rate(alone, aloneSeconds).toFixed(1)} MB/s: ${ratio.toFixed(2)} ×; memory ${most(half)} MB in the first half, ${most(memory)} MB in all`,
    )
    await keepFigures('crowd', {
      segmentP99Ms: Math.round(segment.p99),
      pageP99Ms: Math.round(page.p99),
      uploadRatio: Number(ratio.toFixed(2)),
      failed: segment.failed + page.failed + uploaded.failed,
      megabytes: most(memory),
    })
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

if (options.part) await takePart()
else await main()
