import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { BackupError } from './errors.ts'

const run = promisify(execFile)

/** Where Debian keeps the programs of each version; `pg_dump` in PATH is the one of its own choice. */
const debianFolder = '/usr/lib/postgresql'

async function majorOf(program: string): Promise<number | null> {
  try {
    const { stdout } = await run(program, ['--version'])
    return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0) || null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * A program of PostgreSQL on this machine: `pg_dump` refuses a server newer than itself, and `pg_restore` a dump made by
 * one (https://www.postgresql.org/docs/current/app-pgdump.html).
 * @throws BackupError when it is missing or too old
 */
export async function findProgram(
  name: 'pg_dump' | 'pg_restore',
  atLeast: number,
): Promise<{ program: string; major: number }> {
  const versions = await readdir(debianFolder).catch(() => [])
  const candidates = [name, ...versions.map(version => path.join(debianFolder, version, 'bin', name))]
  const found: number[] = []
  for (const program of candidates) {
    const major = await majorOf(program)
    if (major !== null && major >= atLeast) return { program, major }
    if (major !== null) found.push(major)
  }
  throw new BackupError(
    `${name} of PostgreSQL ${atLeast} or newer is needed, and ${found.length ? `this machine has ${[...new Set(found)].join(' and ')}` : 'this machine has none'}: install postgresql-client-${atLeast}, see docs/guides/backup.md`,
  )
}

/** The address for a program's arguments, which everyone on the machine can read, and its password for the environment. */
function withoutPassword(url: string): { address: string; env: NodeJS.ProcessEnv } {
  const at = new URL(url)
  const env = { ...process.env, ...(at.password ? { PGPASSWORD: decodeURIComponent(at.password) } : {}) }
  at.password = ''
  return { address: at.href, env }
}

/** Runs a program. @throws BackupError with the last line of its complaints when it fails */
async function finish(name: string, child: ReturnType<typeof spawn>, moved: Promise<unknown>): Promise<void> {
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-4000)
  })
  const [[code], stream] = await Promise.all([
    once(child, 'close'),
    moved.then(
      () => null,
      (error: Error) => error,
    ),
  ])
  if (code !== 0) throw new BackupError(`${name} failed: ${said.trim() || `it ended with ${code}`}`)
  if (stream) throw stream
}

/**
 * Dumps a database as it was in an exported snapshot, in PostgreSQL's custom format.
 * @param write receives the dump
 */
export async function dump(
  program: string,
  { url, snapshot }: { url: string; snapshot: string },
  write: (from: Readable) => Promise<void>,
): Promise<void> {
  const { address, env } = withoutPassword(url)
  const args = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`]
  const child = spawn(program, [...args, `--dbname=${address}`], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await finish('pg_dump', child, write(child.stdout))
}

/** Restores a dump into an empty database in one transaction, so that it stays empty when anything fails. */
export async function restoreDump(program: string, url: string, from: Readable): Promise<void> {
  const { address, env } = withoutPassword(url)
  const args = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction']
  const child = spawn(program, [...args, `--dbname=${address}`], {
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  await finish('pg_restore', child, pipeline(from, child.stdin))
}
