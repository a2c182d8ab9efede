import { describe, expect, test } from 'vitest'
import { formatTenths, moveEnd, sameSpan, stepOf, windowAround } from './trim-rules.ts'

test('the part shown around a highlight ends with the ride', () => {
  expect(windowAround({ start: 5, end: 15 }, 20)).toEqual({ start: 0, end: 20 })
  expect(windowAround({ start: 50, end: 60 }, 200)).toEqual({ start: 38, end: 72 })
})

describe('moveEnd', () => {
  const within = { start: 0, end: 19.97 }
  const span = { start: 5, end: 15 }
  test('moves in tenths of a second', () => {
    expect(moveEnd(span, 'start', 6.2345, within)).toEqual({ start: 6.2, end: 15 })
    expect(moveEnd(span, 'end', 12.26, within)).toEqual({ start: 5, end: 12.3 })
  })
  test('stays within the ride and leaves at least a second', () => {
    expect(moveEnd(span, 'start', -3, within).start).toBe(0)
    expect(moveEnd(span, 'end', 99, within).end).toBe(19.97)
    expect(moveEnd(span, 'start', 18, within)).toEqual({ start: 14, end: 15 })
    expect(moveEnd(span, 'end', 0, within)).toEqual({ start: 5, end: 6 })
  })
})

test('keys move by a tenth, with Shift and the Page keys by a second', () => {
  expect(stepOf('ArrowLeft', false)).toBe(-0.1)
  expect(stepOf('ArrowRight', true)).toBe(1)
  expect(stepOf('PageDown', false)).toBe(-1)
  expect(stepOf('End', false)).toBe(Number.POSITIVE_INFINITY)
  expect(stepOf('a', false)).toBeNull()
})

test('ends less than half a tenth apart count as equal', () => {
  expect(sameSpan({ start: 1, end: 2 }, { start: 1.04, end: 2 })).toBe(true)
  expect(sameSpan({ start: 1, end: 2 }, { start: 1.1, end: 2 })).toBe(false)
})

test('ends are m:ss.t', () => {
  expect([0, 63.94, 59.96].map(formatTenths)).toEqual(['0:00.0', '1:03.9', '1:00.0'])
})
