import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'

/** Another server is using this DATA_DIR; the message is one line for the operator. */
export class DataDirTakenError extends Error {
  override name = 'DataDirTakenError'
}

// As it was at the start: later it may be a folder in DATA_DIR, whose path is long.
const systemTemporary = os.tmpdir()

// Unix socket paths are limited to 107 bytes on Linux and 103 on macOS, however deep the folder is.
function socketPath(dataDir: string, name: string): string {
  const direct = path.join(dataDir, name)
  const digest = createHash('sha256').update(direct).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\trailcut-${digest}`
  return Buffer.byteLength(direct) < 100 ? direct : path.join(systemTemporary, `trailcut-${digest}.lock`)
}

/** Listens for as long as this process lives: the kernel closes it however the process dies. @param says to who asks */
async function listen(address: string, says: string): Promise<Server> {
  const server = createServer(socket => socket.on('error', () => undefined).end(says))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
  server.unref()
  return server
}

/** What the process behind an address says; null when it is dead. */
const askAt = (address: string) =>
  new Promise<string | null>((resolve, reject) => {
    let said = ''
    connect(address)
      .on('data', chunk => (said += chunk))
      .once('end', () => resolve(said))
      .once('error', (error: NodeJS.ErrnoException) =>
        ['ECONNREFUSED', 'ENOENT'].includes(error.code ?? '') ? resolve(null) : reject(error),
      )
  })

const closed = (server: Server) => new Promise<void>(resolve => server.close(() => resolve()))

/** Listens at a fixed address, which a killed process may have left. @returns null when a living one has it */
async function listenAlone(address: string): Promise<Server | null> {
  try {
    return await listen(address, '')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    if ((await askAt(address)) !== null) return null
    await rm(address, { force: true })
    return listen(address, '')
  }
}

/**
 * What lies in a folder and belongs to a process each, named by it. Nobody takes over a name, so what belongs to a dead
 * process can be deleted at any time, however many start at once.
 */
class Belongings {
  readonly #dataDir: string
  readonly #folder: string

  constructor(dataDir: string, folder: string) {
    this.#dataDir = dataDir
    this.#folder = folder
  }

  #addressOf(id: string): string {
    return socketPath(this.#dataDir, path.join(this.#folder, `${id}.lock`))
  }

  /** A name for this process, and what ends its claim and deletes what it has. */
  async claim(says: string): Promise<{ id: string; place: string; release(): Promise<void> }> {
    await mkdir(path.join(this.#dataDir, this.#folder), { recursive: true, mode: 0o700 })
    const id = randomBytes(4).toString('hex')
    const server = await listen(this.#addressOf(id), says)
    const place = path.join(this.#dataDir, this.#folder, id)
    return {
      id,
      place,
      release: async () => {
        await rm(place, { recursive: true, force: true })
        await closed(server)
      },
    }
  }

  /** What the other living processes say. Deletes what belongs to dead ones. */
  async others(mine: string | null): Promise<string[]> {
    const folder = path.join(this.#dataDir, this.#folder)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const said: string[] = []
    for (const id of await readdir(folder)) {
      if (id === mine || !/^[0-9a-f]{8}$/.test(id)) continue
      const address = this.#addressOf(id)
      const answer = await askAt(address)
      if (answer !== null) said.push(answer)
      else
        for (const left of [path.join(folder, id), address]) await rm(left, { recursive: true, force: true })
    }
    return said
  }
}

const taken = (dataDir: string, why: string) =>
  new DataDirTakenError(
    `Another Trailcut server ${why} ${dataDir}: stop it, or set DATA_DIR to another folder`,
  )

/** A database without who connects to it: servers that share a folder must mean the same one. */
function databaseOf(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return createHash('sha256').update([hostname, port, pathname].join(' ')).digest('hex')
}

/**
 * Claims DATA_DIR for this process, as long as it lives. One with an embedded database has it alone; several with the
 * same database of their own share its objects and unfinished uploads.
 * @param databaseUrl undefined: the embedded database
 * @throws DataDirTakenError when a running server has it, or shares it with another database
 */
export async function holdDataDir(
  dataDir: string,
  databaseUrl?: string,
): Promise<{ release(): Promise<void> }> {
  await mkdir(dataDir, { recursive: true })
  const alone = socketPath(dataDir, 'server.lock')
  const servers = new Belongings(dataDir, 'servers')
  if (databaseUrl === undefined) {
    const server = await listenAlone(alone)
    if (!server) throw taken(dataDir, 'is running on')
    if ((await servers.others(null)).length === 0) return { release: () => closed(server) }
    await closed(server)
    throw taken(dataDir, 'is running on')
  }
  const database = databaseOf(databaseUrl)
  const mine = await servers.claim(database)
  await writeFile(mine.place, '')
  const others = await servers.others(mine.id)
  const isAlone = (await askAt(alone)) === null
  if (isAlone && others.every(said => said === database)) return mine
  await mine.release()
  throw taken(dataDir, isAlone ? 'with another DATABASE_URL is running on' : 'is running on')
}

/**
 * A folder in DATA_DIR for this process's temporary files. Those of processes that died are deleted.
 * @returns its path, and what deletes it
 */
export async function openScratch(dataDir: string): Promise<{ folder: string; release(): Promise<void> }> {
  const scratch = new Belongings(dataDir, 'tmp')
  const { id, place, release } = await scratch.claim('')
  await mkdir(place, { mode: 0o700 })
  await scratch.others(id)
  return { folder: place, release }
}
