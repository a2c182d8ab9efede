import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { openClient } from './database.ts'

const sqlFolder = path.resolve(import.meta.dirname, '../../../db')

/** The row in `schema_migrations` of a database that began with `db/schema`. */
const baseline = 'baseline'

/** A lost connection fails the statement that runs on it, and with it the migration. */
const noted = () => undefined

/** Any constant number: all servers that migrate the same database queue for this lock. */
const migrationLock = 7_246_825

/** The database can't be brought to this version's schema; the message is one line. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

interface Step {
  name: string
  sql: string
}

/**
 * Brings a database to this version's schema: an empty one gets the baseline (`schema/`), then each gets the
 * numbered files of `migrations/` that it doesn't have yet. Each step is a transaction. Forward only; files that
 * changed after they ran are refused, and so is a database that didn't begin with the baseline.
 * @param folder of `schema` and `migrations`
 * @returns names of the steps applied now
 */
export async function migrate(connectionString: string, folder = sqlFolder): Promise<string[]> {
  const client = openClient({ connectionString }, noted)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(
      'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from schema_migrations',
    )
    const seen = new Map(rows.map(row => [row.name, row.sha256]))
    if (!seen.has(baseline)) await refuseForeign(client)
    const applied: string[] = []
    for (const step of await stepsIn(folder)) {
      const sha256 = createHash('sha256').update(step.sql).digest('hex')
      const before = seen.get(step.name)
      if (before === sha256) continue
      if (before)
        throw new MigrationError(
          `The ${step.name === baseline ? 'baseline (db/schema)' : `migration ${step.name}`} was changed after it ran: add a file to db/migrations instead`,
        )
      await apply(client, step, sha256)
      applied.push(step.name)
    }
    return applied
  } finally {
    await client.end()
  }
}

/** The baseline, then the migrations in order. */
async function stepsIn(folder: string): Promise<Step[]> {
  const read = async (kind: string, names: RegExp): Promise<Step[]> => {
    const files = (await readdir(path.join(folder, kind))).filter(name => names.test(name)).sort()
    return Promise.all(
      files.map(async name => ({ name, sql: await readFile(path.join(folder, kind, name), 'utf8') })),
    )
  }
  const schema = await read('schema', /^\d\d_[a-z_]+\.sql$/)
  const migrations = await read('migrations', /^\d{4}_[a-z0-9_]+\.sql$/)
  return [{ name: baseline, sql: schema.map(file => file.sql).join('\n') }, ...migrations]
}

/** Names of all steps that this version has. */
export const stepNames = async (folder = sqlFolder): Promise<string[]> =>
  (await stepsIn(folder)).map(step => step.name)

async function refuseForeign(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "select from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> 'schema_migrations' limit 1",
  )
  if (rows.length)
    throw new MigrationError(
      'This database was not set up by Trailcut 1.0 or later and cannot be upgraded: set DATABASE_URL to an empty database, or DATA_DIR to an empty folder for the embedded one',
    )
}

async function apply(client: pg.Client, { name, sql }: Step, sha256: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new MigrationError(`Migration ${name} failed: ${(cause as Error).message}`, { cause })
  }
}
