import { execFile } from 'node:child_process'
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { open } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { MediaCommand, Places } from './command.ts'

const run = promisify(execFile)

/** A user and group that nothing else on the machine runs as; they need no entry in /etc/passwd. */
const jailId = 64_937

/** Where a program in the jail finds its file and may write. */
const places: Places = { input: '/input', folder: '/output' }
/** Where one finds our own code. */
export const codePlace = '/code'

export interface Bounds {
  cpuSeconds: number
  fileBytes: number
  /** address space */
  memoryBytes: number
  /** memory in use, for programs that reserve more address space than they use */
  dataBytes?: number
  niceness: number
}

/** A call of a media program, of our own code, or of the shell that tries the jail. */
export type Call = Pick<MediaCommand, 'input' | 'folder' | 'more' | 'argv'> & {
  program: string
  /** a folder with code of ours that the program runs, and what of it is shown */
  code?: { root: string; parts: readonly string[] }
}

/** Only for finding programs: nothing of it reaches ffmpeg. */
export const environment = {
  PATH: process.env.PATH,
  ...(process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot } : {}),
}

/** The program's full path, because it gets no PATH to be found by; its bare name when not found. */
export function pathOf(program: string): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(folder => path.isAbsolute(folder))
  return folders.map(folder => path.join(folder, program)).find(file => existsSync(file)) ?? program
}

/** The same path without links to folders: /bin/sh is /usr/bin/sh on most systems, whatever that links to. */
const settled = (file: string) => path.join(realpathSync(path.dirname(file)), path.basename(file))

/** What interprets a script, and what interprets that; empty for a program. */
async function interpretersOf(program: string): Promise<string[]> {
  const handle = await open(program)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(256), 0, 256, 0).finally(() => handle.close())
  const interpreter = /^#!\s*(\/\S+)/.exec(buffer.toString('latin1', 0, bytesRead))?.[1]
  return interpreter ? [interpreter, ...(await interpretersOf(interpreter))] : []
}

