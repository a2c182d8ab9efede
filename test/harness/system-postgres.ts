import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { openClient } from '#server/core/db/database.ts'
import { startEmbedded } from '#server/core/db/embedded.ts'

const folder = '/usr/lib/postgresql'

/** Whether this machine has one. */
export const hasSystemPostgres = existsSync(folder)

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
  const asAdmin = async (statement: string) => {
    const admin = openClient({ connectionString: running.url('postgres') }, () => undefined)
    await admin.connect()
    await admin.query(statement).finally(() => admin.end())
  }
  // As the guide sets it up: the user owns its database and has no other rights.
  const owner = { name: 'owner', password: randomBytes(12).toString('hex') }
  await asAdmin(`create role ${owner.name} login password '${owner.password}'`)
  return {
    /** Makes an empty database. @returns its address */
    async empty() {
      const name = `test_${randomBytes(6).toString('hex')}`
      await asAdmin(`create database ${name} owner ${owner.name}`)
      const url = new URL(running.url(name))
      url.username = owner.name
      url.password = owner.password
      return url.href
    },
    stop: () => running.stop(),
  }
}
