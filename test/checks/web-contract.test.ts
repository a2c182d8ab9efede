import { expect, test } from 'vitest'
import { sources } from '#test/harness/imports.ts'
import { type Node, nameOf, nodesOf, textOf } from '#test/harness/syntax.ts'
import { pureFunctions } from '../../scripts/vite/pure-functions.ts'

/** A string, or a template, that begins as an address does. */
const writesAddress = ({ type, value, quasis }: Node): boolean => {
  const text =
    type === 'Literal' ? value : (quasis as { value: { raw: string } }[] | undefined)?.[0]?.value.raw
  return typeof text === 'string' && text.startsWith('/api/')
}

test('each address is written once, in the contract', () => {
  // Prefixes of many addresses, and base addresses passed to libraries.
  const prefixes = [
    'server/accounts/rules.ts',
    'server/accounts/sign-in/engine.ts',
    'server/core/http/docs/api-docs.ts',
    'server/core/http/permission.ts',
    'server/core/http/security-headers.ts',
    'server/core/http/web/drawn-pages.ts',
    'server/core/http/web/web-app.ts',
    'server/videos/upload/tus.ts',
    'web/service-worker/rules.ts',
  ]
  const wrong = ['web', 'server']
    .flatMap(sources)
    .filter(file => !/\.test\.tsx?$/.test(file) && !prefixes.includes(file))
    .filter(file => textOf(file).includes('/api/'))
    .filter(file => [...nodesOf(file)].some(writesAddress))
  expect(wrong).toEqual([])
})

test('no call in the browser has the name of one that the build may leave out', () => {
  const left = new Set(pureFunctions)
  const wrong = ['web', 'gauges', 'telemetry']
    .flatMap(sources)
    .filter(file => !/\.test\.tsx?$/.test(file))
    .filter(file =>
      [...nodesOf(file)].some(({ type, callee }) => type === 'CallExpression' && left.has(nameOf(callee))),
    )
  expect(wrong).toEqual([])
})
