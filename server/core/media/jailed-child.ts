import { type ChildProcess, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { chmod, cp, mkdtemp, readdir } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Places } from './command.ts'
import { startInJail, yielding } from './isolation.ts'
import { codePlace } from './jail.ts'
import { kill } from './process.ts'

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
  args(places: Places): string[]
  /** the only files it may read besides our code */
  reads: readonly string[]
  /** the only folder it may write into */
  folder?: string | null
  /** whether it needs packages, which the jail doesn't show: then only limits and Node's own permissions hold */
  packages?: boolean
  /** what it reads from standard input */
  input?: string
  /** the most it may print */
  answerBytes: number
  limits: ChildLimits
  /** 0 to 19; background work yields to what people wait for */
  niceness?: number
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
/** What a script needs that runs without packages. A built one is a single file; package.json says what `#…` means. */
const codeOf = (script: string) =>
  script.endsWith('.mjs')
    ? { root: path.dirname(script), parts: [path.basename(script)] }
    : { root: codeFolder, parts: ['contract', 'package.json', 'server', 'telemetry'] }
const complaintsKept = 8000
/** Node reserves far more of it than it uses. */
const addressSpace = 64 * 1024 ** 3

const readable = new Map<string, Promise<string>>()

/** The folder of a script's code, or a copy of it if it was unpacked under a umask that keeps it from other users. */
async function readableCode(script: string): Promise<string> {
  const { root, parts } = codeOf(script)
  if (statSync(script).mode & 0o004) return root
  const copy = await mkdtemp(path.join(os.tmpdir(), 'trailcut-code-'))
  for (const part of parts) await cp(path.join(root, part), path.join(copy, part), { recursive: true })
  for (const entry of await readdir(copy, { recursive: true, withFileTypes: true }))
    await chmod(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  return copy
}

/** The arguments of Node: what it may open, then the script. @param code the folder of our code, at `root` outside */
function nodeArgs(
  call: JailedCall,
  { code, root }: { code: string; root: string },
  reads: readonly string[],
  at: Places,
): string[] {
  return [
    `--max-old-space-size=${call.limits.heapMb}`,
    '--permission',
    `--allow-fs-read=${code}/*`,
    ...reads.map(file => `--allow-fs-read=${file}`),
    ...(call.folder ? [`--allow-fs-write=${at.folder}/*`] : []),
    '--disable-warning=ExperimentalWarning',
    path.join(code, path.relative(root, call.script)),
    ...call.args(at),
  ]
}

async function start(call: JailedCall): Promise<ChildProcess> {
  const { reads, folder = null, limits, packages = false, niceness = 0 } = call
  const [input = ''] = reads
  const cpuSeconds = Math.ceil(limits.deadlineMs / 1000) * 2
  const stdio = [
    call.input === undefined ? ('ignore' as const) : ('pipe' as const),
    'pipe' as const,
    'pipe' as const,
  ]
  if (!packages) {
    const { root, parts } = codeOf(call.script)
    const found = readable.get(call.script) ?? readableCode(call.script)
    readable.set(call.script, found)
    const code = { root: await found, parts }
    const argv = (at: Places) => nodeArgs(call, { code: codePlace, root }, [at.input], at)
    const bounds = {
      ...{ cpuSeconds, fileBytes: folder ? limits.memoryBytes : 0, niceness },
      ...{ memoryBytes: addressSpace, dataBytes: limits.memoryBytes },
    }
    const inJail = await startInJail({ program: process.execPath, input, folder, code, argv }, bounds, stdio)
    if (inJail) return inJail
  }
  const whole = { code: codeFolder, root: codeFolder }
  const node = nodeArgs(call, whole, reads, { input, folder: folder ?? '' })
  const limited = [
    `--data=${limits.memoryBytes}`,
    `--cpu=${cpuSeconds}`,
    '--core=0',
    process.execPath,
    ...node,
  ]
  const line = process.platform === 'linux' ? ['prlimit', ...limited] : [process.execPath, ...node]
  const [command = '', ...argv] = [...yielding(niceness), ...line]
  return spawn(command, argv, { env: {}, stdio, detached: process.platform !== 'win32' })
}

/**
 * Runs our own code on a file we don't trust, in ffmpeg's jail where there is one, and in any case in a separate process
 * that sees no environment, opens only the files named and our code, and is killed beyond its limits. It answers with
 * one line.
 * @throws the signal's reason when aborted; Error when it can't be started
 */
export async function runJailed(call: JailedCall): Promise<JailedEnd> {
  const { signal } = call
  signal?.throwIfAborted()
  const child = await start(call)
  const said: Buffer[] = []
  let size = 0
  let complaints = ''
  let late = false
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= call.answerBytes) said.push(chunk)
    else kill(child)
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-complaintsKept)
  })
  // One that died early has a signal or complaints, which say more than the broken pipe.
  child.stdin?.on('error', () => undefined).end(call.input)
  const stop = () => kill(child)
  const timer = setTimeout(() => {
    late = true
    stop()
  }, call.limits.deadlineMs)
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
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
    signal?.removeEventListener('abort', stop)
  }
}
