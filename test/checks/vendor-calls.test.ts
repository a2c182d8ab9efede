import { expect, test } from 'vitest'
import { platformFacts } from '#contract/platforms/index.ts'
import { traitsOf } from '#server/platforms/testing.ts'
import { sources } from '#test/harness/imports.ts'
import { nameOf, nodesOf, textOf } from '#test/harness/syntax.ts'

const sections = textOf('docs/vendor-calls.md').split(/^## /m)
/** The rows of a vendor's table: call, what we send, source. */
const rowsOf = (vendor: string): string[][] =>
  (sections.find(text => text.startsWith(vendor)) ?? '')
    .split('\n')
    .filter(line => line.startsWith('| `'))
    .map(line => line.split(' | ').map(cell => cell.replace(/^\| | \|$/g, '')))
const names = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(match => match[1] ?? '')

test.each(platformFacts)(
  'every call of $name that the sandbox answers is in the table, with its source',
  ({ id, channel }) => {
    const rows = rowsOf(channel.name)
    expect(rows.flatMap(([call]) => names(call)).sort()).toEqual(traitsOf[id].calls.toSorted())
    for (const [call, sent, source] of rows)
      expect([call, Boolean(sent), source]).toEqual([call, true, expect.stringContaining('](https://')])
  },
)

test('every Stripe method that the server calls is in the table, with its source', () => {
  const rows = rowsOf('Stripe')
  const listed = rows.flatMap(([cell]) => {
    const [first = '', ...others] = names(cell)
    return [first, ...others.map(other => first.replace(/\.\w+$/, other))]
  })
  const called = sources('server')
    .filter(file => /\b(?:client|stripe)\.\w+\./.test(textOf(file)))
    .flatMap(file => [...nodesOf(file)])
    .filter(({ type }) => type === 'CallExpression')
    .map(({ callee }) => /(?:^|\.)(?:client|stripe)\.(?:\w+\.)*?(\w+\.\w+)$/.exec(nameOf(callee))?.[1] ?? '')
    .filter(name => name && !['clock', 'webhooks'].includes(name.split('.')[0] ?? ''))
  expect([...new Set(called)].sort()).toEqual([...new Set(listed)].sort())
  for (const [, , source] of rows) expect(source).toContain('](https://docs.stripe.com/')
})
