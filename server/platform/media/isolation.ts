import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { chown, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ffmpegCommand, type MediaCommand, type Places } from './command.ts'

/**
 * Measures that keep a media program compromised by a file from doing harm. The first two work on every
 * system with a shell.
 */
export const allMeasures = [
  'empty environment',
  'limits',
  'no network',
  'own user',
  'no rights',
  'read-only files',
] as const
export type Measure = (typeof allMeasures)[number]

export interface Bounds {
  cpuSeconds: number
  fileBytes: number
  memoryBytes: number
  niceness: number
}

export interface Level {
  measures: readonly Measure[]
  /** before the shell: fresh namespaces */
  enter: string[]
  /** whether the shell passes the file and the folder as descriptors and makes everything else read-only */
  jail: boolean
  /** before the program: another user, no privileges */
  drop: (ownUser: boolean) => string[]
}

/** A user that nothing else on the machine runs as; it needs no entry in /etc/passwd. */
const ownUid = 64_937

const limits = 'ulimit -c 0 && ulimit -t "$1" && ulimit -f "$2" && { ulimit -v "$3" || [ "$4" = optional ]; }'
/** Positional: CPU seconds, blocks of 512 bytes, kilobytes of memory, whether those may fail, then the program. */
const plainScript = `${limits} && shift 4 && exec "$@"; exit 97`
/**
 * Positional as above, then file, folder ('' for none), number of further files, each with its name in the folder,
 * number of folders to hide, those folders, then the program. File and folder are opened before anything is hidden;
 * the program reaches them as descriptors 8 and 9, and the further files inside the folder, read-only.
 */
const jailScript = `
jail() {
  mount -o bind,ro "$5" "$5" && exec 8<"$5" || return 1
  if [ -n "$6" ]; then mount --bind "$6" "$6" && exec 9<"$6" || return 1; fi
  mount -o remount,bind,ro / || return 1
}
jail "$@" || exit 97
cpu=$1 blocks=$2 memory=$3 folder=$6 more=$7
shift 7
while [ "$more" -gt 0 ]; do
  mount -o bind,ro "$1" "$folder/$2" || exit 97
  shift 2
  more=$((more - 1))
done
hidden=$1
shift
while [ "$hidden" -gt 0 ]; do
  [ ! -d "$1" ] || mount -t tmpfs -o ro,size=4k,mode=0555 tmpfs "$1" || exit 97
  hidden=$((hidden - 1))
  shift
done
cd / && ulimit -c 0 && ulimit -t "$cpu" && ulimit -f "$blocks" && ulimit -v "$memory" && exec "$@"
exit 97`
const jailPlaces: Places = { input: '/proc/self/fd/8', folder: '/proc/self/fd/9' }

const floor: Level = {
  measures: process.platform === 'win32' ? [] : ['empty environment', 'limits'],
  enter: [],
  jail: false,
  drop: () => [],
}

/** From the strictest down; the first that works on this system is used. The last one always works. */
export function levels(): Level[] {
  if (process.platform !== 'linux') return [floor]
  const root = process.getuid?.() === 0
  const map = root ? [] : ['--map-root-user']
  const namespaces = ['--net', '--ipc', '--uts', '--pid', '--fork', '--kill-child']
  const noRights = ['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all']
  const user = ['--reuid', String(ownUid), '--regid', String(ownUid), '--clear-groups']
  const drop = (ownUser: boolean) => ['setpriv', ...(root && ownUser ? user : []), ...noRights, '--']
  const strict: Measure[] = ['no network', 'no rights']
  return [
    {
      measures: [...floor.measures, ...strict, ...(root ? ['own user' as const] : []), 'read-only files'],
      enter: ['unshare', ...map, ...namespaces, '--mount', '--mount-proc', '--'],
      jail: true,
      drop,
    },
    {
      measures: [...floor.measures, ...strict],
      enter: ['unshare', ...map, ...namespaces, '--'],
      jail: false,
      drop: () => drop(false),
    },
    {
      measures: [...floor.measures, 'no network'],
      enter: ['unshare', ...map, '--net', '--'],
      jail: false,
      drop: () => [],
    },
    floor,
  ]
}

const hidden = new Set<string>()

/** Folders to hide: those that exist and are not inside another one of them. */
function foldersToHide(): string[] {
  for (const folder of hidden) if (!existsSync(folder)) hidden.delete(folder)
  const all = [...hidden]
  return all.filter(folder => !all.some(other => folder !== other && folder.startsWith(`${other}/`)))
}

const onWindows = process.platform === 'win32'

/** Only for finding programs: `env -i` in front of ffmpeg removes this too. */
const environment = {
  PATH: process.env.PATH,
  ...(onWindows ? { SystemRoot: process.env.SystemRoot } : {}),
}

/** The program's full path, because it gets no PATH to be found by; its bare name when not found. */
function pathOf(program: string): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(folder => path.isAbsolute(folder))
  return folders.map(folder => path.join(folder, program)).find(file => existsSync(file)) ?? program
}

