import { type ChildProcess, spawn } from 'node:child_process'
import { lstatSync } from 'node:fs'
import { rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Writable } from 'node:stream'
import type { MediaCommand } from './command.ts'
import { type Bounds, type Call, environment, jailLine, pathOf } from './jail.ts'
import { allMeasures, type Measure, type Proof, prove } from './proof.ts'
import { systemCallFilter } from './system-calls.ts'

/** The jail that the settings ask for doesn't hold on this system; the message is for the operator. */
export class JailError extends Error {
  override name = 'JailError'
}

interface Level {
  /** what must be proven for the level to count */
  promises: readonly Measure[]
  /** null: no jail, only limits */
  jail: { ownUser: boolean; enter: readonly string[] } | null
}

const onLinux = process.platform === 'linux'
const onWindows = process.platform === 'win32'

const floor: Level = { promises: onWindows ? [] : ['empty environment', 'limits'], jail: null }

/**
 * From the strictest down; the first whose promises are proven is used. A plain user with subordinate ids enters a user
 * namespace in which it is root, and becomes one of those ids there.
 */
function levels(): Level[] {
  if (!onLinux) return [floor]
  const jailed = allMeasures.filter(m => m !== 'own user' && (m !== 'few system calls' || systemCallFilter()))
  const enter = ['unshare', '--user', '--map-root-user', '--map-auto', '--']
  const own = (before: readonly string[]): Level => ({
    promises: [...jailed, 'own user'],
    jail: { ownUser: true, enter: before },
  })
  if (process.getuid?.() === 0) return [own([]), floor]
  return [own(enter), { promises: jailed, jail: { ownUser: false, enter: [] } }, floor]
}

const limits = 'ulimit -c 0 && ulimit -t "$1" && ulimit -f "$2" && { ulimit -v "$3" || [ "$4" = optional ]; }'
/** Positional: CPU seconds, blocks of 512 bytes, kilobytes of memory, whether those may fail, then the program. */
const limitScript = `${limits} && shift 4 && exec "$@"; exit 97`

function limitedLine(call: Call, { cpuSeconds, fileBytes, memoryBytes }: Bounds): string[] {
  const argv = call.argv({ input: call.input, folder: call.folder ?? '' })
  // Windows has no shell that could set limits.
  if (onWindows) return [call.program, ...argv]
  const numbers = [cpuSeconds, fileBytes / 512, memoryBytes / 1024].map(n => String(Math.ceil(n)))
  const script = ['sh', '-c', limitScript, 'sh', ...numbers, onLinux ? 'no' : 'optional']
  return [...script, 'env', '-i', pathOf(call.program), ...argv]
}

/**
 * Positional: the niceness, then the program. Linux with autogroups weighs whole sessions against each other, and
 * niceness counts only within one, see sched(7). Who isn't root may weigh a session only every 100 ms.
 */
const yieldScript = `
weighed=/proc/self/autogroup tries=0
[ -w "$weighed" ] && until { echo "$1" >"$weighed"; } 2>&- || [ "$tries" -gt 20 ]; do
  tries=$((tries + 1))
  sleep 0.1
done
exec nice -n "$@"`

/** What makes a command line that starts a session of its own yield to the server by 1 to 19; nothing for 0. */
export const yielding = (niceness: number): string[] =>
  niceness > 0 && !onWindows ? ['sh', '-c', yieldScript, 'sh', String(niceness)] : []

/** Files that everyone or this group may read need no more. */
function isReadable(file: string, group: number): boolean {
  const { mode, gid } = lstatSync(file)
  return (mode & 0o004) !== 0 || (gid === group && (mode & 0o040) !== 0)
}

