import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { notInTransaction } from '#server/core/db/slow-calls.ts'
import { DiskFullError } from '#server/core/disk-full.ts'
import { inSpan, isTracing } from '#server/core/tracing/trace.ts'
import { ffprobeCommand, type MediaCommand, type MediaSource } from './command.ts'
import { withCpuMeter } from './cpu-meter.ts'
import { endGroup, startIsolated } from './isolation.ts'

/** An ffmpeg or ffprobe run that failed; `detail` is the end of its output, for the log only. */
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
  /** Wall-clock limit; a hostile file must not block a worker forever. */
  timeoutMs: number
  /** 0 to 19; background work yields to what people wait for. */
  niceness?: number
  onStdout?: (stdout: Readable) => void
  /** what the command writes to pipes 3, 4 and so on */
  onMore?: readonly ((stream: Readable) => void)[]
  /** receives the pipe from which the command reads our own pictures; the receiver closes it */
  feed?: (stdin: Socket) => void
  /** no file it writes may grow larger; 4 GiB by default */
  fileBytes?: number
}

const stderrKept = 64 * 1024
/** Address space of one media process, bytes: far above an honest 4K decode, far below the machine. */
const memoryBytes = 6 * 1024 ** 3
const largestFile = 4 * 1024 ** 3
/** CPU seconds per second of the deadline, because deadlines assume two processors. */
const cpuShare = 2

function start(command: MediaCommand, options: RunOptions) {
  const bounds = {
    cpuSeconds: Math.max(1, (options.timeoutMs / 1000) * cpuShare),
    fileBytes: command.folder === null ? 0 : (options.fileBytes ?? largestFile),
    memoryBytes,
    niceness: options.niceness ?? 0,
  }
  return startIsolated(command, bounds, {
    stdout: !!options.onStdout,
    more: options.onMore?.length ?? 0,
    stdin: !!options.feed,
  })
}

/**
 * Kills a run with all its child processes. Its output so far is discarded, so it needs no graceful shutdown.
 */
export function kill(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) endGroup(child)
}

/** Ends each run that is under way when this process ends, whatever made it end. */
const underWay = new Set<() => void>()
process.on('exit', () => {
  for (const stop of underWay) stop()
})

/** The system's message for ENOSPC and EDQUOT, in the only language that an empty environment has. */
const saysDiskFull = /: (No space left on device|Disk quota exceeded)$/m

/** A program that writes no file can't fill a disk, whatever a rider's file makes it print. */
const whyOf = ({ folder }: MediaCommand, tail: string): { cause?: unknown } =>
  folder !== null && saysDiskFull.test(tail) ? { cause: new DiskFullError('ffmpeg found the disk full') } : {}

/**
 * Runs a media program as strictly isolated as the system allows, with limits on time, memory, files and log.
 * Abort and timeout end it at once.
 * @throws MediaProcessError on a non-zero exit or a timeout; the signal's reason when aborted
 */
export async function runMedia(command: MediaCommand, options: RunOptions): Promise<void> {
  const { program, kind } = command
  notInTransaction(program)
  if (!isTracing()) return await run(command, options)
  const facts = { 'process.executable.name': program, 'trailcut.media.kind': kind }
  await inSpan({ name: `${program} ${kind}`, facts }, note =>
    withCpuMeter(
      () => run(command, options, code => note({ 'process.exit.code': code })),
      async seconds => note({ 'trailcut.media.cpu_seconds': Math.round(seconds * 100) / 100 }),
    ),
  )
}

/** @param ended receives the exit code, or the name of the signal that ended it */
async function run(
  command: MediaCommand,
  options: RunOptions,
  ended?: (code: number | string) => void,
): Promise<void> {
  const { program } = command
  options.signal?.throwIfAborted()
  const child = await start(command, options)
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-stderrKept)
  })
  if (child.stdout && options.onStdout) options.onStdout(child.stdout)
  for (const [index, read] of (options.onMore ?? []).entries()) read(child.stdio[3 + index] as Readable)

  // The pipes of a child process are sockets.
  if (options.feed) options.feed(child.stdin as Socket)

  let timedOut = false
  const stop = () => kill(child)
  underWay.add(stop)
  const timer = setTimeout(() => {
    timedOut = true
    stop()
  }, options.timeoutMs)
  options.signal?.addEventListener('abort', stop, { once: true })
  if (options.signal?.aborted) stop()
  try {
    const code = await new Promise<number | string>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (exit, killedBy) => resolve(exit ?? killedBy ?? 'unknown'))
    })
    ended?.(code)
    options.signal?.throwIfAborted()
    if (timedOut) throw new MediaProcessError(`${program} took longer than ${options.timeoutMs} ms`, tail)
    if (code !== 0) throw new MediaProcessError(`${program} ended with ${code}`, tail, whyOf(command, tail))
  } finally {
    underWay.delete(stop)
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', stop)
  }
}

/**
 * How far ffmpeg is, from a line of its progress report; null for a line about something else.
 * @param seconds how long its output will be
 * @returns 0 to 1
 */
export function fractionIn(line: string, seconds: number): number | null {
  const micros = /^out_time_us=(\d+)/.exec(line)?.[1]
  return micros === undefined ? null : Math.min(1, Number(micros) / 1e6 / seconds)
}

/** How many codecs the streams that nobody shows may have in one file. */
const mostUnused = 8

/**
 * Runs ffprobe on a file. A stream that nobody shows never refuses it, whatever its codec: its decoder is opened, as
 * ffprobe does for each stream, but gets nothing to decode.
 * @throws as runMedia
 */
export async function withProbe<T>(
  source: MediaSource,
  show: readonly string[],
  run: (command: MediaCommand) => Promise<T>,
  opened: readonly string[] = [],
): Promise<T> {
  try {
    return await run(ffprobeCommand(source, show, opened))
  } catch (error) {
    if (!(error instanceof MediaProcessError)) throw error
    const refused = [...error.detail.matchAll(/Codec \((\w+)\) not on whitelist/g)].map(
      ([, name]) => name as string,
    )
    const all = new Set([...opened, ...refused])
    if (all.size === opened.length || all.size > mostUnused) throw error
    return withProbe(source, show, run, [...all])
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
