import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(file => /\.(tsx?|mjs)$/.test(file) && !file.includes('.generated.'))
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** Every function longer than this, except test suite bodies, which contain functions of their own. */
function longFunctions(file: string, atMost: number): string[] {
  const text = textOf(file)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const found: string[] = []
  const visit = (node: unknown, inSuite: boolean): void => {
    if (Array.isArray(node)) for (const one of node) visit(one, inSuite)
    if (node === null || typeof node !== 'object' || Array.isArray(node)) return
    const { type, start, end, ...parts } = node as Node
    const isFunction = /^(Arrow)?Function/.test(type ?? '') && !!parts.body
    if (isFunction && !inSuite && lineAt(end) - lineAt(start) >= atMost)
      found.push(`${file}:${lineAt(start)}`)
    const callee = parts.callee as Node | undefined
    const suite = type === 'CallExpression' && !!callee && /^describe\b/.test(text.slice(callee.start))
    for (const part of Object.values(parts)) visit(part, suite)
  }
  visit(parseSync(file, text).program, false)
  return found
}

test('no function is longer than 120 lines', () => {
  expect(files.flatMap(file => longFunctions(file, 120))).toEqual([])
})
