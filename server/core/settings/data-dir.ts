import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'

/** Another server is using this DATA_DIR; the message is one line for the operator. */
export class DataDirTakenError extends Error {
  override name = 'DataDirTakenError'
}

// Unix socket paths are limited to 107 bytes on Linux and 103 on macOS, however deep the folder is.
function socketPath(dataDir: string): string {
  const direct = path.join(dataDir, 'server.lock')
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\trailcut-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  if (Buffer.byteLength(direct) < 100) return direct
  return path.join(
    os.tmpdir(),
    `trailcut-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}.lock`,
  )
}

const listen = (server: Server, address: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })

const isAnswered = (address: string) =>
  new Promise<boolean>(resolve => {
    const socket = connect(address)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/**
 * Locks DATA_DIR for this process with a listening socket: the kernel closes it however the process dies, so
 * a killed run leaves no stale lock behind.
 * @throws DataDirTakenError when a running server has it
 */
export async function holdDataDir(dataDir: string): Promise<{ release(): Promise<void> }> {
  await mkdir(dataDir, { recursive: true })
  const address = socketPath(dataDir)
  const server = createServer(socket => socket.destroy())
  try {
    await listen(server, address)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    if (await isAnswered(address))
      throw new DataDirTakenError(
        `Another Trailcut server is running on ${dataDir}: stop it, or set DATA_DIR to another folder`,
      )
    await rm(address, { force: true })
    await listen(server, address)
  }
  server.unref()
  return { release: () => new Promise(resolve => server.close(() => resolve())) }
}
