import { openClient } from '#server/core/db/database.ts'
import { stepNames } from '#server/core/db/migrate.ts'
import { findProgram } from '../backup/postgres-programs.ts'
import { type Finding, of, reasonOf } from './findings.ts'

const database = of('Database')
/** The schema needs unique constraints that take nulls for equal. */
const lowestVersion = 15
/** Codes of two-step verification change every 30 s, and signed addresses have a time. */
const skew = { warning: 2, failed: 30 }

const connectMs = 5000

/** What clocks differ by, as a finding. @param seconds ours minus theirs */
export function clockFinding(what: string, seconds: number): Finding {
  const apart = Math.abs(seconds)
  if (apart < skew.warning) return of('Clock')(what, 'ok', `within ${skew.warning} s`)
  const note = `differ by ${apart.toFixed(1)} s: turn on time synchronization on both machines (timedatectl set-ntp true)`
  return of('Clock')(what, apart < skew.failed ? 'warning' : 'failed', note)
}

/** Checks the database at an address: reachable, version, migrations, clock, and a pg_dump for backups. */
export async function checkDatabase(url: string): Promise<Finding[]> {
  const client = openClient(
    { connectionString: url, connectionTimeoutMillis: connectMs, query_timeout: connectMs },
    () => undefined,
  )
  try {
    await client.connect()
  } catch (error) {
    return [
      database('Connection', 'failed', `${reasonOf(error)}: check DATABASE_URL, and that PostgreSQL runs`),
    ]
  }
  try {
    const asked = Date.now()
    const { rows } = await client.query<{ version: string; number: number; now: Date; migrated: boolean }>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
        clock_timestamp() as now, to_regclass('schema_migrations') is not null as migrated`,
    )
    const middle = (asked + Date.now()) / 2
    const [row] = rows
    if (!row) throw new Error('The database gave no answer')
    const major = Math.floor(row.number / 10_000)
    const tooOld = `${row.version} is too old: upgrade to PostgreSQL ${lowestVersion} or newer`
    return [
      database('Connection', 'ok', 'answers'),
      major < lowestVersion ? database('Version', 'failed', tooOld) : database('Version', 'ok', row.version),
      row.migrated
        ? await migrations((await client.query<{ name: string }>('select name from schema_migrations')).rows)
        : database('Migrations', 'warning', 'none has run: the first start runs them'),
      clockFinding('This machine and the database', (middle - row.now.getTime()) / 1000),
      await dumpFinding(major),
    ]
  } catch (error) {
    return [database('Questions', 'failed', reasonOf(error))]
  } finally {
    await client.end()
  }
}

async function migrations(rows: readonly { name: string }[]): Promise<Finding> {
  const known = await stepNames()
  const ran = new Set(rows.map(({ name }) => name))
  const later = [...ran].filter(name => !known.includes(name))
  if (later.length)
    return database(
      'Migrations',
      'failed',
      `${later.join(', ')} came with a newer version, which has migrated this database: run that one`,
    )
  const missing = known.filter(name => !ran.has(name))
  return missing.length
    ? database('Migrations', 'warning', `${missing.join(', ')} didn't run yet: the next start runs them`)
    : database('Migrations', 'ok', `all ${known.length} have run`)
}

async function dumpFinding(major: number): Promise<Finding> {
  try {
    const { program } = await findProgram('pg_dump', major)
    return of('Backup')('Program', 'ok', program)
  } catch (error) {
    return of('Backup')('Program', 'warning', reasonOf(error))
  }
}