/** The libraries that some programs load, and what interprets those that are scripts. */
async function loadedBy(programs: readonly string[]): Promise<string[]> {
  const interpreters = (await Promise.all(programs.map(interpretersOf))).flat()
  // It fails if one of them loads none.
  const said = await run('ldd', [...programs, ...interpreters]).catch((error: { stdout?: string }) => error)
  const libraries = [...(said.stdout ?? '').matchAll(/(\/\S+) \(0x/g)].map(([, file]) => file as string)
  return [...new Set([...interpreters, ...libraries])]
}

/** Where systems keep their libraries, and nothing that is anyone's. */
const isSystemFolder = (folder: string) => /^\/(usr\/)?lib/.test(folder)
/** How the loader finds them. */
const loaderFiles = ['/etc/ld.so.cache', '/etc/alternatives']

/** Arguments of bubblewrap that show these programs, with what they load and nothing else. */
async function shown(programs: readonly string[]): Promise<string[]> {
  const libraries = await loadedBy(programs)
  const files = new Set(programs.map(settled))
  const folders = new Set<string>()
  for (const file of libraries)
    for (const place of [settled(file), realpathSync(file)])
      if (isSystemFolder(path.dirname(place))) folders.add(path.dirname(place))
      else files.add(place)
  const tops = [...new Set(libraries.map(file => `/${file.split('/')[1]}`))]
  const outer = [...folders].filter(folder => ![...folders].some(other => folder.startsWith(`${other}/`)))
  const parents = new Set<string>()
  for (const place of [...outer, ...files, ...loaderFiles])
    for (let at = path.dirname(place); at !== '/'; at = path.dirname(at)) parents.add(at)
  return [
    // Otherwise bubblewrap makes them for the server's user only.
    ...[...parents].sort().flatMap(folder => ['--perms', '0755', '--dir', folder]),
    ...outer.flatMap(folder => ['--ro-bind', folder, folder]),
    ...[...files].flatMap(file => ['--ro-bind', realpathSync(file), file]),
    ...loaderFiles.flatMap(file => ['--ro-bind-try', file, file]),
    ...tops
      .filter(top => lstatSync(top).isSymbolicLink())
      .flatMap(top => ['--symlink', readlinkSync(top), top]),
  ]
}

const known = new Map<string, Promise<string[]>>()

/** The same, determined once per program: with the tools that limit it. */
function systemFor(program: string): Promise<string[]> {
  const args = known.get(program) ?? shown([program, ...['unshare', 'prlimit', 'setpriv'].map(pathOf)])
  known.set(program, args)
  return args
}

/**
 * Positional: the group, the output folder ('' for none), number of files, those files, then the program. The group may
 * read the files and write into the folder, and what it wrote belongs to the server afterwards, except for what the server
 * moved away meanwhile. The shell that lends is root, at least in a namespace of its own.
 */
const lendScript = `
group=$1 folder=$2 files=$3
shift 3
while [ "$files" -gt 0 ]; do
  chgrp "$group" "$1" && chmod g+r "$1" || exit 97
  shift
  files=$((files - 1))
done
umask 022
[ -n "$folder" ] || exec "$@"
chgrp -Rh "$group" "$folder" && chmod -R g+rwX "$folder" || exit 97
"$@"
code=$?
chown -Rhf 0:0 "$folder"
exit $code`

/** Every user's processes and threads are counted together where the jail has no user namespace of its own. */
const processes = () => 256 + 64 * os.availableParallelism()

const namespaces = ['ipc', 'pid', 'net', 'uts', 'cgroup-try'].map(name => `--unshare-${name}`)
const rightsOfSetpriv = ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'].flatMap(right => ['--cap-add', right])
const ownUserArgs = [
  ...['--reuid', String(jailId), '--regid', String(jailId), '--clear-groups'],
  ...['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'],
  '--',
]

/**
 * The command line that runs a call in an empty root with nothing but its program and its files.
 * @param ownUser whether this process is root, and the program becomes another user
 * @param lend files that this user can't read yet
 * @param filterFd where bubblewrap reads its filter of system calls
 */
export async function jailLine(
  call: Call,
  bounds: Bounds,
  { ownUser, lend, filterFd }: { ownUser: boolean; lend: readonly string[]; filterFd: number | null },
): Promise<string[]> {
  const program = pathOf(call.program)
  const { folder } = call
  const lends = ownUser && (folder !== null || lend.length > 0)
  return [
    ...(lends
      ? ['sh', '-c', lendScript, 'sh', String(jailId), folder ?? '', String(lend.length), ...lend]
      : []),
    ...['bwrap', ...namespaces, '--die-with-parent', '--clearenv', '--cap-drop', 'ALL'],
    // bubblewrap's own first process isn't waited for, so the program's CPU time would count for no one.
    '--as-pid-1',
    ...(ownUser ? rightsOfSetpriv : ['--unshare-user', '--uid', String(jailId), '--gid', String(jailId)]),
    ...(filterFd === null ? [] : ['--seccomp', String(filterFd)]),
    ...(await systemFor(program)),
    ...['--ro-bind', call.input, places.input],
    ...(folder === null ? [] : ['--bind', folder, places.folder]),
    ...(call.more ?? []).flatMap(({ file, name }) => ['--ro-bind', file, `${places.folder}/${name}`]),
    ...(call.code ? ['--perms', '0755', '--dir', codePlace] : []),
    ...(call.code?.parts ?? []).flatMap(part => [
      '--ro-bind',
      path.join(call.code?.root ?? '', part),
      `${codePlace}/${part}`,
    ]),
    ...['--remount-ro', '/', '--chdir', '/', '--'],
    // Only for its waiting: it keeps the user that bubblewrap may end, and with it ends everything in here.
    ...[settled(pathOf('unshare')), '--fork', '--'],
    ...[settled(pathOf('prlimit')), '--core=0', `--cpu=${Math.ceil(bounds.cpuSeconds)}`],
    ...[`--fsize=${bounds.fileBytes}`, `--as=${bounds.memoryBytes}`, `--nproc=${processes()}`],
    ...(bounds.dataBytes === undefined ? [] : [`--data=${bounds.dataBytes}`]),
    '--',
    ...(ownUser ? [settled(pathOf('setpriv')), ...ownUserArgs] : []),
    ...[settled(program), ...call.argv(places)],
  ]
}
