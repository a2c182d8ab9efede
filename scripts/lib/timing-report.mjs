import { existsSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const seconds = ms => `${(ms / 1000).toFixed(1)} s`

/** Tests in Vitest's JSON report, each with its number of assertions (test/harness/count-assertions.ts). */
function unitTimes(file, root) {
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, duration, meta }) => ({
      file: path.relative(root, name),
      title,
      ms: duration ?? 0,
      assertions: meta?.assertions ?? 0,
    })),
  )
  const wallMs = Math.max(...report.testResults.map(r => r.endTime)) - report.startTime
  const busyMs = report.testResults.reduce((sum, r) => sum + r.endTime - r.startTime, 0)
  const workers = 3 // as in vitest.config.ts
  return { title: 'Unit and integration', tests, wallMs, idleMs: workers * wallMs - busyMs, workers }
}

function browserTimes(file) {
  const { wallMs, othersShare, tests } = JSON.parse(readFileSync(file, 'utf8'))
  const workers = new Set(tests.map(test => test.worker)).size
  const busyMs = tests.reduce((sum, test) => sum + test.ms, 0)
  return { title: 'Browser', tests, wallMs, othersShare, idleMs: workers * wallMs - busyMs, workers }
}

/** Prints how long each part of a run took, and the 20 slowest tests. */
export function printTimings(root, { unit, browser }) {
  const parts = []
  if (existsSync(unit)) parts.push(unitTimes(unit, root))
  if (existsSync(browser)) parts.push(browserTimes(browser))
  if (!parts.length) return
  console.log(`\n— Where the time went (${os.availableParallelism()} processors)`)
  for (const { title, tests, wallMs, idleMs, workers, othersShare } of parts) {
    const assertions = tests.reduce((sum, test) => sum + test.assertions, 0)
    console.log(
      `${title}: ${tests.length} tests, ${assertions} assertions in ${seconds(wallMs)}; ` +
        `${workers} workers, ${seconds(idleMs)} of their time outside of tests` +
        (othersShare > 0.02 ? `; other programs took ${Math.round(othersShare * 100)}% of the machine` : ''),
    )
  }
  console.log('The 20 slowest tests:')
  const slowest = parts
    .flatMap(part => part.tests)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 20)
  for (const { file, title, ms } of slowest) console.log(`  ${seconds(ms).padStart(7)}  ${file}  ${title}`)
}
