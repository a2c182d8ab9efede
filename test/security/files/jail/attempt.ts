/**
 * Runs every kind of media command as the user and with the umask that it was started with: first with the real
 * programs, then with a probe in their place that tries what a compromised one would. Prints what happened.
 * Usage: node attempt.ts HOME, a folder with files/ and data/ that belong to the user
 */
import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readAddedInProcess } from '#server/analysis/telemetry-process/index.ts'
import { prepareMedia } from '#server/core/media/isolation.ts'
import { probeFile } from '#server/core/media/probe.ts'
import { MediaProcessError, runMedia } from '#server/core/media/process.ts'
import { everyCommand } from './every-command.ts'

const [home = ''] = process.argv.slice(2)
const files = Object.fromEntries(
  ['ride.mp4', 'music.mp4', 'picture.jpg', 'track.csv'].map(name => [
    name.split('.')[0],
    path.join(home, 'data/in', name),
  ]),
) as { ride: string; music: string; picture: string; track: string }

const marked = path.join('/dev/shm', path.basename(home))
const unreadable = [
  ...['/etc/shadow', '/etc/passwd', '/proc/1/status', `/proc/${process.pid}/environ`, marked],
  ...[path.join(home, 'secret'), path.join(home, 'data/other')],
]
const unwritable = [
  ...['/new', '/tmp/new', '/var/tmp/new', '/dev/shm/new', '/usr/new', '/run/new'].map(
    name => `${name}-${path.basename(home)}`,
  ),
  ...[home, path.join(home, 'data')].map(folder => path.join(folder, 'new')),
]

/** In the place of ffmpeg, ffprobe and the telemetry reader's Node: needs nothing but a shell. It runs until the test has looked at it. */
const probe = `#!/bin/sh
input= last= said=
for word in "$@"; do
  [ "$word" != /input ] || input=/input
  [ "$last" != -i ] || [ -n "$input" ] || case $word in *ffconcat) ;; *) input=\${word#file:} ;; esac
  last=$word
done
if (exec 3<"$input") 2>&-; then said="$said read:input"; fi
for file in ${unreadable.join(' ')}; do
  if (exec 3<"$file") 2>&-; then said="$said read:$file"; fi
done
for process in /proc/[0-9]*; do [ "$process" = "/proc/[0-9]*" ] || said="$said saw:$process"; done
for file in ${unwritable.join(' ')}; do
  if (exec 3>"$file") 2>&-; then said="$said wrote:$file"; fi
done
if (exec 3>>"$input") 2>&-; then said="$said wrote:input"; fi
case $last in
  pipe:* | file:/dev/* | "$input" | file:"$input") ;;
  *)
    folder=\${last#file:} folder=\${folder%/*}
    if (echo it > "$folder/probe") 2>&-; then said="$said wrote:folder"; fi
    for file in "$folder"/part-*; do
      [ -e "$file" ] || continue
      if (exec 3<"$file") 2>&-; then said="$said read:part"; fi
      if (exec 3>>"$file") 2>&-; then said="$said wrote:part"; fi
    done
    ;;
esac
for name in $(export -p); do case $name in export | PWD* | OLDPWD* | SHLVL* | _*) ;; *) said="$said has:$name" ;; esac; done
echo "SAID$said" >&2
while :; do :; done
`

/** The process below this one that has none below it, according to /proc. */
function innermost(pid: number): number {
  for (const name of readdirSync('/proc').filter(n => /^\d+$/.test(n))) {
    try {
      const parent = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]
      if (parent === String(pid)) return innermost(Number(name))
    } catch {
      // It ended while we looked.
    }
  }
  return pid
}

const namespaces = ['mnt', 'pid', 'net', 'ipc', 'uts'] as const
const namespaceOf = (pid: number | 'self', name: string) => readlinkSync(`/proc/${pid}/ns/${name}`)

function look(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(status)?.[1]?.trim() ?? ''
  const mounts = readFileSync(`/proc/${pid}/mountinfo`, 'utf8').trim().split('\n')
  return {
    uids: [...new Set(field('Uid').split(/\s+/))],
    groups: [...new Set([...field('Gid').split(/\s+/), ...field('Groups').split(/\s+/).filter(Boolean)])],
    rights: ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].map(field).filter(set => /[^0]/.test(set)),
    gainsNone: field('NoNewPrivs') === '1',
    filtered: field('Seccomp') === '2',
    shared: namespaces.filter(name => namespaceOf(pid, name) === namespaceOf('self', name)),
    writable: mounts
      .map(line => line.split(' '))
      .filter(([, , , , , how]) => !how?.split(',').includes('ro'))
      .map(([, , , , at]) => at),
    limits: readFileSync(`/proc/${pid}/limits`, 'utf8'),
  }
}

