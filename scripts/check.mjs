import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { bin, runChecks, staticChecks, step } from './lib/steps.mjs'
import { root, setUp, withSetupErrors } from './setup.mjs'

/** Files that differ from the last commit; without any, the files of that commit. */
function changedFiles() {
  const git = args => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`)
    return stdout.split('\n').filter(Boolean)
  }
  const open = [...git(['diff', '--name-only', 'HEAD']), ...git(['ls-files', '-o', '--exclude-standard'])]
  const files = open.length ? open : git(['diff', '--name-only', 'HEAD~1'])
  console.log(`${files.length} changed files${open.length ? '' : ' in the last commit'}`)
  return files
}

const code = /\.(ts|tsx|mjs)$/

/** The static checks that a change can break. */
function checksFor(files) {
  const styled = files.filter(file => /\.(ts|tsx|mjs|css|json)$/.test(file))
  const inWeb = file => /^(web|contract)\//.test(file)
  const touches = {
    'Types of server': files.some(file => code.test(file) && !file.startsWith('web/')),
    'Types of web': files.some(file => code.test(file) && inWeb(file)),
    'Types of e2e': files.some(file => /^test\/(e2e|harness|media)\//.test(file)),
  }
  return staticChecks.flatMap(check => {
    if (check.name === 'lint')
      return styled.length ? [{ ...check, args: [...check.args, '--no-errors-on-unmatched', ...styled] }] : []
    if (check.name === 'words')
      return [{ ...check, args: [...check.args.slice(0, -1), '--no-must-find-files', ...files] }]
    if (check.name === 'types') return touches[check.title] ? [check] : []
    return files.some(file => code.test(file)) ? [check] : []
  })
}

await withSetupErrors(async () => {
  const changed = process.argv.includes('--changed')
  const began = Date.now()
  const { node } = await setUp({ web: false, checks: true })
  const env = { PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`, NO_COLOR: '1' }
  const files = changed ? changedFiles() : []
  const counts = await runChecks(changed ? checksFor(files) : staticChecks, node, env)
  const related = files.filter(file => code.test(file))
  const run = changed ? ['related', '--run', ...related] : ['run']
  if (!changed || related.length) {
    const args = [
      bin('vitest', 'vitest.mjs'),
      ...run,
      '--project=unit',
      '--passWithNoTests',
      '--reporter=default',
    ]
    const failed = await step('Unit tests', node, args, { env, live: true })
    counts[failed ? 'failed' : 'passed']++
  }
  const seconds = ((Date.now() - began) / 1000).toFixed(0)
  console.log(`\n${counts.passed} checks passed, ${counts.failed} failed in ${seconds} s`)
  process.exit(counts.failed ? 1 : 0)
})
