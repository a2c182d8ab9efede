import { expect, test } from 'vitest'
import { isSilent } from './silence.ts'

test('twenty seconds without a byte are a stall', () => {
  expect(isSilent({ since: 0, tried: 0 }, 20_000, false)).toBe(false)
  expect(isSilent({ since: 0, tried: 0 }, 20_001, false)).toBe(true)
})

test('a reopened connection gets another twenty seconds', () => {
  expect(isSilent({ since: 0, tried: 20_001 }, 30_000, false)).toBe(false)
  expect(isSilent({ since: 0, tried: 20_001 }, 40_002, false)).toBe(true)
})

test('does not interrupt a server that is storing the whole file', () => {
  expect(isSilent({ since: 0, tried: 0 }, 60_000, true)).toBe(false)
  expect(isSilent({ since: 0, tried: 0 }, 120_001, true)).toBe(true)
})