/** The complete command line of a call at a level. */
function lineOf(level: Level, command: MediaCommand, bounds: Bounds, ownUser: boolean): string[] {
  const blocks = String(Math.ceil(bounds.fileBytes / 512))
  const numbers = [String(Math.ceil(bounds.cpuSeconds)), blocks, String(Math.ceil(bounds.memoryBytes / 1024))]
  const nice = bounds.niceness > 0 ? ['nice', '-n', String(bounds.niceness)] : []
  const program = ['env', '-i', pathOf(command.program)]
  if (level.jail) {
    const hide = foldersToHide()
    return [
      ...[...nice, ...level.enter, 'sh', '-c', jailScript, 'sh', ...numbers, ''],
      ...[command.input, command.folder ?? '', String(command.more?.length ?? 0)],
      ...(command.more ?? []).flatMap(({ file, name }) => [file, name]),
      ...[String(hide.length), ...hide],
      ...[...level.drop(ownUser), ...program, ...command.argv(jailPlaces)],
    ]
  }
  const places = { input: command.input, folder: command.folder ?? '' }
  // Windows has no shell that could set limits.
  if (onWindows) return [command.program, ...command.argv(places)]
  const optional = process.platform === 'linux' ? 'no' : 'optional'
  return [
    ...[...nice, ...level.enter, 'sh', '-c', plainScript, 'sh', ...numbers, optional],
    ...[...level.drop(false), ...program, ...command.argv(places)],
  ]
}

/** Whether everyone may read the file; otherwise only the server's own user can open it. */
const readableByAll = (file: string): boolean => (statSync(file).mode & 0o004) !== 0

async function giveAway(folder: string): Promise<void> {
  await chown(folder, ownUid, ownUid)
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await chown(path.join(folder, entry.name), ownUid, ownUid)
}

/** Where further files appear: empty files to mount them on in a jail, links elsewhere. */
async function placeMore(level: Level, { folder, more = [] }: MediaCommand): Promise<void> {
  for (const { name, file } of more) {
    const at = path.join(folder ?? '', name)
    await rm(at, { force: true })
    await (level.jail ? writeFile(at, '') : symlink(path.resolve(file), at))
  }
}

async function startAt(level: Level, command: MediaCommand, bounds: Bounds, stdio: ('ignore' | 'pipe')[]) {
  const files = [command.input, ...(command.more ?? []).map(({ file }) => file)]
  const ownUser = level.measures.includes('own user') && files.every(readableByAll)
  await placeMore(level, command)
  if (ownUser && command.folder !== null) await giveAway(command.folder)
  const [file = 'sh', ...args] = lineOf(level, command, bounds, ownUser)
  // Its own process group, so that stopping it reaches every process in it.
  return spawn(file, args, { stdio, env: environment, cwd: '/', detached: !onWindows })
}

/** One sample of silence as a WAV file: small, and read through the same code as a video. */
function silence(): Buffer {
  const bytes = Buffer.alloc(44 + 8820)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(44_100, 24)
  bytes.writeUInt32LE(88_200, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(8820, 40)
  return bytes
}

const probeBounds: Bounds = { cpuSeconds: 20, fileBytes: 2 ** 20, memoryBytes: 2 ** 32, niceness: 0 }

/** Whether a real call works at this level: reads its file, writes into its folder. */
export async function works(level: Level): Promise<boolean> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'trailcut-media-'))
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-media-'))
  try {
    const file = path.join(scratch, 'silence.wav')
    await writeFile(file, silence())
    const command = ffmpegCommand({
      file,
      demuxer: 'wav',
      folder,
      outputs: [{ maps: ['0:0'], options: ['-c:a', 'aac'], to: { kind: 'mp4', name: 'a.mp4' } }],
    })
    const child = await startAt(level, command, probeBounds, ['ignore', 'ignore', 'ignore'])
    const code = await new Promise<number | null>(resolve => {
      child.once('error', () => resolve(null))
      child.once('close', resolve)
    })
    return code === 0 && (await stat(path.join(folder, 'a.mp4'))).size > 0
  } catch (error) {
    // For example, changing the folder's owner isn't permitted: then this level doesn't work here.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return false
  } finally {
    await rm(scratch, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

async function strictestThatWorks(): Promise<Level> {
  for (const level of levels().slice(0, -1)) if (await works(level)) return level
  return floor
}

let chosen: Promise<Level> | undefined

/**
 * Determines once what this system allows, and adds folders that no media program may see.
 * @returns which measures apply and which don't, for the startup log
 */
export async function prepareMedia(
  secretFolders: readonly string[],
): Promise<{ measures: readonly Measure[]; missing: readonly Measure[] }> {
  for (const folder of secretFolders) if (path.resolve(folder) !== '/') hidden.add(path.resolve(folder))
  chosen ??= strictestThatWorks()
  const { measures } = await chosen
  return { measures, missing: allMeasures.filter(m => !measures.includes(m)) }
}

/** Starts a call as strictly as the system allows. Standard input is closed unless it is asked for. */
export async function startIsolated(
  command: MediaCommand,
  bounds: Bounds,
  pipes: { stdout: boolean; more: number; stdin: boolean },
) {
  chosen ??= strictestThatWorks()
  const stdio: ('ignore' | 'pipe')[] = [
    pipes.stdin ? 'pipe' : 'ignore',
    pipes.stdout ? 'pipe' : 'ignore',
    'pipe',
  ]
  for (let pipe = 0; pipe < pipes.more; pipe++) stdio.push('pipe')
  return startAt(await chosen, command, bounds, stdio)
}
