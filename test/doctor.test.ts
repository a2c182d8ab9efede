import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#server/core/free-port.ts'
import { checkMailServer } from '#server/core/mailer.ts'
import { FolderStore } from '#server/core/objects/folder.ts'
import { secretsFrom } from '#server/core/secrets.ts'
import { scratchFolder } from '#test/media/make.ts'
import { checkDatabase, clockFinding } from '../scripts/lib/doctor/database.ts'
import type { Finding } from '../scripts/lib/doctor/findings.ts'
import { checkDisk } from '../scripts/lib/doctor/machine.ts'
import { checkPublicAddress } from '../scripts/lib/doctor/public-address.ts'
import { checkStore } from '../scripts/lib/doctor/store.ts'
import { bucketAt, startBuckets } from './harness/bucket.ts'
import { emptyDatabase, testDatabase } from './harness/database.ts'
import { startTestServer, type TestServer } from './harness/server.ts'
import { testSmtp } from './harness/smtp.ts'

const root = path.resolve(import.meta.dirname, '..')
const notOk = (findings: readonly Finding[]) => findings.filter(({ state }) => state !== 'ok')

interface Faults {
  /** refuses longer bodies */
  mostBytes?: number
  /** passes on a body or an answer only once it is whole */
  keepsBodies?: boolean
  keepsAnswers?: boolean
}

