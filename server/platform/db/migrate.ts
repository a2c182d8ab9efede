import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { openClient } from './database.ts'

export const migrationsFolder = path.resolve(import.meta.dirname, '../../../db/migrations')

/** A lost connection fails the statement that runs on it, and with it the migration. */
const noted = () => undefined

/** Any constant number: all servers that migrate the same database queue for this lock. */
const migrationLock = 7_246_825

/** The database was migrated by files that differ from these; the message is one line. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/**
 * Applies the numbered SQL files that the database doesn't have yet, each in its own transaction. Forward
 * only; a file that changed after it ran is refused.
 * @returns names of the files applied now
 */
export async function migrate(connectionString: string, folder = migrationsFolder): Promise<string[]> {
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
    const files = (await readdir(folder)).filter(name => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort()
    const applied: string[] = []
    for (const name of files) {
      const sql = await readFile(path.join(folder, name), 'utf8')
      const sha256 = createHash('sha256').update(sql).digest('hex')
      const before = seen.get(name)
      if (before === sha256) continue
      if (before)
        throw new MigrationError(`Migration ${name} was changed after it ran: add a new file instead`)
      await apply(client, name, sql, sha256)
      applied.push(name)
    }
    return applied
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, name: string, sql: string, sha256: string): Promise<void> {
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
