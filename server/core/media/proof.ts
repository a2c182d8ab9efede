import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { ffmpegCommand } from './command.ts'
import type { Bounds, Call } from './jail.ts'
import { onlySound } from './streams.ts'
import { silentWav } from './wav.ts'

/** Measures that keep a media program compromised by a file from doing harm. */
export const allMeasures = [
  'empty environment',
  'limits',
  'no network',
  'no rights',
  'few system calls',
  'only its files',
  'own user',
] as const
export type Measure = (typeof allMeasures)[number]

/** What a call at one level showed. */
export interface Proof {
  measures: Measure[]
  /** the group that it ran as, as the server's system numbers it */
  group: number
}

type Start = (call: Call, bounds: Bounds, stdio: ('ignore' | 'pipe')[]) => Promise<ChildProcess>

const bounds: Bounds = { cpuSeconds: 20, fileBytes: 2 ** 20, memoryBytes: 2 ** 32, niceness: 0 }

/**
 * Positional: the input, the output folder, number of files, those files, then the files to write. Says which of them it
 * could open, and waits to be looked at. It has no programs, only what the shell itself can do.
 */
const attempts = `
opens() { (exec 3<"$1") 2>&-; }
opens "$1" && echo input
(echo it >"$2/written") 2>&- && echo output
(exec 3>>"$1") 2>&- && echo wrote input
files=$3
shift 3
while [ "$files" -gt 0 ]; do
  opens "$1" && echo read "$1"
  shift
  files=$((files - 1))
done
for file in "$@"; do (exec 3>>"$file") 2>&- && echo wrote "$file"; done
export -p
echo done
read wait`

/** The process below this one that has none below it, according to /proc: what a line of wrappers has started. */
function innermost(pid: number): number {
  const below = new Map<string, string>()
  for (const name of readdirSync('/proc').filter(one => /^\d+$/.test(one)))
    try {
      const parent = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]
      if (parent && !below.has(parent)) below.set(parent, name)
    } catch {
      // It has ended.
    }
  let last = String(pid)
  for (let next = below.get(last); next; next = below.get(last)) last = next
  return Number(last)
}

const ownNamespaces = ['mnt', 'pid', 'ipc'] as const
/** Names that a shell adds to an empty environment. */
const shellNames = ['PWD', 'OLDPWD', '_', 'SHLVL']

/** What holds for a running process, by what it said and how it looks from outside. */
function lookAt(pid: number, said: readonly string[]): Proof {
  const textOf = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8')
  const status = textOf('status')
  const numbers = (name: string) =>
    (new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(status)?.[1] ?? '').split(/\s+/)
  const isOwn = (name: string) =>
    readlinkSync(`/proc/${pid}/ns/${name}`) !== readlinkSync(`/proc/self/ns/${name}`)
  const names = said.flatMap(line => /^export (\w+)/.exec(line)?.[1] ?? [])
  const isLimited = (name: string) => !new RegExp(`^Max ${name}\\s+unlimited`, 'm').test(textOf('limits'))
  const strangers = [process.getuid?.(), 0].map(String)
  const holds: Record<Measure, boolean> = {
    'empty environment': names.every(name => shellNames.includes(name)),
    limits: ['cpu time', 'address space', 'file size', 'core file size'].every(isLimited),
    'no network': isOwn('net'),
    'no rights':
      ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].every(name => /^0+$/.test(numbers(name)[0] ?? '')) &&
      numbers('NoNewPrivs')[0] === '1',
    'few system calls': numbers('Seccomp')[0] === '2',
    'only its files': !said.some(line => /^(read|wrote) /.test(line)) && ownNamespaces.every(isOwn),
    'own user': !numbers('Uid').some(id => strangers.includes(id)) && !numbers('Gid').includes('0'),
  }
  return { measures: allMeasures.filter(measure => holds[measure]), group: Number(numbers('Gid')[0]) }
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  return child.exitCode
}

const silenced = (folder: string, file: string) =>
  ffmpegCommand({
    file,
    demuxer: 'wav',
    streams: onlySound(),
    folder,
    outputs: [{ maps: ['sound'], options: ['-c:a', 'aac'], to: { kind: 'mp4', name: 'a.mp4' } }],
  })

/** Lets a shell try, in the place of ffmpeg, what a compromised one would. Null when it didn't get to do so. */
async function tryAll(
  start: Start,
  call: Omit<Call, 'program' | 'argv'>,
  secrets: string[],
  targets: string[],
) {
  const argv: Call['argv'] = ({ input, folder }) => [
    ...['-c', attempts, 'sh', input, folder, String(secrets.length), ...secrets, ...targets],
  ]
  const child = await start({ ...call, program: 'sh', argv }, bounds, ['pipe', 'pipe', 'ignore'])
  const said: string[] = []
  const lines = createInterface(child.stdout as Readable)
  for await (const line of lines) {
    said.push(line)
    if (line === 'done') break
  }
  try {
    if (said.at(-1) !== 'done' || !said.includes('input') || !said.includes('output')) return null
    if (process.platform !== 'linux') return null
    return lookAt(innermost(child.pid as number), said)
  } finally {
    child.stdin?.end('\n')
    await ended(child)
  }
}

/**
 * Runs two calls as every other call is run: a real one, and one that tries to get further.
 * @param dataDir a folder with files that no media program may see
 * @returns what held; null when calls don't work like this
 */
export async function prove(start: Start, dataDir: string): Promise<Proof | null> {
  const inside = await mkdtemp(path.join(dataDir, 'media-'))
  const outside = await mkdtemp(path.join(os.tmpdir(), 'trailcut-media-'))
  try {
    const [input, other, secret] = [
      path.join(inside, 'a.wav'),
      path.join(inside, 'b.wav'),
      path.join(outside, 'c'),
    ]
    // A tenth of a second of silence: small, and read through the same code as a video.
    for (const file of [input, other]) await writeFile(file, silentWav(4410, 44_100))
    await writeFile(secret, 'secret', { mode: 0o600 })
    const folder = path.join(inside, 'out')
    await mkdir(folder)
    const child = await start(silenced(folder, input), bounds, ['ignore', 'ignore', 'ignore'])
    if ((await ended(child)) !== 0 || (await stat(path.join(folder, 'a.mp4'))).size === 0) return null
    const name = `${path.basename(outside)}-new`
    const secrets = [secret, other, '/etc/shadow', '/etc/passwd', '/proc/self/status', '/dev/shm']
    const targets = [inside, outside, '/', '/tmp', '/dev/shm', '/usr'].map(at => path.join(at, name))
    const proof = await tryAll(start, { input, folder }, secrets, targets)
    for (const file of targets) await rm(file, { force: true })
    return proof
  } catch (error) {
    // The program isn't there, or an answer of the system says that it doesn't permit this.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return null
  } finally {
    for (const made of [inside, outside]) await rm(made, { recursive: true, force: true })
  }
}