/** A reverse proxy on this machine. @returns its address */
async function startFaultyProxy(port: number, faults: Faults = {}): Promise<string> {
  const server = createServer((asked, answer) => {
    const { method = 'GET', url = '/', headers } = asked
    if (Number(headers['content-length'] ?? 0) > (faults.mostBytes ?? Number.POSITIVE_INFINITY)) {
      asked.resume()
      return void answer.writeHead(413).end('<h1>Request Entity Too Large</h1>')
    }
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, async passed => {
      answer.writeHead(passed.statusCode ?? 502, passed.headers)
      if (faults.keepsAnswers) answer.end(await buffer(passed).catch(() => Buffer.alloc(0)))
      else passed.on('error', () => answer.destroy()).pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    if (!faults.keepsBodies) return void asked.pipe(onward)
    buffer(asked).then(
      whole => Readable.from([whole]).pipe(onward),
      () => onward.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const through = async ({ deps }: TestServer, faults?: Faults, secrets = deps.secrets) =>
  checkPublicAddress({
    publicUrl: await startFaultyProxy(deps.config.port, faults),
    trustProxy: false,
    db: deps.db,
    secrets,
  })

test('a running server behind a proxy passes, and nothing of the visit stays', async () => {
  const server = await startTestServer()
  const smtp = await testSmtp()
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/doctor.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: server.dataDir,
      DATABASE_URL: server.deps.config.databaseUrl,
      PUBLIC_URL: await startFaultyProxy(server.deps.config.port),
      SMTP_URL: smtp.url,
      MIN_FREE_DISK_MB: '1',
      MAX_UPLOAD_MB: '1',
    },
  })
  for (const part of ['Settings', 'Disk', 'Store', 'Database', 'Clock', 'Address', 'Mail', 'Vendors'])
    expect(stdout).toMatch(new RegExp(`^OK +${part} `, 'm'))
  expect(stdout).toMatch(/Resuming +a broken part keeps what had arrived/)
  expect(stdout).toMatch(/ 0 failed\n$/)
  expect(await server.deps.db.selectFrom('users').select('id').execute()).toEqual([])
  expect(await server.deps.db.selectFrom('videos').select('id').execute()).toEqual([])
  expect(await readdir(path.join(server.dataDir, 'incoming'))).toEqual([])
  expect(smtp.delivered).toEqual([])
})

test('a proxy that limits or keeps bodies, or keeps answers, is found out, and so is another server', async () => {
  const server = await startTestServer()
  expect(notOk(await through(server))).toEqual([])
  expect(notOk(await through(server, { mostBytes: 1_000_000 }))).toMatchObject([
    { what: 'Upload', state: 'failed', note: expect.stringContaining('client_max_body_size') },
  ])
  expect(notOk(await through(server, { keepsBodies: true }))).toMatchObject([
    { what: 'Resuming', state: 'warning', note: expect.stringContaining('proxy_request_buffering off') },
  ])
  expect(notOk(await through(server, { keepsAnswers: true }))).toMatchObject([
    { what: 'Events', state: 'failed', note: expect.stringContaining('proxy_buffering off') },
  ])
  expect(notOk(await through(server, {}, secretsFrom('x'.repeat(32))))).toMatchObject([
    { what: 'Sign-in', state: 'failed', note: expect.stringContaining('another database or SECRET') },
    { what: 'Events', state: 'failed', note: expect.stringContaining('401') },
  ])
})

test('an address where nothing answers, and a proxy that nobody trusts, are named', async () => {
  const findings = await checkPublicAddress({
    publicUrl: `https://127.0.0.1:${await freePort()}`,
    trustProxy: false,
    db: null,
    secrets: secretsFrom('x'.repeat(32)),
  })
  expect(findings).toMatchObject([
    { what: 'Answers', state: 'failed', note: expect.stringContaining('ECONNREFUSED') },
    { what: 'TRUST_PROXY', state: 'failed', note: expect.stringContaining("proxy's network") },
  ])
})

test('a store that does not work says which step fails', async () => {
  expect(notOk(await checkStore(new FolderStore(await scratchFolder())))).toEqual([])
  const file = path.join(await scratchFolder(), 'objects')
  await writeFile(file, 'no folder')
  expect(notOk(await checkStore(new FolderStore(file)))).toMatchObject([
    { what: 'Writing', state: 'failed', note: expect.stringContaining('DATA_DIR/objects') },
  ])

  const { url } = await startBuckets('here')
  expect(notOk(await checkStore(bucketAt(url, 'here')))).toEqual([])
  expect(notOk(await checkStore(bucketAt(url, 'missing')))).toMatchObject([
    { what: 'Writing', state: 'failed', note: expect.stringContaining('S3_ settings') },
  ])

  /** Sends whole objects where a range was asked for, as a wrong cache in front does. */
  class WithoutRanges extends FolderStore {
    override get(key: string) {
      return super.get(key)
    }
  }
  expect(notOk(await checkStore(new WithoutRanges(await scratchFolder())))).toMatchObject([
    { what: 'Reading a range', state: 'failed' },
  ])
})

test('a database that is away, empty, or of a newer version is named, with what to do', async () => {
  const stopped = `postgres://127.0.0.1:${await freePort()}/none`
  expect(await checkDatabase(stopped)).toMatchObject([
    { state: 'failed', note: expect.stringMatching(/ECONNREFUSED.*check DATABASE_URL/) },
  ])
  const ofMigrations = async (url: string) =>
    (await checkDatabase(url)).find(({ what }) => what === 'Migrations')
  expect(await ofMigrations(await emptyDatabase())).toMatchObject({ state: 'warning' })
  const { db, url } = await testDatabase()
  const findings = await checkDatabase(url)
  // This machine's pg_dump may be older than the embedded server.
  expect(notOk(findings).filter(({ part }) => part !== 'Backup')).toEqual([])
  expect(findings.map(({ part }) => part)).toContain('Clock')
  await sql`insert into schema_migrations (name, sha256) values ('9999_later.sql', '')`.execute(db)
  expect(await ofMigrations(url)).toMatchObject({
    state: 'failed',
    note: expect.stringContaining('9999_later.sql came with a newer version'),
  })
})

test('clocks that are apart, a full disk and a mail server that is away are named', async () => {
  expect([0.4, -5, 60].map(seconds => clockFinding('Two machines', seconds).state)).toEqual([
    'ok',
    'warning',
    'failed',
  ])
  const dataDir = path.join(await scratchFolder(), 'later')
  const disk = async (minFreeDisk: number) =>
    (await checkDisk({ dataDir, minFreeDisk, maxUploadBytes: 1 })).map(({ state }) => state)
  expect(await disk(1)).toEqual(['ok', 'ok'])
  expect(await disk(1e18)).toEqual(['failed', 'ok'])
  await mkdir(dataDir)
  expect(await disk(1)).toEqual(['ok', 'ok'])

  const from = 'Trailcut <hello@trailcut.example>'
  const smtp = await testSmtp()
  await checkMailServer({ url: smtp.url, from })
  await smtp.close()
  await expect(checkMailServer({ url: smtp.url, from })).rejects.toThrow('ECONNREFUSED')
})
