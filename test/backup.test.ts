import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import type { streamStatusAnswer } from '#contract/videos.ts'
import { type Database, openClient, openDatabase } from '#server/core/db/database.ts'
import { startEmbedded } from '#server/core/db/embedded.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { FolderStore } from '#server/core/objects/folder.ts'
import type { ObjectStore } from '#server/core/objects/store.ts'
import { recordViews } from '#server/earnings/index.ts'
import { scratchFolder } from '#test/media/make.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'
import { backupsIn, fileOf, readList, toKeep } from '../scripts/lib/backup/folder.ts'
import { makeBackup } from '../scripts/lib/backup/make-backup.ts'
import { findProgram } from '../scripts/lib/backup/postgres-programs.ts'
import { isSecretOf, restoreBackup, verifyBackup } from '../scripts/lib/backup/restore-backup.ts'
import { bucketAt, startBuckets } from './harness/bucket.ts'
import { faultsOf, makeCreator, sampleOf } from './harness/money.ts'
import { wantNoUploadMails } from './harness/notifications.ts'
import { makeVideo } from './harness/review.ts'
import { startTestServer } from './harness/server.ts'
import { hasSystemPostgres, startSystemPostgres } from './harness/system-postgres.ts'
import { ride } from './media/ride.ts'

const run = promisify(execFile)
const testHere = test.runIf(hasSystemPostgres)
const root = path.resolve(import.meta.dirname, '..')
const secret = 'k'.repeat(32)

