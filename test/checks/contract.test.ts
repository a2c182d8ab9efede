import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Node, nameOf, nodesOf, stringIn, textOf } from '#test/harness/syntax.ts'

const root = path.resolve(import.meta.dirname, '../..')
const [proved = '', notProved = ''] = readFileSync(path.join(root, 'docs/contract.md'), 'utf8').split(
  '## Not proved yet',
)
const rows = proved
  .split('\n')
  .filter(line => line.startsWith('| ') && !line.startsWith('| What |'))
  .map(line => line.split(' | ').map(cell => cell.replace(/^\| | \|$/g, '')))

const known = new Map<string, Set<string>>()
/** Names of the tests and groups in a file; one with values as it is written. */
function namesIn(file: string): Set<string> {
  const text = textOf(file)
  const names =
    known.get(file) ??
    new Set(
      [...nodesOf(file, text)]
        .filter(({ callee }) => ['test', 'describe', 'it'].includes(nameOf(callee)))
        .flatMap(call => (call.arguments as Node[]).slice(0, 1))
        .map(name => stringIn(name) ?? text.slice(name.start + 1, name.end - 1)),
    )
  known.set(file, names)
  return names
}

test('every line of the checklist names an existing test', () => {
  expect(rows).not.toEqual([])
  const wrong = rows.filter(([what, reference = '', ...more]) => {
    const [file = '', name = ''] = reference.split(' › ')
    const isThere = existsSync(path.join(root, file))
    return !what || more.length > 0 || !name || !isThere || !namesIn(file).has(name)
  })
  expect(wrong).toEqual([])
})

test('what is not proved yet is listed separately, one item per line, and names no test', () => {
  const lines = notProved.split('\n').filter(line => line.trim())
  expect(lines.filter(line => !line.startsWith('- ') || line.includes('.spec.ts'))).toEqual([])
})
