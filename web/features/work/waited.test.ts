import { expect, test } from 'vitest'
import { waited } from './waited.ts'

test.each([
  [0, null],
  [59, null],
  [60, { unit: 'minute', count: 1 }],
  [3599, { unit: 'minute', count: 59 }],
  [3600, { unit: 'hour', count: 1 }],
  [86_399, { unit: 'hour', count: 23 }],
  [86_400, { unit: 'day', count: 1 }],
  [40 * 86_400 + 5, { unit: 'day', count: 40 }],
] as const)('%d s of waiting', (seconds, expected) => {
  expect(waited(seconds)).toEqual(expected)
})