// What pg_dump comes with: it refuses the newer server that the other tests run on.
let postgres: Awaited<ReturnType<typeof startSystemPostgres>>
let folder: string
beforeAll(async () => {
  if (!hasSystemPostgres) return
  folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-backup-'))
  postgres = await startSystemPostgres(folder)
})
afterAll(async () => {
  if (!hasSystemPostgres) return
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

function opened(url: string): Database {
  const db = openDatabase(url, () => undefined, { max: 2 })
  onTestFinished(() => db.destroy())
  return db
}

/** The hash of all rows of each table, in whatever order they lie. */
async function tablesOf(url: string): Promise<Record<string, string>> {
  const client = openClient({ connectionString: url }, () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname in ('public', 'pgboss') order by 1`,
    )
    const hashes: Record<string, string> = {}
    for (const { name } of rows) {
      const { rows: found } = await client.query<{ hash: string }>(
        `select count(*) || ' ' || md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as hash from ${name} t`,
      )
      hashes[name] = found[0]?.hash as string
    }
    return hashes
  } finally {
    await client.end()
  }
}

async function objectsIn(store: ObjectStore): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for await (const { key } of store.list()) {
    const body = await store.get(key)
    if (!body) throw new Error(`${key} is gone`)
    found.set(key, (await buffer(body)).toString('base64'))
  }
  return new Map([...found].sort())
}

/** Runs a script as npm does. @returns what it printed, and its exit code */
async function script(name: string, argument: string, env: Record<string, string>) {
  const { PATH, HOME, TMPDIR } = process.env
  const given = { PATH, HOME, TMPDIR, ...env }
  return run(process.execPath, [`scripts/${name}.ts`, argument], { cwd: root, env: given }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      said: error.stdout + error.stderr,
    }),
  )
}

const settings = (to: string, recipient?: string) => ({
  folder: to,
  recipient,
  keep: { days: 7, weeks: 4 },
  version: '1.0.0',
})

/** A migrated database with a video and its files, made without a server. */
async function smallSource(objects: ObjectStore) {
  const databaseUrl = await postgres.empty()
  await migrate(databaseUrl)
  const db = opened(databaseUrl)
  const video = await makeVideo(db, await makeCreator(db))
  const keys = [1, 2, 3].map(n => `streams/${video.streamId}/${n}.m4s`)
  for (const key of keys) {
    await db.insertInto('stored_files').values({ key, video_id: video.id, bytes: 100_000 }).execute()
    await objects.put(key, randomBytes(100_000), 'video/mp4')
  }
  await objects.put(`originals/${video.id}/${'0'.repeat(64)}.mp4`, randomBytes(300_000), 'video/mp4')
  return { db, video, keys, source: { databaseUrl, objects, secret } }
}

const folderStore = async (): Promise<ObjectStore> =>
  new FolderStore(path.join(await scratchFolder(), 'objects'))

async function emptyTarget(objects?: ObjectStore) {
  return {
    databaseUrl: await postgres.empty(),
    objects: objects ?? (await folderStore()),
    scratch: await scratchFolder(),
  }
}

testHere(
  'backs up a running server and restores it on an empty machine, to the last row and byte',
  async () => {
    const databaseUrl = await postgres.empty()
    const server = await startTestServer({ DATABASE_URL: databaseUrl })
    const { db } = server.deps
    const rider = await server.person('sam.test@trailcut.example')
    await wantNoUploadMails(rider)
    const film = await ride({ telemetry: true })
    const { video, uploadUrl, size } = await rider.requestUpload(film)
    await rider.sendFile(film, uploadUrl, size)
    await rider.untilAnalyzed(video.id)
    // Its ladder, and its best reel, which isn't asked for before the analysis is done.
    await server.untilIdle()
    const { user_id: userId } = await db
      .selectFrom('videos')
      .select('user_id')
      .where('id', '=', video.id)
      .executeTakeFirstOrThrow()
    await db
      .transaction()
      .execute(tx =>
        recordViews(tx, new Date(), [
          sampleOf({ userId, videoId: video.id, views: 0, sampledAt: new Date(Date.now() - 3600_000) }),
          sampleOf({ userId, videoId: video.id, views: 12_345, sampledAt: new Date() }),
        ]),
      )

    const backups = await scratchFolder()
    const env = { DATA_DIR: server.dataDir, DATABASE_URL: databaseUrl }
    const first = await script('backup', backups, env)
    expect(first).toMatchObject({ code: 0, said: expect.stringContaining('Keep') })
    const before = await tablesOf(databaseUrl)
    const objects = await objectsIn(server.deps.objects)
    const second = await script('backup', backups, env)
    expect(second).toMatchObject({ code: 0, said: expect.stringMatching(/ 0 copied now/) })
    const after = await tablesOf(databaseUrl)
    await server.close()

    const dataDir = await scratchFolder()
    await copyFile(path.join(server.dataDir, 'secret'), path.join(dataDir, 'secret'))
    const restored = await script('restore', backups, { DATA_DIR: dataDir })
    expect(restored).toMatchObject({ code: 0, said: expect.not.stringContaining('Warning') })

    const embedded = await startEmbedded({ folder: path.join(dataDir, 'postgres') })
    const found = await tablesOf(embedded.url('postgres')).finally(() => embedded.stop())
    expect(Object.keys(found)).toEqual(Object.keys(before))
    // The queue and the mails of a running server move on between the backup and our look.
    const still = Object.keys(before).filter(name => before[name] === after[name])
    const resting = Object.keys(before).filter(name => name.startsWith('public.') && name !== 'public.mails')
    expect(still).toEqual(expect.arrayContaining(resting))
    for (const name of still) expect([name, found[name]]).toEqual([name, before[name]])
    for (const name of ['ledger_lines', 'analysis_runs', 'ride_minutes', 'stored_files'])
      expect(before[`public.${name}`]).not.toMatch(/^0 /)
    expect(await objectsIn(new FolderStore(path.join(dataDir, 'objects')))).toEqual(objects)

    const copy = await startTestServer({ DATA_DIR: dataDir, DATABASE_URL: '' })
    // The session goes on, because its row and the secret are here.
    const call = (address: string, headers = {}) =>
      new ApiClient(copy.url).call(address, { headers: { cookie: rider.cookieHeader, ...headers } })
    const { cfStreamId, cfReadyToStream } = (await (await call(api.videoStatus(video.id))).json()) as z.infer<
      typeof streamStatusAnswer
    >
    expect(cfReadyToStream).toBe(true)
    const at = (name: string, base: string) => new URL(name, new URL(base, copy.url)).href
    const linesOf = async (address: string) => (await (await call(address)).text()).split('\n')
    const main = at(`/stream/${cfStreamId}/manifest/video.m3u8`, '/')
    const rendition = at((await linesOf(main)).find(line => /^[^#].*m3u8/.test(line)) as string, main)
    const segment = (await linesOf(rendition)).find(line => /^[^#]/.test(line)) as string
    const played = await call(at(segment, rendition), { range: 'bytes=0-999' })
    expect([played.status, (await played.arrayBuffer()).byteLength]).toEqual([206, 1000])
    expect(await faultsOf(copy.deps.db)).toEqual([])
  },
)

testHere('a second backup copies what is new, and neither needs what another one has deleted', async () => {
  const objects = await folderStore()
  const { db, keys, video, source } = await smallSource(objects)
  const to = settings(await scratchFolder())
  const first = await makeBackup(source, to)
  expect(first).toMatchObject({ objects: 4, added: 4, lost: [] })
  const kept = await objectsIn(objects)
  await db
    .deleteFrom('stored_files')
    .where('key', '=', keys[0] as string)
    .execute()
  await objects.delete(keys[0] as string)
  await objects.put(keys[1] as string, 'changed', 'video/mp4')
  await objects.put(`originals/${video.id}/telemetry`, 'added', 'video/mp4')
  const second = await makeBackup(source, to)
  expect(second).toMatchObject({ objects: 4, added: 2, lost: [] })
  for (const [made, wanted] of [
    [first, kept],
    [second, await objectsIn(objects)],
  ] as const) {
    const target = await emptyTarget()
    await restoreBackup(await verifyBackup(made.folder), target, undefined)
    expect(await objectsIn(target.objects)).toEqual(wanted)
  }
})

testHere('a damaged or missing file is refused with its name before anything is changed', async () => {
  const { source } = await smallSource(await folderStore())
  const to = settings(await scratchFolder())
  const { folder: backup } = await makeBackup(source, to)
  const [entry] = [...(await readList(backup)).values()]
  if (!entry) throw new Error('There is no object')
  for (const file of [
    fileOf(to.folder, entry),
    path.join(backup, 'database.dump'),
    path.join(backup, 'objects.jsonl'),
    path.join(backup, 'manifest.json'),
  ]) {
    const whole = await readFile(file)
    const damaged = Buffer.from(whole)
    damaged[10] = (damaged[10] as number) ^ 1
    await writeFile(file, damaged)
    const dataDir = await scratchFolder()
    const refused = await script('restore', to.folder, { DATA_DIR: dataDir })
    expect(refused).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^Not restored: .* is damaged.*\n$/),
    })
    expect(refused.said).toContain(path.basename(file))
    expect(await readdir(dataDir)).toEqual([])
    await rm(file)
    await expect(verifyBackup(to.folder)).rejects.toThrow(/is missing|There is no backup/)
    await writeFile(file, whole)
  }
  expect((await verifyBackup(to.folder)).entries).toHaveLength(4)
})

testHere('an encrypted backup opens with its key alone, also from and to a bucket', async () => {
  const { url } = await startBuckets('here', 'there')
  const from = bucketAt(url, 'here')
  const { source } = await smallSource(from)
  const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()]
  const to = settings(await scratchFolder(), await identityToRecipient(identity))
  const { folder: backup } = await makeBackup(source, to)
  expect(await makeBackup(source, to)).toMatchObject({ added: 0 })
  const verified = await verifyBackup(backup)
  for (const file of [
    path.join(backup, 'database.dump'),
    ...verified.entries.map(one => fileOf(to.folder, one)),
  ])
    expect((await readFile(file, 'latin1')).slice(0, 21)).toBe('age-encryption.org/v1')
  const target = await emptyTarget(bucketAt(url, 'there'))
  await expect(restoreBackup(verified, target, undefined)).rejects.toThrow('set BACKUP_IDENTITY')
  await expect(restoreBackup(verified, target, other)).rejects.toThrow("BACKUP_IDENTITY doesn't open")
  await restoreBackup(verified, target, identity)
  expect(await objectsIn(target.objects)).toEqual(await objectsIn(from))
  expect(await tablesOf(target.databaseUrl)).toEqual(await tablesOf(source.databaseUrl))
  expect([isSecretOf(verified, secret), isSecretOf(verified, `${secret}x`)]).toEqual([true, false])

  // With another key, nothing of before is of use.
  const rotated = { ...to, recipient: await identityToRecipient(other) }
  expect(await makeBackup(source, rotated)).toMatchObject({ added: 4 })
})

testHere(
  'a killed backup is never taken for whole, and the next one continues with what it has',
  async () => {
    const dataDir = await scratchFolder()
    const objects = new FolderStore(path.join(dataDir, 'objects'))
    const { db, source } = await smallSource(objects)
    for (let n = 0; n < 120; n++) await objects.put(`streams/x/${n}`, randomBytes(100_000))
    const to = await scratchFolder()
    const { PATH, HOME } = process.env
    const journalOf = async () => {
      const unfinished = path.join(to, '.unfinished')
      const name =
        existsSync(unfinished) && (await readdir(unfinished)).find(one => one.startsWith('journal'))
      return name ? (await readFile(path.join(unfinished, name), 'utf8')).split('\n').length : 0
    }
    // However fast the disk is, it can't end: objects come first, and the dump waits for a table.
    await db.transaction().execute(async tx => {
      await sql`lock table stored_files in access exclusive mode`.execute(tx)
      const child = spawn(process.execPath, ['scripts/backup.ts', to], {
        cwd: root,
        env: { PATH, HOME, DATA_DIR: dataDir, DATABASE_URL: source.databaseUrl, SECRET: secret },
        stdio: 'ignore',
      })
      const ended = once(child, 'exit')
      await expect.poll(journalOf).toBeGreaterThan(5)
      child.kill('SIGKILL')
      await ended
    })
    expect(await backupsIn(to)).toEqual([])
    await expect(verifyBackup(to)).rejects.toThrow('There is no backup')
    // The database notices a moment later that the killed one is gone.
    const taken = async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory'`.execute(db)
      return rows.length
    }
    await expect.poll(taken).toBe(0)
    const next = await makeBackup(source, settings(to))
    expect(next.objects).toBe(124)
    expect(next.added).toBeLessThan(124)
    expect((await verifyBackup(to)).entries).toHaveLength(124)
    expect((await readdir(to)).sort()).toEqual([path.basename(next.folder), 'objects'])
  },
)

/** Something happens before and after each listing of a store, and when an object isn't there. */
class Watched extends FolderStore {
  before: Record<number, () => Promise<unknown>> = {}
  after: Record<number, () => Promise<unknown>> = {}
  missed: (key: string) => Promise<unknown> = async () => undefined
  listings = 0

  override async *list(prefix?: string) {
    const listing = ++this.listings
    await this.before[listing]?.()
    yield* super.list(prefix)
    await this.after[listing]?.()
  }

  override async head(key: string) {
    const found = await super.head(key)
    if (!found) await this.missed(key)
    return found
  }
}

testHere(
  'what a dumped row names is there, although files come and go while the backup is made',
  async () => {
    const objects = new Watched(path.join(await scratchFolder(), 'objects'))
    const { db, video, source } = await smallSource(objects)
    const [shortLived, late] = [`streams/${video.streamId}/short`, `streams/${video.streamId}/late`] as const
    const count = (key: string) =>
      db.insertInto('stored_files').values({ key, video_id: video.id, bytes: 5 }).execute()
    // Both come after the first listing and are in the dump. One is deleted before the second listing, so that the dump
    // is of no use; the other one is still being written long after it.
    objects.after[1] = async () => {
      await count(shortLived)
      await objects.put(shortLived, 'short')
      await count(late)
    }
    objects.before[2] = async () => {
      await db.deleteFrom('stored_files').where('key', '=', shortLived).execute()
      await objects.delete(shortLived)
    }
    objects.missed = async key => key === late && objects.listings === 3 && objects.put(late, 'late!')
    const made = await makeBackup(source, settings(await scratchFolder()))
    expect([made.lost, objects.listings]).toEqual([[], 3])
    const target = await emptyTarget()
    await restoreBackup(await verifyBackup(made.folder), target, undefined)
    const named = await opened(target.databaseUrl).selectFrom('stored_files').select('key').execute()
    const there = [...(await objectsIn(target.objects)).keys()]
    expect(there).toEqual(expect.arrayContaining(named.map(({ key }) => key)))
    expect(named.map(({ key }) => key)).toContain(late)
    expect(named.map(({ key }) => key)).not.toContain(shortLived)
  },
)

testHere(
  'a used database, a used store and a dump of a newer version are refused; a missing program is named',
  async () => {
    const { source } = await smallSource(await folderStore())
    const { folder: backup } = await makeBackup(source, settings(await scratchFolder()))
    const verified = await verifyBackup(backup)
    const used = { ...(await emptyTarget()), databaseUrl: source.databaseUrl }
    await expect(restoreBackup(verified, used, undefined)).rejects.toThrow('The database is not empty')
    const target = await emptyTarget()
    await target.objects.put('streams/a/b', 'mine', 'video/mp4')
    await expect(restoreBackup(verified, target, undefined)).rejects.toThrow('streams/a/b')
    const { manifest } = verified
    const newer = { ...verified, manifest: { ...manifest, version: '9.0.0', migrations: ['9999_later.sql'] } }
    await expect(restoreBackup(newer, await emptyTarget(), undefined)).rejects.toThrow(
      'made by version 9.0.0',
    )
    await expect(findProgram('pg_dump', 99)).rejects.toThrow(
      /pg_dump of PostgreSQL 99 .* this machine has \d+/,
    )
    expect(await script('backup', '--help', {})).toMatchObject({
      code: 1,
      said: expect.stringContaining("Name the backup's folder"),
    })
  },
)

testHere(
  'only one backup of a database is made at a time, and a file that the store lost is named',
  async () => {
    const { keys, source } = await smallSource(await folderStore())
    const to = settings(await scratchFolder())
    const both = await Promise.allSettled([makeBackup(source, to), makeBackup(source, to)])
    const refused = both.flatMap(one => (one.status === 'rejected' ? [String(one.reason)] : []))
    expect(refused).toEqual([expect.stringContaining('Another backup of this database')])
    await source.objects.delete(keys[0] as string)
    expect(await makeBackup(source, { ...to, patienceMs: 0 })).toMatchObject({ lost: [keys[0]], objects: 3 })
  },
)

testHere(
  'keeps the backups of the last day, then one of each day and week, and deletes what no one names',
  async () => {
    const at = (day: string, hour: string) => `2026-11-${day}T${hour}-00-00-000Z`
    const all = [
      at('02', '03'),
      at('10', '03'),
      at('16', '03'),
      at('20', '03'),
      at('22', '03'),
      at('27', '03'),
    ]
    all.push(at('27', '15'), at('28', '03'), at('28', '15'), at('29', '03'), at('29', '09'))
    const now = new Date('2026-11-29T12:00:00Z')
    expect([...toKeep(all, { days: 3, weeks: 2 }, now)].sort()).toEqual([
      ...[at('22', '03'), at('27', '15'), at('28', '15'), at('29', '03'), at('29', '09')],
    ])

    const objects = await folderStore()
    const { db, keys, source } = await smallSource(objects)
    const to = settings(await scratchFolder())
    const { folder: first } = await makeBackup(source, to)
    await rename(first, path.join(to.folder, at('01', '03')))
    await db
      .deleteFrom('stored_files')
      .where('key', '=', keys[0] as string)
      .execute()
    await objects.delete(keys[0] as string)
    const second = await makeBackup(source, { ...to, keep: { days: 1, weeks: 0 } })
    expect(second).toMatchObject({ pruned: 1, added: 0 })
    expect(await backupsIn(to.folder)).toEqual([path.basename(second.folder)])
    const stored = await readdir(path.join(to.folder, 'objects'), { recursive: true })
    expect(stored.filter(name => path.basename(name).length === 64)).toHaveLength(3)
    expect((await verifyBackup(to.folder)).entries).toHaveLength(3)
  },
)
