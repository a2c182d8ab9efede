import { spawn } from 'node:child_process'
import os from 'node:os'
import type { Readable } from 'node:stream'
import { MediaProcessError } from '#server/platform/media/process.ts'

export interface TwoPipes {
  onPicture: (chunk: Uint8Array) => void
  onSound: (chunk: Uint8Array) => void
  signal?: AbortSignal | undefined
  timeoutMs: number
  /** analysis steps back behind what people wait for */
  niceness: number
}

const stderrKept = 16 * 1024
const killAfterMs = 3000
const addressSpace = 6 * 1024 ** 3

/**
 * Runs ffmpeg with two outputs, pipe 1 and pipe 3. Reading is paced by the callbacks, so memory stays bounded.
 * Abort and timeout send TERM, then KILL.
 * @throws MediaProcessError on a non-zero exit or a timeout; the signal's reason when aborted; what a callback throws
 */
export async function runTwoPipes(args: string[], options: TwoPipes): Promise<void> {
  options.signal?.throwIfAborted()
  const [command, argv] =
    process.platform === 'linux'
      ? ['prlimit', [`--as=${addressSpace}`, '--core=0', 'ffmpeg', ...args]]
      : ['ffmpeg', args]
  const child = spawn(command, argv, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
  let tail = ''
  let failure: unknown
  let killer: NodeJS.Timeout | undefined
  const stop = () => {
    child.kill('SIGTERM')
    killer ??= setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  }
  const fail = (reason: unknown) => {
    failure ??= reason
    stop()
  }
  const guarded = (take: (chunk: Uint8Array) => void) => (chunk: Uint8Array) => {
    if (failure !== undefined) return
    try {
      take(chunk)
    } catch (error) {
      fail(error)
    }
  }
  const [, stdout, stderr, sound] = child.stdio as unknown as [null, Readable, Readable, Readable]
  stdout.on('data', guarded(options.onPicture)).on('error', fail)
  sound.on('data', guarded(options.onSound)).on('error', fail)
  stderr.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-stderrKept)
  })
  if (child.pid) os.setPriority(child.pid, options.niceness)

  const timer = setTimeout(
    () => fail(new MediaProcessError(`ffmpeg took longer than ${options.timeoutMs} ms`, tail)),
    options.timeoutMs,
  )
  const onAbort = () => fail(options.signal?.reason)
  options.signal?.addEventListener('abort', onAbort, { once: true })
  try {
    const code = await new Promise<number | string>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (exit, killedBy) => resolve(exit ?? killedBy ?? 'unknown'))
    })
    if (failure !== undefined) throw failure
    if (code !== 0) throw new MediaProcessError(`ffmpeg ended with ${code}`, tail)
  } finally {
    clearTimeout(timer)
    clearTimeout(killer)
    options.signal?.removeEventListener('abort', onAbort)
  }
}
