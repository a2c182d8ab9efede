import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sources } from '#test/harness/imports.ts'
import { clip } from '#test/media/clip.ts'
import { everyCommand } from './every-command.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const isRoot = process.getuid?.() === 0
/** Nobody's, but with an entry in /etc/passwd, which newuidmap asks for. */
const plainUser = 65_534
/** The telemetry reader is our own code, which reads a rider's file all the same. */
const names = [...Object.keys(everyCommand), 'readTelemetry']

interface Run {
  held: { measures: string[]; missing: string[]; problem: string | null }
  /** why a server with STRICT_JAIL doesn't start */
  strict: string | null
  real: Record<string, { error: string | null; bytes: number; made: string[]; hasFolder: boolean }>
  commands: Record<
    string,
    {
      hasFolder: boolean
      parts: number
      reports: {
        said: string[]
        seen: {
          uids: string[]
          groups: string[]
          rights: string[]
          gainsNone: boolean
          filtered: boolean
          shared: string[]
          writable: string[]
          limits: string
        }
      }[]
    }
  >
  left: string[]
}

const made: string[] = []
afterAll(async () => {
  for (const folder of made) {
    await rm(folder, { recursive: true, force: true })
    await rm(path.join('/dev/shm', path.basename(folder)), { force: true })
  }
})

/** A server's folder, with inputs that only its user can read. */
async function homeOf(uid: number): Promise<string> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'trailcut-jail-'))
  made.push(home)
  const inputs = path.join(home, 'data', 'in')
  await mkdir(inputs, { recursive: true })
  const files = {
    'ride.mp4': await clip('ride.mp4', { seconds: 4 }),
    'music.mp4': await clip('music.mp4', { seconds: 3, extra: ['-map', '-0:v'] }),
    'picture.jpg': await clip('picture.jpg', {
      seconds: 1,
      video: ['mjpeg', '-pix_fmt', 'yuvj420p', '-frames:v', '1', '-f', 'image2'],
      audio: null,
    }),
  }
  for (const [name, file] of Object.entries(files)) {
    await copyFile(file, path.join(inputs, name))
    await chmod(path.join(inputs, name), 0o600)
  }
  await writeFile(path.join(inputs, 'track.csv'), 'time,lat,lon\n0,45,7\n1,45.0001,7\n', { mode: 0o600 })
  await chmod(path.join(home, 'data'), 0o700)
  await chmod(home, 0o755)
  if (isRoot)
    for (const at of ['', ...(await readdir(home, { recursive: true }))])
      await chown(path.join(home, at), uid, uid)
  return home
}

/** As which user the server runs, and what its system gives it. */
const kinds = {
  root: [],
  'a plain user': ['setpriv', '--reuid', `${plainUser}`, '--regid', `${plainUser}`, '--clear-groups'],
  'a plain user with subordinate ids': [
    ...['unshare', '--mount', 'sh', '-c'],
    'mount --bind "$0" /etc/subuid && mount --bind "$0" /etc/subgid && exec "$@"',
  ],
} as const
type Kind = keyof typeof kinds

async function idsIn(home: string): Promise<string> {
  const ids = path.join(home, 'ids')
  await writeFile(ids, `nobody:300000:65536\n`)
  await chmod(ids, 0o644)
  return ids
}

async function attempt(kind: Kind): Promise<Run> {
  const home = await homeOf(kind === 'root' ? 0 : plainUser)
  return answerOf(home, [
    ...kinds[kind],
    ...(kind === 'a plain user with subordinate ids' ? [await idsIn(home), ...kinds['a plain user']] : []),
    ...['sh', '-c', 'umask 077 && exec "$@"', 'sh', process.execPath],
    ...[path.join(import.meta.dirname, 'attempt.ts'), home],
  ])
}

/** What a program prints as JSON. */
async function answerOf<T>(home: string, [first = '/usr/bin/env', ...rest]: string[]): Promise<T> {
  const child = spawn(first, rest, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: home } })
  const said: Buffer[] = []
  let complaints = ''
  child.stdout.on('data', chunk => said.push(chunk))
  child.stderr.on('data', chunk => {
    complaints += chunk
  })
  const code = await new Promise(resolve => child.once('close', resolve))
  if (code !== 0) throw new Error(`${[first, ...rest].join(' ')}: ${complaints}`)
  return JSON.parse(Buffer.concat(said).toString())
}

