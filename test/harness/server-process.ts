import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

export interface ServerProcess {
  url: string
  process: ChildProcess
  dataDir: string
  /** Resident memory of the server process, bytes. */
  residentBytes(): Promise<number>
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Starts the real server in a process of its own; on a given folder it goes on where another left off. */
export async function startServerProcess(
  given: { dataDir?: string; port?: number; env?: Record<string, string> } = {},
): Promise<ServerProcess> {
  const dataDir = given.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), 'trailcut-server-')))
  const port = given.port ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...given.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLIC_URL: url,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const chunk of child.stdout) {
    said += chunk
    if (said.includes('is ready at')) break
  }
  if (!said.includes('is ready at')) throw new Error(`The server did not start: ${said}`)
  child.stdout.resume()
  const ended = once(child, 'exit')
  return {
    url,
    process: child,
    dataDir,
    async residentBytes() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
      if (!given.dataDir) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
