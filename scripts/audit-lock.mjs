import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Asks the registry for advisories about the versions in package-lock.json, through npm's bulk endpoint
 * (https://docs.npmjs.com/cli/commands/npm-audit). Exits with 0 when there are none, 1 when there are, and 2
 * when the registry can't be reached, which proves nothing.
 */
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const lockFile = process.argv[2] ?? path.join(root, 'package-lock.json')
const registry = (process.env.npm_config_registry ?? 'https://registry.npmjs.org').replace(/\/$/, '')
const patienceMs = 30_000

/** Every pinned version by package name. */
function pinned() {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'))
  const versions = {}
  for (const [place, { version, link }] of Object.entries(packages)) {
    const name = place.split('node_modules/').at(-1)
    if (!place || !name || !version || link) continue
    versions[name] ??= []
    if (!versions[name].includes(version)) versions[name].push(version)
  }
  return versions
}

function unreachable(why) {
  console.error(`The registry could not be asked about advisories: ${why}`)
  console.error(`Nothing was checked. Registry: ${registry}`)
  process.exit(2)
}

const versions = pinned()
const answer = await fetch(`${registry}/-/npm/v1/security/advisories/bulk`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: JSON.stringify(versions),
  signal: AbortSignal.timeout(patienceMs),
}).catch(error => unreachable(error.cause?.message ?? error.message))
if (answer.status === 404 || answer.status === 405) unreachable('it offers no advisories')
if (!answer.ok) unreachable(`it answered ${answer.status}`)
const advisories = await answer.json().catch(() => unreachable('its answer is not JSON'))

const found = Object.entries(advisories).flatMap(([name, list]) => list.map(one => ({ name, ...one })))
for (const { name, severity, title, url, vulnerable_versions: range } of found)
  console.log(`${severity}: ${name} ${range} (here: ${versions[name]?.join(', ')})\n  ${title}\n  ${url}`)
console.log(
  `${Object.keys(versions).length} packages of the lock file, ${found.length} advisories, told by ${registry}`,
)
process.exit(found.length ? 1 : 0)
