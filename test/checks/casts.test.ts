import { expect, test } from 'vitest'
import { sources } from '#test/harness/imports.ts'
import { isNode, type Node, nodesOf, textOf } from '#test/harness/syntax.ts'

/** What a value is cast to, if it is. */
const castTo = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'TSAsExpression' ? (node.typeAnnotation as Node).type : undefined

/** A cast through `unknown`, or to `never`. */
const isBlind = (node: Node): boolean =>
  castTo(node) === 'TSNeverKeyword' || (!!castTo(node) && castTo(node.expression) === 'TSUnknownKeyword')

/** Files with such casts; each has a comment that explains why there is no alternative. */
const allowed = ['web/service-worker/sw.ts', 'sandbox/stripe/published/whole.ts']

test('no type is cast past the compiler', () => {
  const folders = [
    'server',
    'web',
    'contract',
    'lab',
    'sandbox',
    'scripts',
    'bench',
    'test',
    'telemetry',
    'gauges',
    'db',
  ]
  const casts = folders
    .flatMap(sources)
    .filter(file => /\bas (unknown|never)\b/.test(textOf(file)))
    .flatMap(file => [...nodesOf(file)].filter(isBlind).map(() => file))
  expect(casts).toEqual(allowed)
})
