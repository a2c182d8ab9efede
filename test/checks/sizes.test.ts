import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { isNode, textOf } from '#test/harness/syntax.ts'

const root = path.resolve(import.meta.dirname, '../..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(file => /\.(tsx?|mjs)$/.test(file) && !file.includes('.generated.'))

/** Every function longer than this, except test suite bodies, which contain functions of their own. */
function longFunctions(file: string, atMost: number): string[] {
  const text = textOf(file)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const found: string[] = []
  const visit = (part: unknown, inSuite: boolean): void => {
    if (typeof part !== 'object' || part === null) return
    if (!isNode(part)) for (const one of Object.values(part)) visit(one, inSuite)
    else {
      const isFunction = /^(Arrow)?Function/.test(part.type) && !!part.body
      if (isFunction && !inSuite && lineAt(part.end) - lineAt(part.start) >= atMost)
        found.push(`${file}:${lineAt(part.start)}`)
      const isSuite = part.type === 'CallExpression' && /^describe\b/.test(text.slice(part.start))
      for (const one of Object.values(part)) visit(one, isSuite)
    }
  }
  visit(parseSync(file, text).program, false)
  return found
}

test('no function is longer than 120 lines', () => {
  expect(files.flatMap(file => longFunctions(file, 120))).toEqual([])
})
