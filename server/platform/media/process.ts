import { spawn } from 'node:child_process'
import os from 'node:os'
import type { Readable } from 'node:stream'
import type { MediaCommand } from './command.ts'

/** An ffmpeg or ffprobe run that ended badly; `detail` is the tail of what it said, for the log only. */
export class MediaProcessError extends Error {
  override name = 'MediaProcessError'
  readonly detail: string
  constructor(message: string, detail: string, options?: { cause?: unknown }) {
    super(message, options)
    this.detail = detail
  }
}

export interface RunOptions {
  signal?: AbortSignal | undefined
  /** Wall-clock limit; a hostile file must not hold a worker for ever. */
  timeoutMs: number
  /** 0 to 19; background work steps back behind what people wait for. */
  niceness?: number
  onStdout?: (stdout: Readable) => void
  /** what the command writes to pipe 3 */
  onThird?: (stream: Readable) => void
}

const stderrKept = 64 * 1024
const killAfterMs = 3000
/** Address space of one media process, bytes: far above an honest 4K decode, far below the machine. */
const addressSpace = 6 * 1024 ** 3

/** Starts the command with its pipes. */
function start(command: MediaCommand, options: RunOptions) {
  const args = command.argv({ input: command.input, folder: command.folder ?? '' })
  const [file, argv] =
    process.platform === 'linux'
      ? ['prlimit', [`--as=${addressSpace}`, '--core=0', command.program, ...args]]
      : [command.program, args]
  const child = spawn(file, argv, {
    stdio: [
      'ignore',
      options.onStdout ? 'pipe' : 'ignore',
      'pipe',
      ...(options.onThird ? (['pipe'] as const) : []),
    ],
  })
  if (options.niceness && child.pid) os.setPriority(child.pid, options.niceness)
  return child
}

/**
 * Runs a media program with bounded time, memory and log.
 * Abort and timeout send TERM, then KILL.
 * @throws MediaProcessError on a non-zero exit or a timeout; the signal's reason when aborted
 */
export async function runMedia(command: MediaCommand, options: RunOptions): Promise<void> {
  const { program } = command
  options.signal?.throwIfAborted()
  const child = start(command, options)
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-stderrKept)
  })
  if (child.stdout && options.onStdout) options.onStdout(child.stdout)
  if (options.onThird) options.onThird(child.stdio[3] as Readable)

  let timedOut = false
  let killer: NodeJS.Timeout | undefined
  const stop = () => {
    child.kill('SIGTERM')
    killer ??= setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  }
  const timer = setTimeout(() => {
    timedOut = true
    stop()
  }, options.timeoutMs)
  options.signal?.addEventListener('abort', stop, { once: true })
  try {
    const code = await new Promise<number | string>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (exit, killedBy) => resolve(exit ?? killedBy ?? 'unknown'))
    })
    options.signal?.throwIfAborted()
    if (timedOut) throw new MediaProcessError(`${program} took longer than ${options.timeoutMs} ms`, tail)
    if (code !== 0) throw new MediaProcessError(`${program} ended with ${code}`, tail)
  } finally {
    clearTimeout(timer)
    clearTimeout(killer)
    options.signal?.removeEventListener('abort', stop)
  }
}

/** Reads all of a program's standard output as text, at most `limit` bytes. @throws as runMedia */
export async function readMedia(
  command: MediaCommand,
  options: RunOptions & { limit?: number },
): Promise<string> {
  const limit = options.limit ?? 4 * 1024 * 1024
  const chunks: Buffer[] = []
  let size = 0
  const tooMuch = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, tooMuch.signal]) : tooMuch.signal
  await runMedia(command, {
    ...options,
    signal,
    onStdout: stdout =>
      stdout.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > limit)
          tooMuch.abort(new MediaProcessError(`${command.program} said more than ${limit} bytes`, ''))
        else chunks.push(chunk)
      }),
  })
  return Buffer.concat(chunks).toString('utf8')
}
