/**
 * Lists every string that people see and that changed between two commits, as "before" and "after" under its module and
 * key, from the catalogs of sentences, the web's `texts` modules and the mail templates. Read it as a new user would.
 *
 *   node scripts/changed-strings.ts FROM [TO]      TO is HEAD unless given
 */
import { execFileSync } from 'node:child_process'
import { parseSync } from 'vite'

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

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const nameOf = (node: unknown): string => {
  const { name, value } = node as { name?: unknown; value?: unknown }
  return String(name ?? value ?? '')
}

/**
 * The strings of a module by key path, as in 'toasts.failed': templates as written, with their ${…}. Strings of one key,
 * such as those of a condition, are joined by ' | '. Imports, types and values for machines are left out.
 * @param source the module's code
 */
function textsOfModule(file: string, source: string): Map<string, string> {
  const found = new Map<string, string>()
  const keep = (keys: string[], text: string) => {
    // A value for machines: an identifier, a key, a format.
    if (!/\p{L}/u.test(text) || /^[a-z0-9_.:/#-]+$/.test(text)) return
    const key = keys.join('.')
    const shown = text.replace(/\s+/g, ' ')
    found.set(key, found.has(key) ? `${found.get(key)} | ${shown}` : shown)
  }
  const visit = (value: unknown, keys: string[]): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, keys)
    if (!isNode(value)) return
    switch (value.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
      case 'TSTypeAnnotation':
      case 'TSTypeParameterInstantiation':
        return
      case 'Literal':
        if (typeof value.value === 'string') keep(keys, value.value)
        return
      case 'TemplateLiteral':
        keep(keys, source.slice(value.start + 1, value.end - 1))
        return
      case 'VariableDeclarator':
        visit(value.init, [...keys, nameOf(value.id)])
        return
      case 'Property':
        visit(value.value, [...keys, nameOf(value.key)])
        return
      default:
        for (const child of Object.values(value)) visit(child, keys)
    }
  }
  visit(parseSync(file, source).program, [])
  return found
}

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
