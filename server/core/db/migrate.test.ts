import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '#test/harness/database.ts'
import { scratchFolder } from '#test/media/make.ts'
import { bundleServer, root, serverArgs } from '../../../scripts/setup.mjs'
import { openDatabase } from './database.ts'
import { MigrationError, migrate } from './migrate.ts'

/** Files of `schema` and `migrations`, as a version brings them. @returns a function that writes one, and the folder */
async function version() {
  const folder = await scratchFolder()
  await mkdir(path.join(folder, 'schema'))
  await mkdir(path.join(folder, 'migrations'))
  return { folder, file: (name: string, text: string) => writeFile(path.join(folder, name), text) }
}

async function emptyOne() {
  const url = await emptyDatabase()
  const db = openDatabase(url, error => expect.fail(String(error)), { max: 1 })
  onTestFinished(() => db.destroy())
  return { url, db }
}

test('an empty database gets the schema once, then each migration once', async () => {
  const { url } = await emptyOne()
  const { folder, file } = await version()
  await file('schema/01_riders.sql', 'create table riders (id int primary key);')
  await file('schema/02_rides.sql', 'create table rides (rider int references riders);')
  expect(await migrate(url, folder)).toEqual(['baseline'])
  await file(
    'migrations/0002_when.sql',
    'alter table rides add column ends timestamptz check (ends > begins);',
  )
  await file('migrations/0001_begins.sql', 'alter table rides add column begins timestamptz;')
  expect(await migrate(url, folder)).toEqual(['0001_begins.sql', '0002_when.sql'])
  expect(await migrate(url, folder)).toEqual([])
})

test('several servers that start on an empty database set it up once', async () => {
  const { url } = await emptyOne()
  const applied = (await Promise.all([migrate(url), migrate(url), migrate(url)])).flat()
  expect(applied).toContain('baseline')
  expect(new Set(applied).size).toBe(applied.length)
})

test('a baseline or a migration that changed after it ran is refused', async () => {
  const { url } = await emptyOne()
  const { folder, file } = await version()
  await file('schema/01_riders.sql', 'create table riders (id int);')
  await file('migrations/0001_name.sql', 'alter table riders add column name text;')
  await migrate(url, folder)
  await file('migrations/0001_name.sql', 'alter table riders add column title text;')
  await expect(migrate(url, folder)).rejects.toThrow('migration 0001_name.sql was changed after it ran')
  await file('schema/01_riders.sql', 'create table riders (id bigint);')
  await expect(migrate(url, folder)).rejects.toThrow('baseline (db/schema) was changed after it ran')
})

test('a migration that fails leaves nothing behind', async () => {
  const { url, db } = await emptyOne()
  const { folder, file } = await version()
  await file('schema/01_riders.sql', 'create table riders (id int);')
  await file('schema/02_rides.sql', 'create table rides (rider int references nobody);')
  await expect(migrate(url, folder)).rejects.toThrow(/^Migration baseline failed: relation "nobody"/)
  expect((await sql`select to_regclass('riders') as riders`.execute(db)).rows).toEqual([{ riders: null }])
  await file('schema/02_rides.sql', 'create table rides (rider int);')
  expect(await migrate(url, folder)).toEqual(['baseline'])
})

test('a database from before 1.0, or of another program, is refused and left as it is', async () => {
  const { url, db } = await emptyOne()
  await sql`create table users (id text primary key)`.execute(db)
  await sql`create table schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`.execute(
    db,
  )
  await sql`insert into schema_migrations (name, sha256) values ('0001_accounts.sql', 'a')`.execute(db)
  const refused = await migrate(url).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(MigrationError)
  expect((refused as Error).message).toBe(
    'This database was not set up by Trailcut 1.0 or later and cannot be upgraded: set DATABASE_URL to an empty database, or DATA_DIR to an empty folder for the embedded one',
  )
  const { rows } =
    await sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`.execute(
      db,
    )
  expect(rows).toEqual([{ name: 'schema_migrations' }, { name: 'users' }])
})

test('the server migrates and ends when asked to, before servers of its version start', async () => {
  const { url } = await emptyOne()
  await bundleServer(process.execPath)
  const run = (env: Record<string, string>) =>
    promisify(execFile)(process.execPath, [...serverArgs, 'migrate'], {
      cwd: root,
      env: { PATH: process.env.PATH, ...env },
    })
  expect((await run({ DATABASE_URL: url })).stdout).toMatch(/^Migrated: baseline/)
  expect((await run({ DATABASE_URL: url })).stdout).toBe('The database already has this version\n')
  await expect(run({})).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('migrate needs DATABASE_URL'),
  })
})
