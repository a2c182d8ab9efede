/**
 * Lists every string that people see and that changed between two commits, as "before" and "after" under its module and
 * key, from the catalogs of sentences, the web's `texts` modules and the mail templates. Read it as a new user would.
 *
 *   node scripts/changed-strings.ts FROM [TO]      TO is HEAD unless given
 */
import { execFileSync } from 'node:child_process'
import { textsOfModule } from './lib/module-texts.ts'

/** Modules whose strings people read. */
const shown =
  /^(web\/.*[/-]?texts(\.[a-zA-Z-]+)?\.ts|server\/.*\/(sentences|refusals)(\.ts|\/.*\.ts)|server\/languages\/.*\.ts|server\/mail\/templates\/.*\.ts|contract\/rejections\.ts)$/

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 })

const modulesAt = (commit: string) =>
  git('ls-tree', '-r', '--name-only', commit)
    .split('\n')
    .filter(file => shown.test(file) && !file.endsWith('.test.ts'))

const textsAt = (commit: string, files: readonly string[], file: string) =>
  files.includes(file) ? textsOfModule(file, git('show', `${commit}:${file}`)) : new Map<string, string>()

const [from, to = 'HEAD'] = process.argv.slice(2)
if (!from) {
  console.error('Usage: node scripts/changed-strings.ts FROM [TO]')
  process.exit(1)
}

const [before, after] = [modulesAt(from), modulesAt(to)]
let changed = 0
for (const file of [...new Set([...before, ...after])].sort()) {
  const [was, is] = [textsAt(from, before, file), textsAt(to, after, file)]
  const keys = [...new Set([...was.keys(), ...is.keys()])].filter(key => was.get(key) !== is.get(key))
  if (!keys.length) continue
  changed += keys.length
  console.log(`\n${file}`)
  for (const key of keys) {
    console.log(`  ${key}`)
    if (was.has(key)) console.log(`    - ${was.get(key)}`)
    if (is.has(key)) console.log(`    + ${is.get(key)}`)
  }
}
console.log(`\n${changed} strings changed between ${from} and ${to}.`)
