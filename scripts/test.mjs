import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { browserTestsThat, failedUnitTests } from './lib/failures.mjs'
import { bin, runChecks, staticChecks, step } from './lib/steps.mjs'
import { printTimings } from './lib/timing-report.mjs'
import { root, setUp, withSetupErrors } from './setup.mjs'

const reports = path.join(root, 'artifacts')
const unitReport = path.join(reports, 'vitest.json')
const browserReport = path.join(reports, 'playwright.json')

function countsOf(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    console.error(`No report was written: ${error.message}`)
    return { passed: 0, failed: 1, failures: [`no report: ${path.basename(file)}`] }
  }
}

await withSetupErrors(async () => {
  const only = process.argv.slice(2).filter(name => name !== 'all')
  const wanted = name => !only.length || only.includes(name)
  const { node, chromium, chromiumFull } = await setUp({ browser: true })
  const clusters = mkdtempSync(path.join(os.tmpdir(), 'trailcut-tests-'))
  const env = {
    TEST_CLUSTERS: clusters,
    PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
    CHROMIUM: chromium,
    CHROMIUM_FULL: chromiumFull,
    NO_COLOR: '1',
    ...(process.argv.includes('all') ? {} : { WITHOUT_LONG_TESTS: '1' }),
  }
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  const total = { passed: 0, failed: 0, failures: [], flaky: [] }
  const add = ({ passed, failed, failures = [], flaky = [] }) => {
    total.passed += passed
    total.failed += failed
    total.failures.push(...failures)
    total.flaky.push(...flaky)
  }
  // A file that doesn't load, or an error outside a test, fails the run without failing a test.
  const addRun = (name, code, counts) =>
    add(
      code !== 0 && counts.failed === 0
        ? { ...counts, failed: 1, failures: [...counts.failures, `${name} ended with code ${code}`] }
        : counts,
    )

  add(
    await runChecks(
      staticChecks.filter(check => wanted(check.name)),
      node,
      env,
    ),
  )
  if (wanted('unit')) {
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
    const code = await step('Unit and integration tests', node, [bin('vitest', 'vitest.mjs'), ...args], {
      env,
      live: true,
    })
    addRun(
      'Unit and integration tests',
      code,
      countsOf(unitReport, r => ({
        passed: r.numPassedTests,
        failed: r.numFailedTests,
        failures: failedUnitTests(r, root),
      })),
    )
  }
  if (wanted('e2e')) {
    const code = await step('Browser tests', node, [bin('@playwright/test', 'cli.js'), 'test'], {
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport },
      live: true,
    })
    addRun(
      'Browser tests',
      code,
      countsOf(browserReport, r => ({
        passed: r.stats.expected + r.stats.flaky,
        failed: r.stats.unexpected,
        failures: browserTestsThat('unexpected', r),
        flaky: browserTestsThat('flaky', r),
      })),
    )
  }
  printTimings(root, { unit: unitReport, browser: path.join(reports, 'timing-e2e.json') })
  const list = (title, lines) => {
    if (lines.length) console.log(`\n${title}\n${lines.map(line => `  ${line}`).join('\n')}`)
  }
  list('Passed only on the second try; find the cause:', total.flaky)
  list('Failed:', total.failures)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  // Nobody waits for this: it takes minutes.
  spawn('rm', ['-rf', clusters], { detached: true, stdio: 'ignore' }).unref()
  process.exit(total.failed ? 1 : 0)
})
