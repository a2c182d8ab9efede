import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from '../setup.mjs'

/** A program of an installed package. */
export const bin = (name, file) => path.join(root, 'node_modules', name, file)

/**
 * Runs a program and shows its output once it has ended, so that two at once don't mix; `live` shows it at
 * once.
 * @returns its exit code
 */
export function step(title, node, args, { env = {}, live = false } = {}) {
  const began = Date.now()
  if (live) console.log(`\n— ${title}`)
  return new Promise((resolve, reject) => {
    let output = ''
    const child = spawn(node, args, {
      cwd: root,
      stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
      env: { ...process.env, ...env },
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (output += chunk))
    child.once('error', reject)
    child.once('close', code => {
      if (!live)
        console.log(`\n— ${title} (${((Date.now() - began) / 1000).toFixed(1)} s)\n${output.trimEnd()}`)
      resolve(code ?? 1)
    })
  })
}

/** What a check found in files that haven't changed since, so that it looks at the others only. */
const kept = name => path.join(root, '.runtime', 'checks', name)

/** Checks that run no tests: style, spelling, types and unused code, by the names they can be run with. */
export const staticChecks = [
  {
    name: 'lint',
    title: 'Style and lint',
    args: [bin('@biomejs/biome', 'bin/biome'), 'ci', '--error-on-warnings', '--colors=off'],
  },
  {
    name: 'words',
    title: 'Spelling',
    args: [
      bin('cspell', 'bin.mjs'),
      '--no-progress',
      '--no-summary',
      '--no-color',
      '--cache',
      '--cache-strategy',
      'content',
      '--cache-location',
      kept('words'),
      '**',
    ],
  },
  ...['server', 'web', 'e2e'].map(part => ({
    name: 'types',
    title: `Types of ${part}`,
    args: [
      bin('typescript', 'bin/tsc'),
      '-p',
      `tsconfig.${part}.json`,
      '--incremental',
      '--tsBuildInfoFile',
      kept(`types-${part}`),
    ],
  })),
  {
    name: 'unused',
    title: 'Unused files, exports and packages',
    args: [bin('knip', 'bin/knip.js'), '--no-progress', '--cache', '--cache-location', kept('unused')],
  },
]

/** Runs checks two at a time, because the reference machine has two processors. @returns passed and failed, and the titles of the failed */
export async function runChecks(checks, node, env) {
  const counts = { passed: 0, failed: 0, failures: [] }
  const waiting = [...checks]
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const code = await step(check.title, node, check.args, { env })
      counts[code === 0 ? 'passed' : 'failed']++
      if (code !== 0) counts.failures.push(check.title)
    }
  }
  await Promise.all([work(), work()])
  return counts
}
