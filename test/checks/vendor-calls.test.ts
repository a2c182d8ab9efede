import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { facebookCalls } from '#sandbox/facebook/schemas.ts'
import { tiktokCalls } from '#sandbox/tiktok/schemas.ts'
import { googleOauth, youtubeCalls } from '#sandbox/youtube/schemas.ts'

const root = path.resolve(import.meta.dirname, '../..')
const sections = readFileSync(path.join(root, 'docs/vendor-calls.md'), 'utf8').split(/^## /m)
/** The rows of a vendor's table: call, what we send, source. */
const rowsOf = (vendor: string): string[][] =>
  (sections.find(text => text.startsWith(vendor)) ?? '')
    .split('\n')
    .filter(line => line.startsWith('| `'))
    .map(line => line.split(' | ').map(cell => cell.replace(/^\| | \|$/g, '')))
const names = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(match => match[1] ?? '')

test.each([
  ['YouTube', [...Object.keys(googleOauth), 'bytes', ...Object.keys(youtubeCalls)]],
  ['TikTok', Object.keys(tiktokCalls)],
  ['Facebook', Object.keys(facebookCalls)],
])('every call of %s that the sandbox answers is in the table, with its source', (vendor, calls) => {
  const rows = rowsOf(vendor)
  expect(rows.flatMap(([call]) => names(call)).sort()).toEqual([...calls].sort())
  for (const [call, sent, source] of rows)
    expect([call, Boolean(sent), source]).toEqual([call, true, expect.stringContaining('](https://')])
})

test('every Stripe method that the server calls is in the table, with its source', () => {
  const rows = rowsOf('Stripe')
  const listed = rows.flatMap(([cell]) => {
    const [first = '', ...others] = names(cell)
    return [first, ...others.map(other => first.replace(/\.\w+$/, other))]
  })
  const resources = new Set(listed.map(name => name.split('.')[0]))
  const called = globSync('server/**/*.ts', { cwd: root })
    .flatMap(file => [
      ...readFileSync(path.join(root, file), 'utf8').matchAll(
        /\b(?:client|stripe)\.(?:v2\.core\.|tax\.|radar\.|billingPortal\.)?(\w+)\.(\w+)\(/g,
      ),
    ])
    .map(([, resource, method]) => `${resource}.${method}`)
    .filter(name => !['clock', 'webhooks'].includes(name.split('.')[0] ?? ''))
  expect([...new Set(called)].sort()).toEqual([...new Set(listed)].sort())
  expect(resources.size).toBeGreaterThan(10)
  for (const [, , source] of rows) expect(source).toContain('](https://docs.stripe.com/')
})