interface Report {
  said: string[]
  seen: ReturnType<typeof look>
}

let reports: Report[] = []
let seen = new AbortController()

/** Looks at a probe once it has said its say, and ends it. */
function watch(child: ChildProcess): void {
  let text = ''
  child.stderr?.on('data', chunk => {
    text += chunk
    const said = /^SAID(.*)\n/m.exec(text)?.[1]
    if (said === undefined) return
    text = ''
    reports.push({ said: said.split(' ').filter(Boolean), seen: look(innermost(child.pid as number)) })
    seen.abort(new Error('seen'))
  })
}

async function writeMade(name: string, mode: number): Promise<void> {
  await writeFile(path.join(home, name), 'secret')
  await chmod(path.join(home, name), mode)
}

await writeMade('secret', 0o600)
await writeMade('data/other', 0o644)
await writeFile(marked, 'from an earlier run', { mode: 0o666 })
const held = await prepareMedia({ dataDir: path.join(home, 'data') })
const strict = await prepareMedia({ dataDir: path.join(home, 'data'), strict: true }).then(
  () => null,
  error => String(error.message),
)
const ride = await probeFile(files.ride, 'mov')
const scratch = () => mkdtemp(path.join(home, 'data/run-'))

const run = async (name: string) => {
  const folder = await scratch()
  const command = await everyCommand[name]!({ files, probe: ride, folder })
  const more =
    name === 'decodeCommand'
      ? [(s: { resume(): void }) => s.resume(), (s: { resume(): void }) => s.resume()]
      : []
  let bytes = 0
  const options = {
    timeoutMs: 60_000,
    onMore: more,
    onStdout: (s: NodeJS.ReadableStream) => void s.on('data', (c: Buffer) => (bytes += c.length)),
  }
  const error = await runMedia(command, options).then(
    () => null,
    cause => cause,
  )
  if (error && !(error instanceof MediaProcessError)) throw error
  const made = command.folder ? (await readdir(folder, { recursive: true })).sort() : []
  for (const file of made)
    if ((await stat(path.join(folder, file))).isFile()) bytes += readFileSync(path.join(folder, file)).length
  return {
    error: error && `${error.message} ${error.detail}`,
    bytes,
    made,
    hasFolder: command.folder !== null,
  }
}

const real: Record<string, unknown> = {}
for (const name of Object.keys(everyCommand)) real[name] = await run(name)
real.readTelemetry = await readAddedInProcess(files.track).then(
  ({ series }) => ({
    error: null,
    bytes: series.get('GPS5')?.values.byteLength,
    made: ['numbers'],
    hasFolder: true,
  }),
  error => ({ error: String(error) }),
)

const bin = path.join(home, 'bin')
await mkdir(bin)
for (const name of ['ffmpeg', 'ffprobe', 'node']) {
  await writeFile(path.join(bin, name), probe)
  await chmod(path.join(bin, name), 0o755)
}
await chmod(bin, 0o755)
// Its pipes are there once it has started.
subscribe('child_process', message => process.nextTick(watch, (message as { process: ChildProcess }).process))
const commands: Record<string, unknown> = {}
for (const name of Object.keys(everyCommand)) {
  const folder = await scratch()
  process.env.PATH = process.env.PATH?.replace(`${bin}:`, '')
  const command = await everyCommand[name]!({ files, probe: ride, folder })
  process.env.PATH = `${bin}:${process.env.PATH}`
  reports = []
  seen = new AbortController()
  const ended = await runMedia(command, {
    signal: seen.signal,
    timeoutMs: 60_000,
    onStdout: s => void s.resume(),
    onMore: [s => void s.resume(), s => void s.resume()],
  }).then(
    () => 'ended',
    cause => String(cause.detail ?? cause),
  )
  commands[name] = {
    ended,
    reports,
    hasFolder: command.folder !== null,
    parts: command.more?.length ?? 0,
  }
}
reports = []
seen = new AbortController()
process.execPath = path.join(bin, 'node')
const ended = await readAddedInProcess(files.track, { signal: seen.signal }).then(() => 'ended', String)
commands.readTelemetry = { ended, reports, hasFolder: true, parts: 0 }
const left = []
for (const file of unwritable)
  if (
    await stat(file).then(
      () => true,
      () => false,
    )
  )
    left.push(file)
console.log(JSON.stringify({ held, strict, real, commands, left }))
