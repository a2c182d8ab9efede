import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const text = readFileSync(path.join(root, 'docs/security.md'), 'utf8')

test('every test named in docs/security.md exists, and every item names one', () => {
  const named = [...text.matchAll(/`((?:server|test|sandbox|web)\/[\w./-]+\.(?:test|spec)\.ts)`/g)].map(
    m => m[1] as string,
  )
  expect(named).not.toEqual([])
  expect(named.filter(file => !existsSync(path.join(root, file)))).toEqual([])
  const rows = text.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| ASVS'))
  expect(rows.filter(row => !/\.(?:test|spec)\.ts` \|$/.test(row))).toEqual([])
})
