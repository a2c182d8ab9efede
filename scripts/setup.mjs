// Runs on any Node from 20 on, before anything is installed: plain JavaScript, no packages.
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..')
export const nodeVersion = '24.21.0'
const lowestFfmpeg = [5, 1]

/** Something that can't be set up; the message is one line that says what to do. */
export class SetupError extends Error {}

const windows = process.platform === 'win32'
const say = text => console.error(`• ${text}`)

/** What a command prints; null if it can't be run, or fails. */
const quietly = (command, args) =>
  new Promise(resolve => execFile(command, args, (error, stdout) => resolve(error ? null : stdout)))

/** Runs a command and shows its output only if it fails. */
function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    let output = ''
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: windows,
      ...options,
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => (output = (output + chunk).slice(-8000)))
    child.once('error', reject)
    child.once('close', code =>
      code === 0
        ? resolve()
        : reject(new Error(`${command} ${args.join(' ')} ended with ${code}\n${output.trim()}`)),
    )
  })
}

const npm = args => {
  const cli = process.env.npm_execpath
  return cli?.endsWith('.js') ? run(process.execPath, [cli, ...args]) : run(windows ? 'npm.cmd' : 'npm', args)
}

const hashOf = files => {
  const hash = createHash('sha256')
  for (const file of files)
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

const stampIs = (file, text) => existsSync(file) && readFileSync(file, 'utf8') === text

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

const under = folders => folders.flatMap(folder => filesUnder(path.join(root, folder)))

/** What is off until a setting turns it on, and its packages: development dependencies, which a start leaves out. */
export const optionalPackages = {
  S3_BUCKET: ['@aws-sdk/client-s3', '@aws-sdk/lib-storage'],
  TEXT_MODEL_URL: ['ai', '@ai-sdk/openai-compatible'],
  TAGGER_DIR: ['onnxruntime-web'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    '@opentelemetry/api',
    '@opentelemetry/context-async-hooks',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace',
  ],
  BACKUP_RECIPIENT: ['age-encryption'],
  BACKUP_IDENTITY: ['age-encryption'],
}

/** Installs all packages, or those that a start with these settings needs. All of them, once installed, stay. */
async function installPackages({ all }) {
  const lock = hashOf([path.join(root, 'package-lock.json')])
  const stamp = path.join(root, 'node_modules', '.installed-from')
  const [from, ...installed] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : []
  const parts =
    all || installed.includes('all')
      ? ['all']
      : Object.keys(optionalPackages).filter(setting => process.env[setting])
  if (from === lock && parts.every(part => installed.includes(part))) return
  say('Installing packages (once) …')
  const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const which = parts.includes('all') ? ['--include=dev'] : ['--omit=dev', '--save-prod']
  for (const setting of parts.filter(part => part !== 'all')) {
    const names = optionalPackages[setting]
    say(`${setting} is set, which needs ${names.join(' and ')}`)
    which.push(...names.map(name => `${name}@${devDependencies[name]}`))
  }
  try {
    // Not `npm ci`, which refuses the lock file when a mirror lacks an optional package for another system.
    await npm(['install', '--no-save', ...which, '--no-audit', '--no-fund', '--loglevel=error'])
  } catch (error) {
    throw new SetupError(
      `The packages could not be installed; is the npm registry reachable?\n${error.message}`,
    )
  }
  writeFileSync(stamp, [lock, ...parts].join(' '))
}

/** The Node that runs TypeScript directly: the installed one if it is new enough, otherwise one from npm. */
async function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  const home = path.join(root, '.runtime', `node-${nodeVersion}`)
  const binary = path.join(home, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')
  if (!(await quietly(binary, ['--version']))) {
    say(`Fetching Node ${nodeVersion} (once; yours is ${process.versions.node}) …`)
    mkdirSync(home, { recursive: true })
    try {
      await npm([
        'install',
        '--prefix',
        home,
        '--no-save',
        '--no-package-lock',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
        `node@${nodeVersion}`,
      ])
    } catch (error) {
      throw new SetupError(
        `Node ${nodeVersion} could not be fetched: install Node 24 or newer yourself and retry\n${error.message}`,
      )
    }
    if (!(await quietly(binary, ['--version'])))
      throw new SetupError(
        `Node ${nodeVersion} was fetched but does not run here: install Node 24 or newer yourself and retry`,
      )
  }
  return binary
}

/** What Debian has, which is asked once. */
let listed

/**
 * Installs a Debian package (as root or with passwordless sudo) or a Homebrew formula; false when neither is
 * possible.
 */
async function installSystemPackage(debian, homebrew) {
  if (process.platform === 'darwin' && homebrew && (await quietly('brew', ['--version']))) {
    await run('brew', ['install', homebrew])
    return true
  }
  if (process.platform !== 'linux' || !(await quietly('apt-get', ['--version']))) return false
  const root = process.getuid() === 0
  if (!root && (await quietly('sudo', ['-n', 'true'])) === null) return false
  const [command, before] = root ? ['apt-get', []] : ['sudo', ['-n', 'apt-get']]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  listed ??= run(command, [...before, 'update'], { env })
  await listed
  await run(command, [...before, 'install', '-y', '--no-install-recommends', debian], { env })
  return true
}

async function ffmpegProblem() {
  const [version, probe, encoders] = await Promise.all([
    quietly('ffmpeg', ['-version']),
    quietly('ffprobe', ['-version']),
    quietly('ffmpeg', ['-hide_banner', '-encoders']),
  ])
  if (!version || !probe) return 'is missing'
  const [, major, minor] = /version n?(\d+)\.(\d+)/.exec(version) ?? []
  if (
    major &&
    (Number(major) < lowestFfmpeg[0] ||
      (Number(major) === lowestFfmpeg[0] && Number(minor) < lowestFfmpeg[1]))
  )
    return `${major}.${minor} is too old`
  return encoders?.includes('libx264') ? null : 'has no libx264 encoder'
}

async function installFfmpeg() {
  if (!(await ffmpegProblem())) return
  say('Installing ffmpeg (once) …')
  let reason = ''
  try {
    await installSystemPackage('ffmpeg', 'ffmpeg')
  } catch (error) {
    reason = `\n${error.message}`
  }
  const problem = await ffmpegProblem()
  if (problem)
    throw new SetupError(
      `ffmpeg ${problem}: install ffmpeg ${lowestFfmpeg.join('.')} or newer with libx264 (apt-get install ffmpeg, brew install ffmpeg) and retry${reason}`,
    )
}

const isThere = async program => (await quietly('sh', ['-c', `command -v ${program}`])) !== null

/**
 * What ffmpeg runs in on Linux, and what gives it a user of its own. Without them the server runs too, says so at every
 * start, and is less safe. A server of root needs no uidmap; the tests try every kind of user.
 */
async function installJail({ forTests }) {
  if (process.platform !== 'linux') return
  const programs = process.getuid() === 0 && !forTests ? ['bwrap'] : ['bwrap', 'newuidmap']
  for (const program of programs) {
    if (await isThere(program)) continue
    const name = { bwrap: 'bubblewrap', newuidmap: 'uidmap' }[program]
    say(`Installing ${name}, for the jail that ffmpeg runs in (once) …`)
    let reason = ''
    try {
      await installSystemPackage(name)
    } catch (error) {
      reason = `: ${error.message.split('\n').at(-1)}`
    }
    if (!(await isThere(program)))
      say(`It could not be installed${reason}. Install it yourself (apt-get install ${name})`)
  }
}

/** The system's PostgreSQL with its pg_dump, which the embedded one lacks: the tests of backups are skipped without it. */
async function installPostgres() {
  if (process.platform !== 'linux' || existsSync('/usr/lib/postgresql')) return
  say('Installing PostgreSQL for the tests of backups (once) …')
  try {
    await installSystemPackage('postgresql')
  } catch (error) {
    say(`It could not be installed, these tests are skipped: ${error.message.split('\n').at(-1)}`)
  }
}

const browserPlaces = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const findBrowser = () => browserPlaces.find(place => place && existsSync(place))

/** A Chromium for the browser tests. */
async function installBrowser() {
  if (findBrowser()) return findBrowser()
  say('Installing Chromium for the browser tests (once) …')
  let reason = ''
  try {
    await installSystemPackage('chromium', 'chromium')
  } catch (error) {
    reason = `\n${error.message}`
  }
  const browser = findBrowser()
  if (!browser)
    throw new SetupError(
      `No Chromium was found: install one (apt-get install chromium) or set CHROMIUM to its path${reason}`,
    )
  return browser
}

/** The same Chromium without its window-related parts, if the system has it: a third less work. */
const headlessShell = '/usr/bin/chromium-headless-shell'

async function findHeadlessShell(browser) {
  if (process.env.CHROMIUM || browser !== '/usr/bin/chromium') return browser
  if (!existsSync(headlessShell)) {
    say('Installing the headless shell of Chromium (once) …')
    try {
      await installSystemPackage('chromium-headless-shell')
    } catch (error) {
      // Only speed is lost.
      say(`It could not be installed, the tests run in Chromium itself: ${error.message.split('\n').at(-1)}`)
    }
  }
  return existsSync(headlessShell) ? headlessShell : browser
}

/** Every language that has a catalog. */
const languages = () =>
  readdirSync(path.join(root, 'languages'))
    .filter(name => name.endsWith('.json'))
    .map(name => path.basename(name, '.json'))
const builtIn = language => path.join(root, 'dist', language === 'en' ? 'web' : `web-${language}`)

/** English with accents and longer words, for the browser tests (languages/write.ts). */
const pseudoLanguage = 'en-XA'

const serverFile = path.join('dist', 'server', 'main.js')

/** Messages as modules, from the catalogs, if they changed. */
async function compileTexts(node) {
  const wanted = hashOf(under(['languages']))
  // Among the modules, whose next writing takes it away.
  const stamp = path.join(root, '.runtime', 'sentences', 'built-from')
  if (stampIs(stamp, wanted)) return
  try {
    await run(node, [path.join(root, 'languages', 'write.ts')], { shell: false })
  } catch (error) {
    throw new SetupError(`The texts could not be compiled\n${error.message}`)
  }
  writeFileSync(stamp, wanted)
}

/** Makes one file of the server's modules and packages, and one of each of its child processes, if they changed. */
export async function bundleServer(node) {
  const sources = [
    ...under(['contract', 'gauges', 'languages', 'sandbox', 'server', 'telemetry']),
    path.join(root, 'scripts', 'bundle-server.ts'),
    path.join(root, 'package-lock.json'),
  ]
  const wanted = hashOf(sources)
  const stamp = path.join(root, 'dist', 'server.built-from')
  if (stampIs(stamp, wanted) && existsSync(path.join(root, serverFile))) return
  say('Building the server …')
  try {
    await run(node, [path.join(root, 'scripts', 'bundle-server.ts')], { shell: false })
  } catch (error) {
    throw new SetupError(`The server could not be built\n${error.message}`)
  }
  writeFileSync(stamp, wanted)
}

async function buildWeb(node, { forTests }) {
  const sources = [
    ...under(['web', 'contract', 'languages', path.join('scripts', 'vite')]),
    path.join(root, 'vite.config.ts'),
    path.join(root, 'package-lock.json'),
  ]
  const wanted = hashOf(sources)
  const stamp = path.join(root, 'dist', 'web.built-from')
  const built = forTests ? [...languages(), pseudoLanguage] : languages()
  if (
    stampIs(stamp, wanted) &&
    built.every(
      language =>
        existsSync(path.join(builtIn(language), 'index.html')) &&
        existsSync(path.join(`${builtIn(language)}-server`, 'draw.js')),
    )
  )
    return
  say('Building the web app …')
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const build = (language, ...args) =>
    run(node, [vite, 'build', '--logLevel', 'warn', ...args], {
      shell: false,
      env: { ...process.env, WEB_LANGUAGE: language },
    })
  try {
    // Side by side: each of them waits for the disk much of the time. For the browser, and for drawing on the server.
    await Promise.all(built.flatMap(language => [build(language), build(language, '--ssr', 'app/draw.tsx')]))
  } catch (error) {
    throw new SetupError(`The web app could not be built\n${error.message}`)
  }
  writeFileSync(stamp, wanted)
}

/** Compiles the texts and builds the web app and the server, where sources changed. */
export async function build(node, { forTests = false } = {}) {
  await compileTexts(node)
  await Promise.all([buildWeb(node, { forTests }), bundleServer(node)])
}

/**
 * Prepares a fresh clone for running everything.
 * @param options browser: find or install one for the tests; web: build the web app and the server, for everything
 * that runs one; checks: install the packages of checks and tests as well
 * @returns the Node binary for TypeScript and, when browsers were requested, the one for most tests and a
 * full one
 */
export async function setUp({ browser = false, web = true, checks = browser } = {}) {
  if (Number(process.versions.node.split('.')[0]) < 20)
    throw new SetupError(`Node ${process.versions.node} is too old: Node 20 or newer is needed`)
  // Side by side, because each waits for the network much of the time.
  const [node, browsers] = await Promise.all([
    findNode(),
    installPrograms({ forTests: browser }),
    installPackages({ all: checks }),
  ])
  await (web ? build(node, { forTests: browser }) : compileTexts(node))
  return { node, ...browsers }
}

/** Programs of the system, one after another, because its installer takes turns. */
async function installPrograms({ forTests }) {
  await installFfmpeg()
  await installJail({ forTests })
  if (!forTests) return {}
  await installPostgres()
  const chromiumFull = await installBrowser()
  return { chromium: await findHeadlessShell(chromiumFull), chromiumFull }
}

/** Runs main() and turns errors that an operator can fix into one line. */
export async function withSetupErrors(main) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error)
    process.exit(1)
  }
}

/**
 * How the server is run. The small young generation keeps the analysis of an hour below 200 MB; with V8's own size it
 * takes 231 MB, and lists of the API a tenth less processor time.
 */
export const serverArgs = ['--max-semi-space-size=4', serverFile]

/** Compiled modules are kept between starts, so that a start doesn't compile them again. */
export const serverEnv = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(root, '.runtime', 'compile-cache'),
}

/** Runs a TypeScript program in the foreground, forwards signals, and exits with its exit code. */
export function become(node, args, env = {}) {
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // npm sends SIGTERM only to its shell, which dies without forwarding it; then our parent changes.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event)
    setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 250).unref()
  child.once('error', error => {
    console.error(error.message)
    process.exit(1)
  })
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
