import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const [proved = '', notProved = ''] = readFileSync(path.join(root, 'docs/contract.md'), 'utf8').split(
  '## Not proved yet',
)
const rows = proved
  .split('\n')
  .filter(line => line.startsWith('| ') && !line.startsWith('| What |'))
  .map(line => line.split(' | ').map(cell => cell.replace(/^\| | \|$/g, '')))

/** Names of tests and groups as written in a file, unescaped. */
function namesIn(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/\b(?:test|describe|it)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g)].map(match =>
    (match[2] ?? '').replace(/\\(.)/g, '$1'),
  )
}

test('every line of the checklist names an existing test', () => {
  expect(rows.length).toBeGreaterThan(40)
  const wrong = rows.filter(([what, reference = '', ...more]) => {
    const [file = '', name = ''] = reference.split(' › ')
    const whole = path.join(root, file)
    return !what || more.length > 0 || !name || !existsSync(whole) || !namesIn(whole).includes(name)
  })
  expect(wrong).toEqual([])
})

test('what is not proved yet is listed separately, one item per line, and names no test', () => {
  const lines = notProved.split('\n').filter(line => line.trim())
  expect(lines.filter(line => !line.startsWith('- ') || line.includes('.spec.ts'))).toEqual([])
})
