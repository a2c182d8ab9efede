import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { bin } from './lib/steps.mjs'
import { root, setUp, withSetupErrors } from './setup.mjs'

/**
 * Applies each fault in test/mutations.json to a copy of a commit and runs the tests that cover it. `npm run
 * mutations -- --commit <commit> --only <text>`; fails when a fault isn't caught, or when the tests fail
 * without a fault.
 */
await withSetupErrors(async () => {
  const { values } = parseArgs({
    options: { commit: { type: 'string', default: 'HEAD' }, only: { type: 'string', default: '' } },
  })
  const { node, chromium, chromiumFull } = await setUp({ browser: true })
  const listed = JSON.parse(readFileSync(path.join(root, 'test', 'mutations.json'), 'utf8'))
  const mutations = listed.filter(({ file }) => file.includes(values.only))
  const copy = mkdtempSync(path.join(tmpdir(), 'trailcut-mutations-'))
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', root, copy])
  execFileSync(
    'git',
    [
      'checkout',
      '--quiet',
      execFileSync('git', ['rev-parse', values.commit], { cwd: root, encoding: 'utf8' }).trim(),
    ],
    { cwd: copy },
  )
  for (const folder of ['node_modules', '.runtime'])
    symlinkSync(path.join(root, folder), path.join(copy, folder))
  cpSync(path.join(root, 'dist'), path.join(copy, 'dist'), { recursive: true })

  const env = {
    ...process.env,
    PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
    CHROMIUM: chromium,
    CHROMIUM_FULL: chromiumFull,
    PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(copy, 'browser.json'),
  }
  const run = (...args) => spawnSync(node, args, { cwd: copy, env, encoding: 'utf8', maxBuffer: 1 << 28 })
  const report = (file, output) => {
    try {
      return JSON.parse(readFileSync(path.join(copy, file), 'utf8'))
    } catch {
      throw new Error(`The tests wrote no report:\n${output.stdout}\n${output.stderr}`)
    } finally {
      rmSync(path.join(copy, file), { force: true })
    }
  }
  const build = () => {
    const built = run(bin('vite', 'bin/vite.js'), 'build', '--logLevel', 'error')
    if (built.status !== 0) throw new Error(`The web app does not build:\n${built.stderr}`)
  }
  /** Counts passed and failed tests; with `bail`, stops at the first failure. */
  const runTests = ({ tests = [], browser = [] }, bail) => {
    const counts = { passed: 0, failed: 0 }
    if (tests.length) {
      const output = run(
        bin('vitest', 'vitest.mjs'),
        'run',
        ...tests,
        '--reporter=json',
        '--outputFile=units.json',
        ...(bail ? ['--bail=1'] : []),
      )
      const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = report(
        'units.json',
        output,
      )
      for (const { assertionResults } of testResults)
        for (const { status, fullName } of assertionResults)
          if (status === 'failed' && !bail) console.log(`failed  ${fullName}`)
      counts.passed += numPassedTests
      counts.failed += numFailedTests || numFailedTestSuites
    }
    if (browser.length) {
      build()
      const output = run(bin('@playwright/test', 'cli.js'), 'test', ...browser, ...(bail ? ['-x'] : []))
      const { stats, errors } = report('browser.json', output)
      if (!stats.expected && !stats.unexpected)
        throw new Error(`The browser tests did not run: ${errors[0]?.message}`)
      if (!bail)
        for (const line of output.stdout.split('\n')) if (line.includes('✘')) console.log(line.trim())
      counts.passed += stats.expected
      counts.failed += stats.unexpected
    }
    return counts
  }

  const all = key => [...new Set(mutations.flatMap(mutation => mutation[key] ?? []))]
  const sound = runTests({ tests: all('tests'), browser: all('browser') }, false)
  console.log(`Without a fault: ${sound.passed} passed, ${sound.failed} failed`)
  if (sound.failed || !sound.passed) process.exit(1)

  let caught = 0
  for (const mutation of mutations) {
    const file = path.join(copy, mutation.file)
    const text = readFileSync(file, 'utf8')
    if (text.split(mutation.from).length !== 2)
      throw new Error(`${mutation.file} does not hold “${mutation.from}” once`)
    writeFileSync(
      file,
      text.replace(mutation.from, () => mutation.to),
    )
    const { failed } = runTests(mutation, true)
    writeFileSync(file, text)
    if (failed) caught++
    console.log(
      `${failed ? 'caught' : 'MISSED'}  ${mutation.kind}  ${mutation.file}: ${mutation.from.split('\n')[0]}`,
    )
  }
  console.log(`\n${caught} of ${mutations.length} caught`)
  process.exit(caught === mutations.length ? 0 : 1)
})
