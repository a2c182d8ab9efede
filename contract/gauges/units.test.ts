import { expect, test } from 'vitest'
import { unitSystemOf } from './units.ts'

test.each([
  ['en-US', 'imperial'],
  ['en', 'imperial'],
  ['es-US', 'imperial'],
  ['en-GB', 'imperial'],
  ['my-MM', 'imperial'],
  ['de-DE', 'metric'],
  ['de', 'metric'],
  ['en-CA', 'metric'],
  ['en-AU', 'metric'],
  ['no language', 'metric'],
])('%s uses %s units', (language, system) => {
  expect(unitSystemOf(language)).toBe(system)
})
