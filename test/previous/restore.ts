import { execFile } from 'node:child_process'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { inject } from 'vitest'
import { migrate, migrationsFolder } from '#server/platform/db/migrate.ts'
import { createEmpty } from '../harness/cluster.ts'

type Row = Record<string, unknown>

export interface PreviousVersion {
  dataDir: string
  databaseUrl: string
  /** Cookie headers of sessions opened by this version. */
  cookies: { rider: string; admin: string }
  /** Its rows by table, unchanged. */
  tables: Record<string, Row[]>
}

async function insert(db: pg.Client, table: string, rows: Row[]): Promise<void> {
  const { rows: columns } = await db.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  await db.query(
    `insert into "${table}" (${names}) overriding system value
     select ${names} from jsonb_populate_recordset(null::"${table}", $1)`,
    [JSON.stringify(rows)],
  )
}

/** Sequences continue after the highest number in use. */
async function moveSequences(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ table: string; column: string; sequence: string }>(
    `select table_name as table, column_name as column, pg_get_serial_sequence(table_name, column_name) as sequence
     from information_schema.columns
     where table_schema = 'public' and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`,
  )
  for (const { table, column, sequence } of rows)
    await db.query(
      `select setval($1::regclass, coalesce((select max("${column}") from "${table}"), 0) + 1, false)`,
      [sequence],
    )
}

/**
 * Restores the archive of an earlier version (see keep.ts): its database with the migrations it had, and its
 * data folder.
 * @param archive a file in this folder
 * @param folder an empty one for the archive's files
 */
export async function restorePrevious(archive: string, folder: string): Promise<PreviousVersion> {
  await promisify(execFile)('tar', ['-xzf', path.join(import.meta.dirname, archive), '-C', folder])
  const read = async (name: string) => JSON.parse(await readFile(path.join(folder, name), 'utf8'))
  const tables = (await read('tables.json')) as PreviousVersion['tables']
  const known = path.join(folder, 'migrations')
  await mkdir(known)
  for (const { name } of tables.schema_migrations as { name: string }[])
    await symlink(path.join(migrationsFolder, name), path.join(known, name))
  const databaseUrl = await createEmpty(inject('databaseUrl'))
  await migrate(databaseUrl, known)

  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    // The rows are complete: no trigger or foreign key has to check them in this order.
    await db.query("set session_replication_role = 'replica'")
    for (const [table, rows] of Object.entries(tables)) {
      if (table === 'schema_migrations') continue
      await db.query(`delete from "${table}"`)
      await insert(db, table, rows)
    }
    await moveSequences(db)
  } finally {
    await db.end()
  }
  return { dataDir: path.join(folder, 'data'), databaseUrl, cookies: await read('cookies.json'), tables }
}
