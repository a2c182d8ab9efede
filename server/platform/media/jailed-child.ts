import { spawn } from 'node:child_process'
import path from 'node:path'

/** Limits for one process. */
export interface ChildLimits {
  /** from start to answer */
  deadlineMs: number
  /** megabytes of objects and strings */
  heapMb: number
  /** bytes of all memory, including arrays (Linux) */
  memoryBytes: number
}

export interface JailedCall {
  /** our own code, absolute */
  script: string
  args: readonly string[]
  /** the only files it may read besides our code, and the only ones it may write */
  reads: readonly string[]
  writes?: readonly string[]
  /** what it reads from standard input */
  input?: string
  /** the most it may print */
  answerBytes: number
  limits: ChildLimits
  signal: AbortSignal | undefined
}

/** How a process ended. */
export interface JailedEnd {
  /** the line it printed; null when it died before finishing it */
  line: string | null
  late: boolean
  outOfMemory: boolean
  killedBy: NodeJS.Signals | null
  /** the end of what it wrote to standard error */
  complaints: string
}

const codeFolder = path.resolve(import.meta.dirname, '../../..')
const complaintsKept = 8000

function start({ script, args, reads, writes = [], limits, input }: JailedCall) {
  const node = [
    `--max-old-space-size=${limits.heapMb}`,
    '--permission',
    `--allow-fs-read=${codeFolder}/*`,
    ...reads.map(file => `--allow-fs-read=${file}`),
    ...writes.map(file => `--allow-fs-write=${file}`),
    '--disable-warning=ExperimentalWarning',
    script,
    ...args,
  ]
  const seconds = Math.ceil(limits.deadlineMs / 1000)
  const [command, argv] =
    process.platform === 'linux'
      ? [
          'prlimit',
          [`--data=${limits.memoryBytes}`, `--cpu=${seconds * 2}`, '--core=0', process.execPath, ...node],
        ]
      : [process.execPath, node]
  return spawn(command, argv, { env: {}, stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] })
}

/**
 * Runs our own code on a file we don't trust, in a separate process that sees no environment, opens only the files
 * named and our code, and is killed beyond its limits. It answers with one line.
 * @throws the signal's reason when aborted; Error when it can't be started
 */
export async function runJailed(call: JailedCall): Promise<JailedEnd> {
  const { signal } = call
  signal?.throwIfAborted()
  const child = start(call)
  const said: Buffer[] = []
  let size = 0
  let complaints = ''
  let late = false
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= call.answerBytes) said.push(chunk)
    else child.kill('SIGKILL')
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-complaintsKept)
  })
  // One that died early has a signal or complaints, which say more than the broken pipe.
  child.stdin?.on('error', () => undefined).end(call.input)
  const kill = () => void child.kill('SIGKILL')
  const timer = setTimeout(() => {
    late = true
    kill()
  }, call.limits.deadlineMs)
  signal?.addEventListener('abort', kill, { once: true })
  try {
    const killedBy = await new Promise<NodeJS.Signals | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (_code, by) => resolve(by))
    })
    signal?.throwIfAborted()
    const text = Buffer.concat(said).toString('utf8')
    const line = text.endsWith('\n') ? text : null
    // V8 kills a process that has used up its heap with a signal, after printing a message about memory.
    const starved = line === null && /out of memory|allocation failed/i.test(complaints)
    return {
      line: size > call.answerBytes ? null : line,
      late: late || killedBy === 'SIGXCPU',
      outOfMemory: size > call.answerBytes || starved,
      killedBy,
      complaints,
    }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', kill)
  }
}