/** Kills what is left of a child's process group, on Windows the child alone. */
export function endGroup({ pid }: ChildProcess): void {
  if (!pid) return
  try {
    process.kill(onWindows ? pid : -pid, 'SIGKILL')
  } catch (error) {
    // Nothing is left.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** @param group the one that the level's program runs as, if known */
async function startAt(
  { jail }: Level,
  group: number,
  call: Call,
  bounds: Bounds,
  stdio: readonly ('ignore' | 'pipe')[],
): Promise<ChildProcess> {
  const files = [call.input, ...(call.more ?? []).map(({ file }) => file)]
  // A link made by an earlier call would show what it points to.
  const odd = files.find(file => !lstatSync(file).isFile())
  if (odd) throw new Error(`${odd} is not a file`)
  const filter = jail && systemCallFilter()
  let line: string[]
  if (jail) {
    const lend = jail.ownUser ? files.filter(file => !isReadable(file, group)) : []
    const filterFd = filter ? stdio.length : null
    line = [...jail.enter, ...(await jailLine(call, bounds, { ownUser: jail.ownUser, lend, filterFd }))]
  } else {
    for (const { name, file } of call.more ?? []) {
      const at = path.join(call.folder ?? '', name)
      await rm(at, { force: true })
      await symlink(path.resolve(file), at)
    }
    line = limitedLine(call, bounds)
  }
  const [file = 'sh', ...args] = [...yielding(bounds.niceness), ...line]
  // Its own session: stopping it reaches every process in it, and it has no terminal.
  const child = spawn(file, args, {
    stdio: [...stdio, ...(filter ? ['pipe' as const] : [])],
    env: environment,
    cwd: '/',
    detached: !onWindows,
  })
  // What it leaves behind would keep its pipes open for ever: where namespaces are forbidden, unshare leaves a process.
  if (!onWindows) child.once('exit', () => endGroup(child))
  // One that died early says so by itself.
  if (filter) (child.stdio[stdio.length] as Writable | null)?.on('error', () => undefined).end(filter)
  return child
}

/** What is chosen, and what the real calls at that level have shown. */
interface Chosen extends Proof {
  level: Level
}

async function strictestThatHolds(dataDir: string): Promise<Chosen> {
  for (const level of levels()) {
    const proof = await prove((call, bounds, stdio) => startAt(level, -1, call, bounds, stdio), dataDir)
    if (proof && level.promises.every(measure => proof.measures.includes(measure))) return { level, ...proof }
  }
  return { level: floor, measures: [...floor.promises], group: -1 }
}

let chosen: Promise<Chosen> | undefined

/** Why the strictest level doesn't hold, with what to do about it. */
function remedy(level: Level): string {
  const guide = 'docs/guides/self-hosting.md says how'
  if (!onLinux)
    return `ffmpeg runs with limits only, because a jail needs Linux: don't run a public server here`
  if (level.jail)
    return `ffmpeg runs in its jail as the server's own user: install uidmap and give that user subordinate ids (${guide})`
  const absent = ['bwrap', 'unshare', 'prlimit', 'setpriv', 'ldd'].find(
    program => !path.isAbsolute(pathOf(program)),
  )
  if (absent === 'bwrap')
    return 'ffmpeg runs without a jail and can read what the server reads: install bubblewrap (apt-get install bubblewrap)'
  if (absent)
    return `ffmpeg runs without a jail and can read what the server reads: install the package with ${absent}`
  return `ffmpeg runs without a jail and can read what the server reads, because this system forbids user namespaces or mounts: allow them (${guide})`
}

/**
 * Determines once what holds on this system, by calls that try to get further.
 * @param dataDir a folder with files that no media program may see
 * @returns the measures that hold, those that don't, and a sentence about these with its remedy, null when all hold
 * @throws JailError when not all hold and the settings require it
 */
export async function prepareMedia({ dataDir, strict = false }: { dataDir: string; strict?: boolean }) {
  chosen ??= strictestThatHolds(dataDir)
  const { level, measures } = await chosen
  const missing = allMeasures.filter(measure => !measures.includes(measure))
  const problem = missing.length ? remedy(level) : null
  if (strict && problem) throw new JailError(`STRICT_JAIL is set, but ${problem}`)
  return { measures, missing, problem }
}

/** Starts a program of ours in the jail, to read a rider's file; null where only limits hold. */
export async function startInJail(
  call: Call,
  bounds: Bounds,
  stdio: readonly ('ignore' | 'pipe')[],
): Promise<ChildProcess | null> {
  chosen ??= strictestThatHolds(os.tmpdir())
  const { level, group } = await chosen
  return level.jail ? startAt(level, group, call, bounds, stdio) : null
}

/** Starts a call as strictly as the system allows. Standard input is closed unless it is asked for. */
export async function startIsolated(
  command: MediaCommand,
  bounds: Bounds,
  pipes: { stdout: boolean; more: number; stdin: boolean },
) {
  chosen ??= strictestThatHolds(os.tmpdir())
  const { level, group } = await chosen
  const stdio = ['pipe' as const, ...Array.from({ length: pipes.more }, () => 'pipe' as const)]
  return startAt(level, group, command, bounds, [
    pipes.stdin ? 'pipe' : 'ignore',
    pipes.stdout ? 'pipe' : 'ignore',
    ...stdio,
  ])
}
