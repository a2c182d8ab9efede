import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { TelemetryError } from '#telemetry/source.ts'
import type { Answer, Found } from './answer.ts'

/** Limits for reading one file. */
export interface ReaderLimits {
  /** from start to answer */
  deadlineMs: number
  /** megabytes of objects and strings */
  heapMb: number
  /** bytes of all memory, including arrays (Linux) */
  memoryBytes: number
}

/** An hour of telemetry takes 2 seconds, 64 MB of GPX 5, and both stay below 600 MB. */
export const readerLimits: ReaderLimits = { deadlineMs: 60_000, heapMb: 512, memoryBytes: 2 * 1024 ** 3 }

const codeFolder = path.resolve(import.meta.dirname, '../../..')
/** Tags, at most 10,000, make up most of an answer. */
const answerBytes = 8 * 1024 * 1024

const tooLong = () =>
  new TelemetryError(
    'too_large',
    'The telemetry file takes too long to read. Export a shorter ride, or as CSV, and try again.',
  )
const tooBig = () =>
  new TelemetryError(
    'too_large',
    'The telemetry file needs too much memory to read. Export a shorter ride, or as CSV, and try again.',
  )

function start(args: string[], numbers: string | null, limits: ReaderLimits): ChildProcess {
  const [kind, input] = args as [string, string]
  const node = [
    `--max-old-space-size=${limits.heapMb}`,
    '--permission',
    `--allow-fs-read=${codeFolder}/*`,
    `--allow-fs-read=${input}`,
    ...(numbers ? [`--allow-fs-write=${numbers}`] : []),
    '--disable-warning=ExperimentalWarning',
    path.join(import.meta.dirname, 'child.ts'),
    kind,
    input,
    ...(numbers ? [numbers] : []),
  ]
  const seconds = Math.ceil(limits.deadlineMs / 1000)
  const [command, argv] =
    process.platform === 'linux'
      ? [
          'prlimit',
          [`--data=${limits.memoryBytes}`, `--cpu=${seconds * 2}`, '--core=0', process.execPath, ...node],
        ]
      : [process.execPath, node]
  return spawn(command, argv, {
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** The child's line, or null when it died before finishing it. */
function answerOf(said: Buffer[]): Answer | null {
  const line = Buffer.concat(said).toString('utf8')
  return line.endsWith('\n') ? (JSON.parse(line) as Answer) : null
}

/**
 * Reads one file in a separate process.
 * @param numbers file that receives the numbers of all series; null when only the summary is needed
 * @throws TelemetryError of the read, or too_large beyond the deadline or the memory limit; the signal's
 * reason when aborted; Error with its stack when the process failed for another reason
 */
export async function runChild(
  kind: 'added' | 'original',
  input: string,
  numbers: string | null,
  options: { limits: ReaderLimits; signal: AbortSignal | undefined },
): Promise<Found> {
  options.signal?.throwIfAborted()
  const child = start([kind, path.resolve(input)], numbers, options.limits)
  const said: Buffer[] = []
  let size = 0
  let complaints = ''
  let late = false
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= answerBytes) said.push(chunk)
    else child.kill('SIGKILL')
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-8000)
  })
  const kill = () => void child.kill('SIGKILL')
  const timer = setTimeout(() => {
    late = true
    kill()
  }, options.limits.deadlineMs)
  options.signal?.addEventListener('abort', kill, { once: true })
  try {
    const killedBy = await new Promise<NodeJS.Signals | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (_code, by) => resolve(by))
    })
    options.signal?.throwIfAborted()
    if (late || killedBy === 'SIGXCPU') throw tooLong()
    const answer = answerOf(said)
    // V8 kills a process that has used up its heap with a signal, after printing a message about memory.
    if (size > answerBytes || (answer === null && /out of memory|allocation failed/i.test(complaints)))
      throw tooBig()
    if (answer === null) throw new Error(`The telemetry reader died (${killedBy}): ${complaints}`)
    if ('outOfMemory' in answer) throw tooBig()
    if ('refused' in answer) throw new TelemetryError(answer.refused.code, answer.refused.message)
    if ('failed' in answer) throw new Error(`The telemetry reader failed: ${answer.failed}`)
    return answer
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', kill)
  }
}
