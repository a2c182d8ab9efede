import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const firstLine = text => stripVTControlCharacters(text ?? 'no error').split('\n')[0]

/** The failed tests of Vitest's JSON report, each as "file › title: first line of the error". */
export function failedUnitTests(report, root) {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name)
    const failed = assertionResults.filter(test => test.status === 'failed')
    if (!failed.length && status === 'failed') return [`${file}: ${firstLine(message)}`]
    return failed.map(test => `${file} › ${test.title}: ${firstLine(test.failureMessages[0])}`)
  })
}

/**
 * The tests of Playwright's JSON report that ended with this status ('unexpected': failed; 'flaky': failed at first), each
 * as "file › title: first line of the first error".
 */
export function browserTestsThat(status, report) {
  const found = []
  const read = (suite, titles) => {
    for (const spec of suite.specs ?? [])
      for (const test of spec.tests)
        if (test.status === status)
          found.push(`${[...titles, spec.title].join(' › ')}: ${firstLine(test.results[0]?.error?.message)}`)
    for (const inner of suite.suites ?? []) read(inner, [...titles, inner.title])
  }
  read(report, [])
  return found
}
