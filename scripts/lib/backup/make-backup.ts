import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { openClient } from '#server/core/db/database.ts'
import type { ObjectStore } from '#server/core/objects/store.ts'
import { type Secrets, secretsFrom } from '#server/core/secrets.ts'
import { BackupError } from './errors.ts'
import { NewBackup, type ObjectEntry, prune } from './folder.ts'
import { dump, findProgram } from './postgres-programs.ts'

/** What a backup is made of. */
export interface Source {
  databaseUrl: string
  objects: ObjectStore
  /** the server's secret */
  secret: string
}

/** Where a backup goes. */
export interface Destination {
  folder: string
  /** the public key to encrypt for; undefined: not encrypted */
  recipient: string | undefined
  /** which older ones stay */
  keep: { days: number; weeks: number }
  /** of the program */
  version: string
  /** how long a file that is being written is waited for */
  patienceMs?: number
}

/** How many objects are copied at once: enough to hide a bucket's answer times. */
const atOnce = 4
const lookEveryMs = 500
/** How often the database is dumped because files that the dump names were deleted before they were copied. */
const mostDumps = 5
/** Any constant number: backups of one database take turns. */
const backupLock = 7_246_826

/** Tells one SECRET from another: it is long and random, so that nothing follows from this. */
export const secretMark = (secrets: Secrets): string =>
  createHash('sha256').update(secrets.key('backup')).digest('hex').slice(0, 16)

/** Does the work for each item, a few at a time. */
async function forEach<T>(items: AsyncIterable<T> | Iterable<T>, work: (item: T) => Promise<void>) {
  const all = (async function* () {
    yield* items
  })()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = await all.next(); !next.done; next = await all.next()) await work(next.value)
    }),
  )
}

/** The store's objects that the backup has, and how many bytes of them are new. */
class Copies {
  readonly entries = new Map<string, ObjectEntry>()
  added = 0
  addedBytes = 0
  readonly #backup: NewBackup
  readonly #objects: ObjectStore

  constructor(backup: NewBackup, objects: ObjectStore) {
    this.#backup = backup
    this.#objects = objects
  }

  /** Copies an object unless the backup has it as it is now. @returns false when it is gone */
  async copy(key: string, { size, identity }: { size: number; identity: string | null }): Promise<boolean> {
    const mine = this.entries.get(key)
    if (mine && identity !== null && mine.identity === identity) return true
    const earlier = await this.#backup.earlierCopy(key, size, identity)
    if (earlier) {
      this.entries.set(key, earlier)
      return true
    }
    const body = await this.#objects.get(key)
    if (!body) return false
    const entry = await this.#backup.add(key, identity, body)
    this.entries.set(key, entry)
    this.added++
    this.addedBytes += entry.bytes
    return true
  }

  /** Copies all that the store lists. @returns the keys */
  async copyAll(): Promise<Set<string>> {
    const keys = new Set<string>()
    await forEach(this.#objects.list(), async ({ key, ...head }) => {
      if (await this.copy(key, head)) keys.add(key)
    })
    return keys
  }
}

/** Rows of refused videos stay when their files are deleted. */
const namedObjects = `select key from stored_files
  union select original_key from videos
  where original_key is not null and (status <> 'failed' or kept_until > now())`

/** A dump, and the keys of all objects that its rows name, as of one moment. */
async function dumpWithKeys(
  client: pg.Client,
  backup: NewBackup,
  { program, url }: { program: string; url: string },
) {
  await client.query('begin isolation level repeatable read read only')
  try {
    const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
    const keys = await client.query<{ key: string }>(namedObjects)
    const migrations = await client.query<{ name: string }>(
      'select name from schema_migrations order by name',
    )
    let written: Awaited<ReturnType<NewBackup['write']>> | undefined
    await dump(program, { url, snapshot: rows[0]?.snapshot as string }, async from => {
      written = await backup.write(from)
    })
    if (!written) throw new Error('pg_dump wrote nothing')
    return {
      ...written,
      keys: keys.rows.map(row => row.key),
      migrations: migrations.rows.map(row => row.name),
    }
  } finally {
    await client.query('rollback')
  }
}

