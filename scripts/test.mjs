import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root, setUp, withSetupErrors } from './setup.mjs'

const reports = path.join(root, 'artifacts')
const bin = (name, file) => path.join(root, 'node_modules', name, file)

/** Runs one step in the foreground; resolves with its exit code. */
function step(title, node, args, env) {
  console.log(`\n— ${title}`)
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    })
    child.once('error', reject)
    child.once('close', code => resolve(code ?? 1))
  })
}

function countsOf(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    console.error(`No report was written: ${error.message}`)
    return { passed: 0, failed: 1 }
  }
}

await withSetupErrors(async () => {
  const only = process.argv.slice(2)
  const { node, chromium } = await setUp({ browser: true })
  const env = {
    PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
    CHROMIUM: chromium,
    FORCE_COLOR: '0',
  }
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  const total = { passed: 0, failed: 0 }
  const add = ({ passed, failed }) => {
    total.passed += passed
    total.failed += failed
  }
  const checked = async (name, title, args) => {
    if (only.length && !only.includes(name)) return
    const code = await step(title, node, args, env)
    add(code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
  }

  await checked('lint', 'Style and lint', [
    bin('@biomejs/biome', 'bin/biome'),
    'ci',
    '--error-on-warnings',
    '--colors=off',
  ])
  for (const part of ['server', 'web', 'e2e'])
    await checked('types', `Types of ${part}`, [bin('typescript', 'bin/tsc'), '-p', `tsconfig.${part}.json`])
  await checked('unused', 'Unused files, exports and packages', [bin('knip', 'bin/knip.js'), '--no-progress'])

  if (!only.length || only.includes('unit')) {
    const report = path.join(reports, 'vitest.json')
    const code = await step(
      'Unit and integration tests',
      node,
      [
        bin('vitest', 'vitest.mjs'),
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      env,
    )
    const counts = countsOf(report, r => ({ passed: r.numPassedTests, failed: r.numFailedTests }))
    // A file that does not load, or an error outside a test, fails the run without failing a test.
    add(code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts)
  }
  if (!only.length || only.includes('e2e')) {
    const report = path.join(reports, 'playwright.json')
    const code = await step('Browser tests', node, [bin('@playwright/test', 'cli.js'), 'test'], {
      ...env,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    })
    const counts = countsOf(report, r => ({
      passed: r.stats.expected,
      failed: r.stats.unexpected + r.stats.flaky,
    }))
    add(code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts)
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed ? 1 : 0)
})