/** Which ids of the machine a media program may have. */
const ownIds: Record<Kind, [from: number, to: number]> = {
  root: [64_937, 64_937],
  'a plain user': [plainUser, plainUser],
  'a plain user with subordinate ids': [300_000, 365_535],
}

// Becoming another user takes root.
describe.runIf(process.platform === 'linux' && isRoot)('a program in the place of ffmpeg, started by', () => {
  describe.each(Object.keys(kinds) as Kind[])('%s', kind => {
    let run: Run
    beforeAll(async () => {
      run = await attempt(kind)
      // More than thirty programs, one after the other.
    }, 600_000)

    test('says what holds', () => {
      expect(run.held.missing).toEqual(kind === 'a plain user' ? ['own user'] : [])
      if (kind === 'a plain user') expect(run.held.problem).toMatch(/subordinate ids/)
      else expect(run.held.problem).toBeNull()
      expect(run.strict).toBe(run.held.problem && `STRICT_JAIL is set, but ${run.held.problem}`)
    })

    test.each(names)('%s does its work', name => {
      const { error, bytes, made, hasFolder } = run.real[name] as Run['real'][string]
      expect(error).toBeNull()
      expect(bytes).toBeGreaterThan(20)
      expect(made.length > 0).toBe(hasFolder)
    })

    test.each(names)('%s reads only its input and writes only its output', name => {
      const { reports, hasFolder, parts } = run.commands[name] as Run['commands'][string]
      expect(reports).toHaveLength(1)
      const [{ said, seen } = { said: [], seen: null }] = reports
      const inputs = ['read:input', ...Array.from({ length: parts }, () => 'read:part')]
      expect([...said].sort()).toEqual([...inputs, ...(hasFolder ? ['wrote:folder'] : [])].sort())
      expect(seen?.writable).toEqual(hasFolder ? ['/output'] : [])
      expect(seen?.shared).toEqual([])
      expect(seen?.rights).toEqual([])
      expect([seen?.gainsNone, seen?.filtered]).toEqual([true, true])
      const [from, to] = ownIds[kind]
      for (const id of [...(seen?.uids ?? ['none']), ...(seen?.groups ?? [])]) {
        expect(Number(id)).toBeGreaterThanOrEqual(from)
        expect(Number(id)).toBeLessThanOrEqual(to)
      }
      for (const limit of ['cpu time', 'file size', 'core file size', 'address space', 'processes'])
        expect(seen?.limits).not.toMatch(new RegExp(`^Max ${limit}\\s+unlimited`, 'm'))
    })

    test('leaves nothing behind elsewhere', () => {
      expect(run.left).toEqual([])
    })
  })
})

test.runIf(process.platform === 'linux' && isRoot)(
  'a system that forbids namespaces is recognized, although unshare leaves a process of its own behind there',
  async () => {
    const home = await homeOf(plainUser)
    const isolation = path.join(root, 'server/core/media/isolation.ts')
    const code = `import { prepareMedia } from '${isolation}'
      console.log(JSON.stringify(await prepareMedia({ dataDir: '${path.join(home, 'data')}' })))`
    // The system forbids them in a changed root, here one that has everything.
    const before = 'mkdir "$1" && mount --rbind / "$1" && shift && exec "$@"'
    const [system, enter] = [path.join(home, 'system'), kinds['a plain user with subordinate ids']]
    const held = await answerOf<Run['held']>(home, [
      ...enter,
      await idsIn(home),
      ...['sh', '-c', before, 'sh', system, 'chroot', system],
      ...kinds['a plain user'],
      ...[process.execPath, '--input-type=module', '-e', code],
    ])
    expect(held.measures).toEqual(['empty environment', 'limits'])
    expect(held.problem).toMatch(/forbids user namespaces/)
  },
)

test('every function that makes a command is tried', () => {
  const makers = sources('server')
    .filter(file => !file.endsWith('.test.ts'))
    .flatMap(file => [
      ...readFileSync(path.join(root, file), 'utf8').matchAll(
        /^export (?:const (\w+) = |function (\w+))\((?:(?!\n\n)[\s\S])*?\): MediaCommand (?:=>|\{)/gm,
      ),
    ])
    .map(([, a, b]) => a ?? b)
  // The general one, of which all others are made.
  expect(makers.filter(name => name !== 'ffmpegCommand').sort()).toEqual(Object.keys(everyCommand).sort())
})
