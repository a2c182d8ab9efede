import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { openClient } from '#server/core/db/database.ts'
import { startEmbedded } from '#server/core/db/embedded.ts'

const folder = '/usr/lib/postgresql'

/** Where the newest PostgreSQL of the system is, with its pg_dump, which the embedded one doesn't bring. */
function newestBin(): string {
  const versions = readdirSync(folder).sort((a, b) => Number(b) - Number(a))
  return path.join(folder, String(versions[0]), 'bin')
}

/** Starts the system's PostgreSQL on a folder. */
export async function startSystemPostgres(
  at: string,
): Promise<{ empty(): Promise<string>; stop(): Promise<void> }> {
  const bin = newestBin()
  const running = await startEmbedded({
    folder: path.join(at, 'postgres'),
    settings: { fsync: 'off', max_connections: '100' },
    binaries: { postgres: path.join(bin, 'postgres'), initdb: path.join(bin, 'initdb') },
  })
  return {
    /** Makes an empty database. @returns its address */
    async empty() {
      const name = `test_${randomBytes(6).toString('hex')}`
      const admin = openClient({ connectionString: running.url('postgres') }, () => undefined)
      await admin.connect()
      await admin.query(`create database ${name}`).finally(() => admin.end())
      return running.url(name)
    },
    stop: () => running.stop(),
  }
}
