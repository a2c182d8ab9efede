/**
 * The first start on a bare Debian, as root and as a plain user who may use sudo: when each step begins, when the first
 * page is there, and how long the second start takes. Everything is downloaded, nothing is cached.
 *   node bench/first-start.ts [--as root,rider] [--node /usr/bin/node] [--port 4900]
 * Needs root and debootstrap (apt-get install debootstrap). `--node` is the Node that the machine has; one older than 24
 * makes the start fetch its own. Afterwards the bare system is gone with all that was started in it.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { keepFigures } from './keep.ts'

const { values: options } = parseArgs({
  options: {
    as: { type: 'string', default: 'root,rider' },
    node: { type: 'string', default: process.execPath },
    port: { type: 'string', default: '4900' },
  },
})
const run = promisify(execFile)
const clone = path.resolve(import.meta.dirname, '..')
const page = `http://127.0.0.1:${options.port}/`

/** Copies a file or folder, if there is one. */
async function carry(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, force: true }).catch(error => {
    if (error.code !== 'ENOENT') throw error
  })
}

/** Debian without anything but what a machine in the network has: its certificates, addresses and package sources. */
async function bareDebian(folder: string): Promise<void> {
  const packages = 'ca-certificates,git,procps,sudo'
  await run('debootstrap', ['--variant=minbase', `--include=${packages}`, 'bookworm', folder])
  const npm = path.dirname(path.dirname(await realpath((await run('which', ['npm'])).stdout.trim())))
  const carried: [string, string][] = [
    [await realpath(options.node), '/usr/bin/node'],
    [npm, '/usr/lib/node_modules/npm'],
    ...['/etc/resolv.conf', '/etc/hosts', '/etc/ssl/certs', '/usr/share/ca-certificates'].map(same),
    ...['/usr/local/share/ca-certificates', '/etc/apt/apt.conf.d', path.join(os.homedir(), '.npmrc')].map(
      same,
    ),
  ]
  for (const [from, to] of carried) await carry(from, path.join(folder, to))
  await rm(path.join(folder, 'usr/bin/npm'), { force: true })
  await run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', path.join(folder, 'usr/bin/npm')])
}

function same(file: string): [string, string] {
  return [file, file]
}

/** Positional: the system's folder, the user, the user's home, the port. A line of input ends a start; there are two. */
const inside = `set -e
system=$1 user=$2 home=$3 port=$4
mount --bind "$system" "$system"
cd "$system"
mkdir -p outside
pivot_root . outside
mount -t proc proc /proc
mount --rbind /outside/dev /dev
mount --rbind /outside/sys /sys
umount -l /outside
cd "$home/trailcut"
for start in first second; do
  echo "$start start"
  runuser -u "$user" -- env HOME="$home" PORT="$port" npm start &
  read line
  kill $!
  # It was ended, so it doesn't end with 0.
  wait $! || true
done`

interface Starts {
  first: number
  second: number
}

async function startsAs(user: string, system: string): Promise<Starts> {
  const home = user === 'root' ? '/root' : `/home/${user}`
  if (user !== 'root') {
    await run('chroot', [system, 'useradd', '--create-home', user])
    await writeFile(path.join(system, 'etc/sudoers.d', user), `${user} ALL=(ALL) NOPASSWD: ALL\n`)
  }
  await run('git', ['clone', '--quiet', clone, path.join(system, home, 'trailcut')])
  await carry(path.join(os.homedir(), '.npmrc'), path.join(system, home, '.npmrc'))
  await run('chroot', [system, 'chown', '-R', `${user}:`, home])
  const child = spawn(
    'unshare',
    [
      ...['--mount', '--pid', '--fork', '--kill-child', '--', 'bash', '-c', inside],
      ...['bash', system, user, home, options.port],
    ],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  )
  const ended = once(child, 'exit')
  const lines: string[] = []
  let begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1000
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', line => {
      lines.push(line)
      // The one before has ended by then, which takes a shell of another user two seconds.
      if (line === 'second start') begun = performance.now()
      console.log(`${user.padEnd(6)} ${seconds().toFixed(1).padStart(6)} s  ${line}`)
    })
  const untilPage = async () => {
    while (child.exitCode === null) {
      const there = await fetch(page).then(
        answer => answer.ok,
        () => false,
      )
      if (there) return seconds()
      await setTimeout(50)
    }
    throw new Error(`The start ended:\n${lines.join('\n')}`)
  }
  try {
    const first = await untilPage()
    child.stdin.write('\n')
    while (child.exitCode === null && !lines.includes('second start')) await setTimeout(50)
    const second = await untilPage()
    child.stdin.write('\n')
    await ended
    return { first, second }
  } finally {
    child.kill()
    await ended
  }
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-bench-bare-'))
try {
  const bare = path.join(folder, 'bare')
  await bareDebian(bare)
  const kept: Record<string, number> = {}
  for (const user of options.as.split(',')) {
    const system = path.join(folder, user)
    await run('cp', ['-a', bare, system])
    const { first, second } = await startsAs(user, system)
    console.log(
      `${user.padEnd(6)} first page after ${first.toFixed(1)} s, at a second start ${second.toFixed(1)} s\n`,
    )
    const name = user === 'root' ? 'root' : 'plain'
    kept[`${name}Seconds`] = Math.round(first)
    kept.secondSeconds = Number(Math.max(second, kept.secondSeconds ?? 0).toFixed(1))
  }
  await keepFigures('first-start', kept)
} finally {
  await rm(folder, { recursive: true, force: true })
}
