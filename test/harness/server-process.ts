import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '#server/core/free-port.ts'
import { bundleServer, serverArgs, serverEnv } from '../../scripts/setup.mjs'

const root = path.resolve(import.meta.dirname, '../..')

export interface ServerProcess {
  url: string
  process: ChildProcess
  dataDir: string
  /** Resident memory of the server process, bytes. */
  residentBytes(): Promise<number>
  kill(): Promise<void>
  stop(): Promise<void>
}

let bundled: Promise<void> | undefined

/** Starts the real server in a separate process; with a given folder it continues with the data there. */
export async function startServerProcess(
  given: {
    dataDir?: string
    port?: number
    env?: Record<string, string>
    /** Receives each line that the server prints; without it, errors go to this process's output. */
    onLine?: (line: string) => void
  } = {},
): Promise<ServerProcess> {
  bundled ??= bundleServer(process.execPath)
  await bundled
  const dataDir = given.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), 'trailcut-server-')))
  const port = given.port ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  // Only what any program needs: the test runner's variables are not the server's settings.
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, serverArgs, {
    cwd: root,
    env: {
      PATH,
      HOME,
      TMPDIR,
      LOG_LEVEL: 'warn',
      ...serverEnv,
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLIC_URL: url,
      // Specs about other things pay at once; those about the approval turn it on.
      PAYOUT_APPROVE_FIRST: 'off',
      ...given.env,
    },
    stdio: ['ignore', 'pipe', given.onLine ? 'pipe' : 'inherit'],
  })
  const ready = Promise.withResolvers<void>()
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    if (stream)
      createInterface({ input: stream }).on('line', line => {
        given.onLine?.(line)
        if (line.includes('is ready at')) ready.resolve()
        // Only useful if it doesn't start.
        said = `${said}${line}\n`.slice(-8000)
      })
  child.once('exit', () => ready.reject(new Error(`The server ended before it was ready: ${said}`)))
  const ended = once(child, 'exit')
  await ready.promise
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