/**
 * Waits for objects that the dump names and the store doesn't have. A file is counted before it is written, and a row
 * lets go of a file before that is deleted: so one that isn't there either comes, or the database doesn't name it any
 * more, or it was lost before.
 * @returns the lost ones; null when one was deleted since the dump, which is then of no use
 */
async function waitForNamed(
  client: pg.Client,
  { copies, objects, patienceMs }: { copies: Copies; objects: ObjectStore; patienceMs: number },
  keys: readonly string[],
): Promise<readonly string[] | null> {
  const end = Date.now() + patienceMs
  let open = keys
  for (;;) {
    const absent: string[] = []
    await forEach(open, async key => {
      const head = await objects.head(key)
      if (!head || !(await copies.copy(key, head))) absent.push(key)
    })
    open = absent
    if (open.length === 0) return []
    const { rows } = await client.query(`select key from (${namedObjects}) as named where key = any($1)`, [
      open,
    ])
    if (rows.length < open.length) return null
    if (Date.now() >= end) return open
    await wait(lookEveryMs)
  }
}

/** What was made. */
export interface Made {
  folder: string
  objects: number
  /** copied now, and what they take there */
  added: number
  addedBytes: number
  databaseBytes: number
  /** keys of objects that the database names and the store lost */
  lost: readonly string[]
  /** how many old backups were deleted */
  pruned: number
}

/**
 * Makes a backup beside a running server: objects first, which takes longest, then the database as of one moment, then
 * the objects that came or changed meanwhile. See docs/guides/backup.md for why that is consistent.
 * @throws BackupError
 */
export async function makeBackup(source: Source, to: Destination): Promise<Made> {
  const client = openClient({ connectionString: source.databaseUrl }, () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ major: number; free: boolean }>(
      `select current_setting('server_version_num')::int / 10000 as major, pg_try_advisory_lock($1) as free`,
      [backupLock],
    )
    const [{ major, free } = { major: 0, free: false }] = rows
    if (!free) throw new BackupError('Another backup of this database is being made: wait until it ends')
    const pgDump = await findProgram('pg_dump', major)
    const backup = await NewBackup.begin(to.folder, to.recipient ?? null)
    try {
      return await fill(backup, { client, source, to, pgDump })
    } finally {
      await backup.close()
    }
  } finally {
    await client.end()
  }
}

async function fill(
  backup: NewBackup,
  given: {
    client: pg.Client
    source: Source
    to: Destination
    pgDump: Awaited<ReturnType<typeof findProgram>>
  },
): Promise<Made> {
  const { client, source, to, pgDump } = given
  const { databaseUrl, objects, secret } = source
  const copies = new Copies(backup, objects)
  await copies.copyAll()
  for (let dumps = 1; ; dumps++) {
    const dumped = await dumpWithKeys(client, backup, { program: pgDump.program, url: databaseUrl })
    const there = await copies.copyAll()
    const missing = dumped.keys.filter(key => !copies.entries.has(key))
    const lost = await waitForNamed(client, { copies, objects, patienceMs: to.patienceMs ?? 60_000 }, missing)
    if (lost === null && dumps < mostDumps) continue
    if (lost === null)
      throw new BackupError(
        `Files were deleted during each of ${mostDumps} dumps of the database: try again at a quieter time`,
      )
    const wanted = new Set([...there, ...dumped.keys])
    const entries = [...copies.entries.values()].filter(({ key }) => wanted.has(key))
    const now = new Date()
    const folder = await backup.finish(dumped, entries, {
      madeAt: now.toISOString(),
      version: to.version,
      pgDump: pgDump.major,
      migrations: dumped.migrations,
      secret: secretMark(secretsFrom(secret)),
    })
    const { added, addedBytes } = copies
    const pruned = await prune(to.folder, to.keep, now)
    const counts = { added, addedBytes, databaseBytes: dumped.stored.bytes }
    return { folder, objects: entries.length, ...counts, lost, pruned }
  }
}
